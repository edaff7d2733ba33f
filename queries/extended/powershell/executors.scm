; Commands and methods that execute a string, a script block that is made of a string, or the bytes of a program.

; iex $code
((command_name) @sink.execute
  (#word-like? @sink.execute "iex" "invoke-expression"))

; [Reflection.Assembly]::Load($bytes)
(invokation_expression
  (type_literal) @_type
  (member_name) @sink.execute
  (#word-like? @_type "reflection.assembly" "assembly" "appdomain")
  (#word-like? @sink.execute "load" "unsafeloadfrom"))

; [AppDomain]::CurrentDomain.Load($bytes)
(invokation_expression
  (member_access
    (type_literal) @_type
    (member_name) @_domain)
  (member_name) @sink.execute.method
  (#word-like? @_type "appdomain")
  (#word-like? @_domain "currentdomain")
  (#word-like? @sink.execute.method "load"))

; $ExecutionContext.InvokeCommand.InvokeScript($code)
((member_name) @sink.execute.method
  (#word-like? @sink.execute.method "invokescript" "newscriptblock" "addscript"))

; Add-Type -TypeDefinition $code
((command_name) @sink.compiler
  (#word-like? @sink.compiler "add-type" "invoke-command" "icm" "start-job" "start-threadjob"))

; & ([scriptblock]::Create($code))
(invokation_expression
  (type_literal) @_type
  (member_name) @sink.block
  (#word-like? @_type "scriptblock" "management.automation.scriptblock")
  (#word-like? @sink.block "create"))

; [scriptblock]::Create($code).Invoke()
((member_name) @sink.block.method
  (#word-like? @sink.block.method "invoke" "invokereturnasis" "invokewithcontext"))

; powershell -Command "…"
((command_name) @sink.shell
  (#word-like? @sink.shell "powershell" "pwsh" "powershell.exe" "pwsh.exe"))

; cmd /c $line
((command_name) @sink.other
  (#word-like? @sink.other "cmd" "cmd.exe"))

; Start-Process powershell -ArgumentList '-c', '…'   Invoke-Item setup.exe   New-ScheduledTaskAction -Execute powershell -Argument '-c "…"'
((command_name) @sink.starter
  (#word-like? @sink.starter "start-process" "saps" "start" "invoke-item" "ii" "new-scheduledtaskaction"))

; [Diagnostics.Process]::Start($info)   $process.Start()   $shortcut.Save()
((member_name) @sink.starter.method
  (#word-like? @sink.starter.method "start" "save"))
