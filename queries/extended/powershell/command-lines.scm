; Commands, methods and properties that take a command line that Windows runs, immediately or later.

; New-ItemProperty HKCU:\Software\Microsoft\Windows\CurrentVersion\Run NAME "powershell -c CODE"
((command_name) @sink.line
  (#word-like? @sink.line "new-itemproperty" "set-itemproperty" "sp")
  (#set! behind "-Value")
  (#set! argument "2")
  (#set! among "\\run \\runonce \\runservices \\runonceex \\command \\winlogon \\explorer\\run"))

; New-Item HKCU:\Software\Classes\ms-settings\shell\open\command -Value "powershell -c CODE"
((command_name) @sink.line
  (#word-like? @sink.line "new-item" "ni" "set-item" "si")
  (#set! behind "-Value")
  (#set! argument "1")
  (#set! among "\\run \\runonce \\command"))

; reg add HKCU\Software\Microsoft\Windows\CurrentVersion\Run /v NAME /d "powershell -c CODE"
((command_name) @sink.line
  (#word-like? @sink.line "reg" "reg.exe")
  (#set! behind "/d")
  (#set! among "\\run \\runonce \\runservices \\runonceex \\command \\winlogon \\explorer\\run userinitmprlogonscript"))

; schtasks /create /tn NAME /tr "powershell -c CODE"
((command_name) @sink.line
  (#word-like? @sink.line "schtasks" "schtasks.exe")
  (#set! behind "/tr"))

; sc.exe create NAME binPath= "cmd /c powershell -c CODE"
((command_name) @sink.line
  (#word-like? @sink.line "sc.exe")
  (#set! behind "binpath="))

; New-Service NAME "cmd /c powershell -c CODE"
((command_name) @sink.line
  (#word-like? @sink.line "new-service")
  (#set! behind "-BinaryPathName")
  (#set! argument "1"))

; Invoke-WmiMethod -Class Win32_Process -Name Create -ArgumentList "powershell -c CODE"
((command_name) @sink.line
  (#word-like? @sink.line "invoke-wmimethod" "iwmi")
  (#set! behind "-ArgumentList")
  (#set! argument "2")
  (#set! among "win32_process"))

; Invoke-CimMethod Win32_Process -MethodName Create -Arguments @{ CommandLine = "powershell -c CODE" }
((command_name) @sink.line
  (#word-like? @sink.line "invoke-cimmethod" "icim")
  (#set! behind "-Arguments")
  (#set! argument "2")
  (#set! among "win32_process"))

; @{ CommandLineTemplate = "powershell -c CODE" }   $consumer.CommandLineTemplate = "powershell -c CODE"
((member_name) @sink.line.property
  (#word-like? @sink.line.property "commandlinetemplate"))

; (New-Object -ComObject WScript.Shell).Run("powershell -c CODE")
((member_name) @sink.line.method
  (#word-like? @sink.line.method "run" "exec" "shellexecute" "create")
  (#set! class "wscript.shell shell.application win32_process"))

; [Microsoft.VisualBasic.Interaction]::Shell("powershell -c CODE")
((member_name) @sink.line.method
  (#word-like? @sink.line.method "shell")
  (#set! class "microsoft.visualbasic.interaction visualbasic.interaction"))
