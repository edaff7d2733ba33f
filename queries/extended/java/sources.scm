; Calls that fetch or decode, for what the extended profile reports beyond shell.

; client.send(request, BodyHandlers.ofString()).body()
((method_invocation) @source.fetch
  (#word-is? @source.fetch
    "HttpClient.newHttpClient" "client.send" "httpClient.send" "restTemplate.getForObject"
    "IOUtils.toString")
  (#set! rule "script/fetch-execute"))

; new URL("https://…").openStream()
((identifier) @source.fetch.method
  (#word-is? @source.fetch.method "openStream")
  (#set! rule "script/fetch-execute"))

; Base64.getDecoder().decode(x)
((method_invocation) @source.decoder
  (#word-is? @source.decoder "Base64.getDecoder")
  (#set! rule "script/decode-execute"))
