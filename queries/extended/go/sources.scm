; Calls that fetch or decode; the extended profile reports code that executes their results. Also calls that write data into an argument or
; their receiver, and calls that return the two ends of a pipe.

; http.Get(url)   net.LookupTXT(name)   net.Dial("tcp", address)
((selector_expression) @source.fetch
  (#word-is? @source.fetch
    "http.Get" "http.Post" "http.PostForm" "client.Get" "client.Post" "httpClient.Get"
    "http.DefaultClient.Get" "http.Client" "resty.New" "resty.R" "req.Get" "grequests.Get"
    "net.LookupTXT" "net.DefaultResolver.LookupTXT" "resolver.LookupTXT"
    "net.Dial" "net.DialTimeout" "tls.Dial" "websocket.Dial" "websocket.DefaultDialer.Dial")
  (#set! rule "script/fetch-execute"))

; client.Do(request)
((field_identifier) @source.fetch.method
  (#word-is? @source.fetch.method "Do")
  (#set! rule "script/fetch-execute"))

; connection.Read(buffer)
((field_identifier) @flow.into.method
  (#word-is? @flow.into.method "Read")
  (#set! argument "0"))

; base64.StdEncoding.DecodeString(x)
((selector_expression) @source.decoder
  (#word-is? @source.decoder
    "base64.StdEncoding.DecodeString" "base64.URLEncoding.DecodeString"
    "base64.RawStdEncoding.DecodeString" "base64.RawURLEncoding.DecodeString" "base64.NewDecoder" "hex.NewDecoder"
    "base32.StdEncoding.DecodeString" "hex.DecodeString")
  (#set! rule "script/decode-execute"))

; json.Unmarshal(body, &task)
((selector_expression) @flow.into
  (#word-is? @flow.into "json.Unmarshal" "yaml.Unmarshal" "xml.Unmarshal")
  (#set! argument "1"))

; io.Copy(&buffer, response.Body)
((selector_expression) @flow.into
  (#word-is? @flow.into "io.Copy")
  (#set! argument "0"))

; json.NewDecoder(response.Body).Decode(&task)
((field_identifier) @flow.into.method
  (#word-is? @flow.into.method "Decode")
  (#set! argument "0"))

; reader, writer := io.Pipe()
((selector_expression) @flow.ends
  (#word-is? @flow.ends "io.Pipe" "os.Pipe"))

; buffer.ReadFrom(response.Body)
((field_identifier) @flow.grow.method
  (#word-is? @flow.grow.method "ReadFrom" "WriteString"))

; response.StatusCode
((field_identifier) @flow.barrier.property
  (#word-is? @flow.barrier.property "StatusCode" "Status" "ContentLength"))
