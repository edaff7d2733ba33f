; Calls that run a program or pass code to a shell, and calls that store, combine or return such code. The capture says how the arguments
; are read. Qualified names are written with dots.

; object.exec("sh i.sh")
((identifier) @inject.blanks.method
  (#word-is? @inject.blanks.method "exec"))

; ProcessBuilder("sh", "-c", "…")
((identifier) @inject.words
  (#word-is? @inject.words "ProcessBuilder"))

; object.command("sh", "-c", "…")
((identifier) @inject.words.method
  (#word-is? @inject.words.method "command" "ProcessBuilder" "execInContainer" "withCommand"))

; object.setCommand("curl URL | sh")
((identifier) @inject.text.method
  (#word-is? @inject.text.method "setCommand" "execCommand" "addUserData" "addCommands"))

; builder.append("curl ")
((identifier) @flow.grow.method
  (#word-is? @flow.grow.method "append"))

; table.put("name", code)
((identifier) @flow.put.method
  (#word-is? @flow.put.method "put" "putIfAbsent"))

; table.get("name")
((identifier) @flow.get.method
  (#word-is? @flow.get.method "get" "getOrDefault" "remove"))

; new CommandLine("sh")
((identifier) @flow.list
  (#word-is? @flow.list "CommandLine"))

; CommandLine.parse("sh -c")
((method_invocation) @flow.split
  (#word-is? @flow.split "CommandLine.parse"))

; command.addArgument("-c")
((identifier) @flow.mutator.method
  (#word-is? @flow.mutator.method "addArgument"))
