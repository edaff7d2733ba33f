; Calls that fetch or decode. The extended profile reports code that executes their results.

; loadstring(game:HttpGet("https://…"))()
([(identifier) (dot_index_expression)] @source.fetch
  (#word-is? @source.fetch
    "game.HttpGet" "game.HttpGetAsync" "http.request" "https.request" "http.get"
    "HttpService.GetAsync" "HttpGet" "syn.request" "http_request" "request" "fluxus.request")
  (#set! of "operand")
  (#set! rule "script/fetch-execute"))

; socket.tcp()
((dot_index_expression) @source.fetch
  (#word-is? @source.fetch "socket.tcp" "socket.connect")
  (#set! rule "script/fetch-execute"))

; http.request { url = "https://…", sink = ltn12.sink.table(chunks) }
((dot_index_expression) @flow.receiver
  (#word-is? @flow.receiver "ltn12.sink.table" "sink.table"))

; object:request_uri("https://…")
((identifier) @source.fetch.method
  (#word-is? @source.fetch.method "request_uri" "HttpGet" "HttpGetAsync" "GetAsync")
  (#set! of "operand")
  (#set! rule "script/fetch-execute"))

; http.Fetch("https://…", function(body) … end)
([(identifier) (dot_index_expression)] @source.fetch
  (#word-is? @source.fetch "http.Fetch" "http.Post" "PerformHttpRequest" "PerformHttpRequestAwait")
  (#set! rule "script/fetch-execute"))
