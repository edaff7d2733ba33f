; JavaScript APIs that start programs. The capture says how the arguments are read:
; .shell   the first is shell text            .argv   a program and a list, shell text with { shell: true }
; .words   the list (or all arguments)        .line   a line split without a shell
; .code    text that JavaScript itself runs   .template the tag of a template that is shell text
; ".method" is for methods of any object.

; exec("…")   execSync("…")   execSync2("…"): numbered by a bundler
((identifier) @inject.shell
  (#any-of? @inject.shell "exec" "execSync" "execSync2" "execSync3" "execAsync" "execPromise" "execP" "asyncExec" "pExec" "execPromisified"
    "runShell" "runShellCommand" "execShell" "execShellCommand" "executeShellCommand" "shellExec" "exec_command"))

; child_process.exec("…")   shell.exec("…"): the usual names of the module
((member_expression) @inject.shell
  (#any-of? @inject.shell
    "child_process.exec" "child_process.execSync" "cp.exec" "childProcess.exec"
    "shelljs.exec" "shell.exec" "shell.task" "sh.exec" "cy.exec" "ssh.exec" "conn.exec" "promisify-child-process.exec"
    "child-process-promise.exec" "sandbox.commands.run" "sbx.commands.run" "sandbox.process.exec" "sandbox.exec" "sbx.exec" "sandbox.process.executeCommand"
    "Sandbox.create().commands.run" "e2b.Sandbox.create().commands.run" "@e2b/code-interpreter.Sandbox.create().commands.run"
    "getSandbox().exec" "@cloudflare/sandbox.getSandbox().exec"))

; cp.execSync("…")   ssh.execCommand("…")   terminal.sendText("…")
([(property_identifier) (string_fragment)] @inject.shell.method
  (#any-of? @inject.shell.method "execSync" "execCommand" "doShellScript" "sendText" "execAsync" "execPromise" "addCommands" "addUserData" "shellCommand"
    "runShell" "runShellCommand" "execShell" "execShellCommand" "executeShellCommand" "shellExec"))

; $`…`: tags of zx, Bun and their like
([(identifier) (member_expression) (call_expression)] @inject.template
  (#any-of? @inject.template "$" "$$" "$()" "$.sync" "$.sync()" "zx.$" "bun.$" "execa.$" "dax.$" "execa" "execa()" "execa.execa" "execa.execa()" "$.nothrow" "$.raw" "Bun.$" "sh" "shell" "bash"))

; spawn("sh", ["-c", "…"])   execFile("sh", ["-c", "…"])   execa("sh", ["-c", "…"])
((identifier) @inject.argv
  (#any-of? @inject.argv "spawn" "spawnSync" "spawnSync2" "spawnSync3" "execFile" "execFileSync" "execFileSync2" "fork" "execa" "execaSync" "crossSpawn" "spawnAsync" "execFileAsync"))

; cp.spawn("sh", ["-c", "…"])   new Deno.Command("sh", { args: ["-c", "…"] })
((member_expression) @inject.argv
  (#any-of? @inject.argv
    "cross-spawn" "crossSpawn.sync" "execa.sync" "execa.execa" "execa.execaSync" "Deno.Command" "cross-spawn.sync"
    "child_process.spawn" "child_process.execFile"))

; anything.spawn("sh", ["-c", "…"])
([(property_identifier) (string_fragment)] @inject.argv.method
  (#any-of? @inject.argv.method "spawn" "spawnSync" "execFile" "execFileSync"))

; Deno.run({ cmd: ["sh", "-c", "…"] })
((member_expression) @inject.words
  (#eq? @inject.words "Deno.run"))

; execaCommand("bash -c '…'")   exec.exec("bash", ["-c", "…"]) of the actions toolkit
((identifier) @inject.line
  (#any-of? @inject.line "execaCommand" "execaCommandSync"))

; execa.command("bash -c '…'")
((member_expression) @inject.line
  (#any-of? @inject.line "execa.command" "execa.commandSync" "execa.execaCommand" "execa.execaCommandSync" "exec.exec" "@actions/exec.exec" "exec.getExecOutput" "@actions/exec.getExecOutput"))

; container.exec(["sh", "-c", "…"]): a list is a program and its words, whatever the object
([(property_identifier) (string_fragment)] @inject.list.method
  (#any-of? @inject.list.method "exec" "run" "runCommand"))

; run("sh", ["-c", "…"])   run(["sh", "-c", "…"])
((identifier) @inject.list
  (#any-of? @inject.list "run" "runCommand"))

; setTimeout("…")   new Function("…")
([(identifier) (member_expression)] @inject.code
  (#any-of? @inject.code "setTimeout" "setInterval" "setImmediate" "Function" "vm.runInThisContext" "vm.runInNewContext" "vm.runInContext"))

; spawn(process.execPath, ["-e", "…"])
((member_expression) @sink.self
  (#any-of? @sink.self "process.execPath" "process.argv0"))
