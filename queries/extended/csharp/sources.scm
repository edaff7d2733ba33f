; Calls that fetch or decode, for what the extended profile reports beyond shell.

; client.GetStringAsync(url)
([(identifier) (member_access_expression)] @source.fetch
  (#word-is? @source.fetch
    "client.GetStringAsync" "httpClient.GetStringAsync" "client.DownloadString"
    "webClient.DownloadString" "WebClient" "HttpClient")
  (#set! rule "script/fetch-execute"))

; Convert.FromBase64String(x)
((member_access_expression) @source.decoder
  (#word-is? @source.decoder "Convert.FromBase64String")
  (#set! rule "script/decode-execute"))
