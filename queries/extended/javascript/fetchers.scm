; Calls that fetch. The extended profile reports code that executes their results.

; fetch(url)   got(url)   ky(url)   needle(url)   axios(url)
((identifier) @source.fetch
  (#any-of? @source.fetch "fetch" "got" "ky" "needle" "axios" "superagent")
  (#set! of "operand")
  (#set! rule "javascript/fetch-execute"))

; axios.get(url)   $.get(url)   https.get(url, answer)
((member_expression) @source.fetch
  (#any-of? @source.fetch
    "axios.get" "axios.post" "axios.request" "got.get" "got.post" "ky.get" "ky.post" "needle.get" "superagent.get" "$.get" "$.ajax" "$.getScript" "$.getJSON" "$.post" "jQuery.get" "jQuery.ajax" "jQuery.getJSON" "jQuery.post"
    "http.get" "https.get" "http.request" "https.request" "undici.fetch" "undici.request"
    "dns.resolveTxt" "dns.promises.resolveTxt" "dns/promises.resolveTxt")
  (#set! of "operand")
  (#set! rule "javascript/fetch-execute"))

; axios.create().get(url)
((member_expression) @source.fetch
  (#any-of? @source.fetch "axios.create" "got.extend" "ky.create" "ky.extend")
  (#set! rule "javascript/fetch-execute"))

; request.responseText
((property_identifier) @source.fetch.property
  (#any-of? @source.fetch.property "responseText")
  (#set! rule "javascript/fetch-execute"))

; new XMLHttpRequest().response
((member_expression) @source.fetch.property
  (#any-of? @source.fetch.property "XMLHttpRequest().response")
  (#set! rule "javascript/fetch-execute"))

; xhr.response, where the text does not show how the object is made
((member_expression
  object: [(identifier) (this)] @_request
  property: (property_identifier) @source.fetch.property)
  (#any-of? @source.fetch.property "response")
  (#any-of? @_request "this" "xhr" "xhttp" "xmlhttp" "oReq")
  (#set! rule "javascript/fetch-execute"))

; error.response.data: the response to a failed request
((member_expression
  object: (member_expression
    object: (identifier) @_error
    property: (property_identifier) @_response)
  property: (property_identifier) @source.fetch.property)
  (#any-of? @source.fetch.property "data")
  (#any-of? @_error "e" "err" "error" "ex" "reason")
  (#eq? @_response "response")
  (#set! rule "javascript/fetch-execute"))

; request(url, (error, response, body) => …)
([(identifier) (member_expression)] @source.fetch
  (#any-of? @source.fetch "request" "request.get" "request.post" "request-promise" "request-promise-native"
    "node-fetch" "node-fetch.default" "cross-fetch" "cross-fetch.default" "isomorphic-fetch" "got.default" "ky.default")
  (#set! of "operand")
  (#set! rule "javascript/fetch-execute"))

; $.ajax({ url, success: f })
([(property_identifier) (string_fragment)] @source.handler.property
  (#any-of? @source.handler.property "success" "complete" "onload" "onsuccess" "callback"))

; socket.on("message", f)   ws.onmessage = f   new WebSocket(url).addEventListener("message", f)
((member_expression) @source.handler
  (#any-of? @source.handler
    "ws.on" "ws.once" "ws.addEventListener" "ws.onmessage" "socket.on" "socket.once" "socket.addEventListener" "socket.onmessage"
    "this.ws.on" "this.ws.onmessage" "this.ws.addEventListener" "this.socket.on" "this.socket.onmessage" "this.socket.addEventListener"
    "WebSocket().on" "WebSocket().onmessage" "WebSocket().addEventListener" "ws.WebSocket().on" "ws().on"
    "EventSource().onmessage" "EventSource().addEventListener" "io().on" "socket.io-client().on" "socket.io-client.io().on"
    "net.connect().on" "net.createConnection().on" "net.Socket().on" "tls.connect().on" "mqtt.connect().on")
  (#set! without "open close error connect disconnect end finish drain timeout ping pong reconnect connect_error connection listening upgrade")
  (#set! rule "javascript/fetch-execute"))

; socket.pipe(shell.stdin)
((member_expression) @source.fetch
  (#any-of? @source.fetch
    "net.connect().pipe" "net.createConnection().pipe" "net.Socket().pipe" "tls.connect().pipe")
  (#set! rule "javascript/fetch-execute"))

; response.status   const { ok } = response
([(property_identifier) (shorthand_property_identifier_pattern)] @flow.barrier.property
  (#any-of? @flow.barrier.property "status" "ok" "redirected"))
