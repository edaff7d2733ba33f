; What passes a value on, ends its way, or checks a file.

; Set-Alias run iex
((command_name) @flow.define
  (#word-like? @flow.define "set-alias" "new-alias" "sal" "nal"))

; Write-Output $code | iex
((command_name) @flow.same
  (#word-like? @flow.same "write-output" "write" "echo" "out-string" "tee-object" "tee"))

; Get-FileHash setup.exe
((command_name) @flow.verify
  (#word-like? @flow.verify
    "get-filehash" "get-authenticodesignature" "gpg" "gpg.exe" "cosign" "minisign"))

; certutil -hashfile setup.exe SHA256
((command_name) @flow.verify
  (#word-like? @flow.verify "certutil" "certutil.exe")
  (#set! needs "-hashfile /hashfile"))

; irm https://x.example/list | Out-Null
((command_name) @flow.barrier
  (#word-like? @flow.barrier
    "write-host" "write-verbose" "write-debug" "write-warning" "write-error" "write-information" "out-null"
    "out-file" "out-host" "set-content" "add-content" "sc" "ac" "start-bitstransfer" "export-csv"
    "measure-object" "test-path" "get-filehash" "convertto-json" "expand-archive" "out-gridview" "select-string"
    "sls" "export-clixml" "set-clipboard"))

; (irm https://x.example/list).Count
((member_name) @flow.barrier.method
  (#word-like? @flow.barrier.method
    "count" "length" "statuscode" "statusdescription" "headers" "gettype" "contains" "startswith" "endswith"
    "indexof" "downloadfile" "downloadfileasync" "downloadfiletaskasync"))
