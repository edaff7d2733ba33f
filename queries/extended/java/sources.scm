; Calls that fetch or decode. The extended profile reports code that executes their results.

; client.send(request, BodyHandlers.ofString()).body()
((method_invocation) @source.fetch
  (#word-is? @source.fetch
    "HttpClient.newHttpClient" "HttpClient.newBuilder" "HttpClient.send" "client.send" "httpClient.send" "restTemplate.getForObject"
    "restTemplate.getForEntity" "IOUtils.toString" "Jsoup.connect" "Unirest.get" "Request.Get"
    "EntityUtils.toString")
  (#set! rule "script/fetch-execute"))

; new Socket(host, port).getInputStream()
((identifier) @source.fetch
  (#word-is? @source.fetch "Socket")
  (#set! rule "script/fetch-execute"))

; new HttpGet("https://…") creates a request; the client returns the response
((identifier) @source.fetch
  (#word-is? @source.fetch "HttpGet" "HttpPost")
  (#set! rule "script/fetch-execute"))

; mapper.readTree(new URL("https://…"))
((identifier) @source.fetch.method
  (#word-is? @source.fetch.method "readTree" "readValue")
  (#set! of "address")
  (#set! rule "script/fetch-execute"))

; reader.read(buffer)   stream.transferTo(buffer)
((identifier) @flow.into.method
  (#word-is? @flow.into.method "read" "transferTo")
  (#set! argument "0"))

; properties.load(stream)
((identifier) @flow.mutator.method
  (#word-is? @flow.mutator.method "load"))

; new URL("https://…").openStream()   client.newCall(request).execute()
((identifier) @source.fetch.method
  (#word-is? @source.fetch.method
    "openStream" "openConnection" "newCall" "getForObject" "getForEntity" "bodyToMono")
  (#set! rule "script/fetch-execute"))

; Base64.getDecoder().decode(x)
((method_invocation) @source.decoder
  (#word-is? @source.decoder
    "Base64.getDecoder" "Base64.getMimeDecoder" "Base64.getUrlDecoder" "Base64.decodeBase64"
    "Base64.decode" "DatatypeConverter.parseBase64Binary" "DatatypeConverter.parseHexBinary"
    "Hex.decodeHex" "HexFormat.of")
  (#set! rule "script/decode-execute"))

; Base64.getDecoder().decode(x)
((identifier) @source.module
  (#word-is? @source.module "Base64"))
