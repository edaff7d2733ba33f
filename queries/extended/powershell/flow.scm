; Commands and methods through which a value passes, whose results contain nothing of it (barriers), or that check or move files.

; Set-Alias run iex
((command_name) @flow.define
  (#word-like? @flow.define "set-alias" "new-alias" "sal" "nal"))

; Write-Output $code | iex
((command_name) @flow.same
  (#word-like? @flow.same "write-output" "write" "echo" "out-string" "tee-object" "tee"))

; gpg --verify setup.exe.asc setup.exe
((command_name) @flow.verify
  (#word-like? @flow.verify "gpg" "gpg.exe")
  (#set! needs "--verify"))

; cosign verify-blob setup.exe
((command_name) @flow.verify
  (#word-like? @flow.verify "cosign" "minisign"))

; (Get-FileHash setup.exe).Hash -ne $sum
((command_name) @flow.digest
  (#word-like? @flow.digest "get-filehash" "get-authenticodesignature"))

; certutil -hashfile setup.exe SHA256
((command_name) @flow.digest
  (#word-like? @flow.digest "certutil" "certutil.exe")
  (#set! needs "-hashfile /hashfile"))

; Get-Content setup.ps1; Get-FileHash setup.ps1
((command_name) @flow.look
  (#word-like? @flow.look "get-content" "gc" "more" "notepad" "notepad.exe" "code"))

; certutil -hashfile setup.exe SHA256 | Select-String $sum
((command_name) @flow.compare
  (#word-like? @flow.compare "select-string" "sls" "findstr" "findstr.exe" "compare-object" "diff"))

; Move-Item setup.tmp setup.exe
((command_name) @flow.move
  (#word-like? @flow.move
    "move-item" "mi" "mv" "move" "copy-item" "ci" "cp" "cpi" "copy" "rename-item" "rni" "ren"))

; Expand-Archive tool.zip -DestinationPath C:\tools
((command_name) @flow.unpack
  (#word-like? @flow.unpack "expand-archive" "tar" "tar.exe" "7z" "7z.exe" "unzip"))

; msiexec /i FILE   rundll32 FILE,Entry
((command_name) @flow.start
  (#word-like? @flow.start
    "rundll32" "rundll32.exe" "regsvr32" "regsvr32.exe" "wscript" "wscript.exe" "cscript" "cscript.exe" "mshta" "mshta.exe"
    "msiexec" "msiexec.exe" "installutil" "installutil.exe" "regasm" "regasm.exe" "regsvcs" "regsvcs.exe" "msbuild"
    "msbuild.exe" "cmstp" "cmstp.exe" "hh" "hh.exe" "control" "control.exe" "odbcconf" "odbcconf.exe"))


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

; (irm https://x.example/list).Count without a call
((member_name) @flow.barrier.property
  (#word-like? @flow.barrier.property
    "count" "length" "statuscode" "statusdescription" "headers" "uri" "baseresponse"))

; $lines -join "`n"   [string]::Join("`n", $lines)
((member_name) @flow.join.method
  (#word-like? @flow.join.method "join"))

; Join-Path $env:TEMP setup.exe
((command_name) @flow.path
  (#word-like? @flow.path "join-path"))

; [IO.Path]::Combine($env:TEMP, 'setup.exe')
((member_name) @flow.path.method
  (#word-like? @flow.path.method "combine"))

; '{1}{0}' -f 'x', 'ie'   [string]::Format('{0}', $x)
((member_name) @flow.format.method
  (#word-like? @flow.format.method "format"))

; $text -replace 'a', 'b'   $text.Replace('a', 'b')
((member_name) @flow.replace.method
  (#word-like? @flow.replace.method "replace"))

; $code.Trim()
((member_name) @flow.text.method
  (#word-like? @flow.text.method "trim" "trimstart" "trimend" "tostring" "tochararray" "tolower" "toupper" "normalize"))

; $block.GetNewClosure()
((member_name) @flow.same.method
  (#word-like? @flow.same.method "getnewclosure"))

; $list.Add($x)   $stream.Write($bytes, 0, 10)
((member_name) @flow.mutator.method
  (#word-like? @flow.mutator.method "add" "addrange" "push" "enqueue" "append" "appendline" "write" "insert"))

; $stream.CopyTo($other)   $stream.Read($bytes, 0, 10)
((member_name) @flow.into.method
  (#word-like? @flow.into.method "copyto" "read" "readasync" "copytoasync" "reverse")
  (#set! argument "0"))

; New-Object IO.StreamReader($stream)
((command_name) @flow.constructor
  (#word-like? @flow.constructor "new-object"))

; & (Get-Command i*x)   & (Get-Alias iex)
((command_name) @flow.locator
  (#word-like? @flow.locator "get-command" "gcm" "get-alias" "gal"))

; irm https://x.example/a.ps1 | Out-File a.ps1
((command_name) @flow.write
  (#word-like? @flow.write "out-file" "set-content" "add-content" "sc" "ac" "tee-object" "tee"))

; [IO.File]::WriteAllBytes("a.exe", $data)
((member_name) @flow.write.method
  (#word-like? @flow.write.method "writeallbytes" "writealltext" "writealllines"))

; $table.Add('name', $code)
((member_name) @flow.put.method
  (#word-like? @flow.put.method "add" "set_item"))

; $table.Item('name')
((member_name) @flow.get.method
  (#word-like? @flow.get.method "item" "get_item"))

; Set-Variable code (irm https://x.example)   Set-Item variable:code $x
((command_name) @flow.assign
  (#word-like? @flow.assign "set-variable" "sv" "set" "new-variable" "nv" "set-item" "si")
  (#set! behind "-name -path")
  (#set! argument "0"))

; irm https://x.example | Tee-Object -Variable code
((command_name) @flow.assign
  (#word-like? @flow.assign "tee-object" "tee")
  (#set! behind "-variable"))

; (Get-Variable code).Value
((command_name) @flow.lookup
  (#word-like? @flow.lookup "get-variable" "gv"))

; (Get-Item variable:code).Value
((command_name) @flow.lookup
  (#word-like? @flow.lookup "get-item" "gi" "get-childitem" "gci" "ls" "dir" "get-content" "gc" "cat" "type")
  (#set! begins "variable: env:"))

; [Environment]::SetEnvironmentVariable("CODE", $code)
((member_name) @flow.assign.method
  (#word-like? @flow.assign.method "setenvironmentvariable"))

; [Environment]::GetEnvironmentVariable("CODE")
((member_name) @flow.lookup.method
  (#word-like? @flow.lookup.method "getenvironmentvariable"))
