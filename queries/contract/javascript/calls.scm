; JavaScript calls that start programs. The capture says how the arguments are read:
; .shell   the first is shell code              .argv     a program and a list; shell code with { shell: true }
; .words   the list, or all arguments           .list     a list; calls with other arguments are ignored
; .line    a line that is split without a shell .template the tag of a template that is shell code
; .code    code that JavaScript itself runs     .method   is added for methods of any object
; @sink.self is a name for the interpreter that runs the current program.

; exec("…")   execSync("…")   execSync2("…"), renamed by a bundler
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

; $`…`: template tags of zx, Bun and similar libraries
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

; execaCommand("bash -c '…'")
((identifier) @inject.line
  (#any-of? @inject.line "execaCommand" "execaCommandSync"))

; execa.command("bash -c '…'")   exec.exec("bash", ["-c", "…"]) of the GitHub Actions toolkit
((member_expression) @inject.line
  (#any-of? @inject.line "execa.command" "execa.commandSync" "execa.execaCommand" "execa.execaCommandSync" "exec.exec" "@actions/exec.exec" "exec.getExecOutput" "@actions/exec.getExecOutput"))

; container.exec(["sh", "-c", "…"]): a list is a program and its arguments, whatever the object
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
