; Calls that fetch or decode. The extended profile reports code that executes their results.

; client.GetStringAsync(url)
((identifier) @source.fetch.method
  (#word-is? @source.fetch.method
    "GetStringAsync" "GetByteArrayAsync" "GetStreamAsync" "GetAsync" "PostAsync" "SendAsync"
    "DownloadString" "DownloadStringTaskAsync" "DownloadData" "DownloadDataTaskAsync"
    "OpenRead" "UploadString" "UploadValues" "GetResponse" "GetResponseAsync" "GetStream"
    "GetFromJsonAsync")
  (#set! rule "script/fetch-execute"))

; Convert.FromBase64String(x)
((member_access_expression) @source.decoder
  (#word-is? @source.decoder "Convert.FromBase64String" "Convert.FromHexString")
  (#set! rule "script/decode-execute"))

; socket.Receive(buffer)
((identifier) @source.fetch.method
  (#word-is? @source.fetch.method "Receive" "ReceiveAsync")
  (#set! rule "script/fetch-execute"))

; socket.Receive(buffer)   stream.Read(buffer, 0, count)
((identifier) @flow.into.method
  (#word-is? @flow.into.method "Receive" "ReceiveAsync" "Read" "ReadAsync")
  (#set! argument "0"))
