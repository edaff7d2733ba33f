; Calls that run a program or pass code to a shell, and calls that store, combine or return such code. The capture says how the arguments
; are read. Qualified names are written with dots.

; ProcessStartInfo("sh", "-c '…'")
([(identifier) (member_access_expression)] @inject.quotes
  (#word-is? @inject.quotes "ProcessStartInfo" "Run" "RunAsync" "Command.Run" "Command.RunAsync"))

; system("curl URL | sh"): the function of the C library, imported
((identifier) @inject.text
  (#word-is? @inject.text "system"))

; object.Start("sh", "-c '…'")
((identifier) @inject.quotes.method
  (#word-is? @inject.quotes.method "Start"))

; new ProcessStartInfo("sh")
((identifier) @process.new
  (#word-is? @process.new "ProcessStartInfo"))

; task.FileName = "/bin/sh"
((identifier) @process.program
  (#word-is? @process.program "FileName"))

; info.Arguments = "-c '…'"
((identifier) @process.arguments
  (#word-is? @process.arguments "Arguments" "ArgumentList")
  (#set! shape "quotes"))

; info.ArgumentList.Add("-c")
((member_access_expression) @process.adder
  (#word-is? @process.adder "ArgumentList.Add"))

; process.StartInfo.FileName = "sh"
((identifier) @process.holder
  (#word-is? @process.holder "StartInfo"))

; PowerShell.Create().AddScript("…")
((identifier) @inject.powershell.method
  (#word-is? @inject.powershell.method "AddScript"))

; builder.Append("curl ")
((identifier) @flow.grow.method
  (#word-is? @flow.grow.method "Append" "AppendLine" "AppendFormat"))

; new ManagementClass("Win32_Process").InvokeMethod("Create", new object[] { "cmd /c …" })
((identifier) @inject.created.method
  (#word-is? @inject.created.method "InvokeMethod"))

; table.Add("name", code)
((identifier) @flow.put.method
  (#word-is? @flow.put.method "Add" "TryAdd"))

; table.GetValueOrDefault("name")
((identifier) @flow.get.method
  (#word-is? @flow.get.method "GetValueOrDefault"))

; process.StandardInput.Write(code)
((identifier) @process.input
  (#word-is? @process.input "StandardInput"))
