; Calls that fetch or decode, for what the extended profile reports beyond shell.

; body of http.Get(url)
((selector_expression) @source.fetch
  (#word-is? @source.fetch
    "http.Get" "http.Post" "client.Get" "http.DefaultClient.Get" "http.DefaultClient.Do"
    "client.Do")
  (#set! rule "script/fetch-execute"))

; base64.StdEncoding.DecodeString(x)
((selector_expression) @source.decoder
  (#word-is? @source.decoder
    "base64.StdEncoding.DecodeString" "base64.URLEncoding.DecodeString"
    "base64.RawStdEncoding.DecodeString" "hex.DecodeString")
  (#set! rule "script/decode-execute"))
