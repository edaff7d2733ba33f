; Calls that fetch or decode, for what the extended profile reports beyond shell.

; client.GetStringAsync(url)
((identifier) @source.fetch.method
  (#word-is? @source.fetch.method
    "GetStringAsync" "GetByteArrayAsync" "GetStreamAsync" "GetAsync" "PostAsync" "SendAsync"
    "DownloadString" "DownloadStringTaskAsync" "DownloadData" "DownloadDataTaskAsync"
    "OpenRead" "UploadString" "UploadValues" "GetResponse" "GetResponseAsync" "GetStream")
  (#set! rule "script/fetch-execute"))

; Convert.FromBase64String(x)
((member_access_expression) @source.decoder
  (#word-is? @source.decoder "Convert.FromBase64String" "Convert.FromHexString")
  (#set! rule "script/decode-execute"))
