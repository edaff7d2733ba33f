; Calls that download, write, open, check and run files.

; File.WriteAllBytes("FILE", data)
((member_access_expression) @flow.write
  (#word-is? @flow.write
    "File.WriteAllBytes" "File.WriteAllText" "File.WriteAllBytesAsync" "File.WriteAllTextAsync"))

; File.Create("FILE")   File.ReadAllText("FILE")
((member_access_expression) @flow.open
  (#word-is? @flow.open "File.Create" "File.OpenWrite" "File.OpenRead" "File.ReadAllText" "File.ReadAllBytes" "File.ReadAllLines"))

; SHA256.HashData(data)
((member_access_expression) @flow.digest
  (#word-is? @flow.digest "SHA256.HashData" "SHA256.Create" "SHA512.HashData" "SHA512.Create"))

; Process.Start("FILE")
((member_access_expression) @sink.file
  (#word-is? @sink.file "Process.Start"))

; client.DownloadFile("https://…", "FILE")
((identifier) @source.download.method
  (#word-is? @source.download.method "DownloadFile" "DownloadFileTaskAsync" "DownloadFileAsync")
  (#set! argument "1"))
