; Python calls that start programs. The capture says how the arguments are read:
; .shell   the first is shell code               .process  a list, or shell code with shell=True
; .words   each argument is a word               .exec     a program, then a list that begins with the program's name
; .line    a line that is split without a shell  .image    a container image, then such a line
; .list    a list; other calls are ignored       .asked    a keyword argument that makes any call use a shell
; .code    code that Python itself runs          .method   is added for methods of any object
; @sink.self is a name for the interpreter that runs the current program.

; os.system("…")
((attribute) @inject.shell
  (#any-of? @inject.shell
    "os.system" "os.popen" "os.popen2" "os.popen3" "posix.system" "popen2.popen2" "popen2.popen3"
    "subprocess.getoutput" "subprocess.getstatusoutput" "commands.getoutput" "commands.getstatusoutput" "platform.popen"
    "anyio.run_process" "asyncio.create_subprocess_shell" "asyncio.subprocess.create_subprocess_shell" "pexpect.run" "pexpect.runu"
    "fabric.api.run" "fabric.api.local" "fabric.api.sudo" "fabric.operations.run" "invoke.run"))

; c.run("…"): a connection or context of fabric and invoke, or a host of testinfra
((attribute) @inject.shell
  (#any-of? @inject.shell
    "c.run" "ctx.run" "context.run" "conn.run" "connection.run" "c.sudo" "ctx.sudo" "conn.sudo" "connection.sudo"
    "c.local" "ctx.local" "conn.local" "connection.local" "context.sudo"
    "host.run" "host.check_output" "Connection().run" "Connection().sudo" "fabric.Connection().run" "fabric.Connection().sudo" "Context().run" "invoke.Context().run"
    "ShellTool().run" "get_ipython().system" "ctypes.CDLL().system" "ctypes.cdll.msvcrt.system" "ctypes.cdll.LoadLibrary().system"))

; f.__globals__["system"]("…"): the names of the module os
((attribute) @inject.shell
  (#any-of? @inject.shell "__globals__.system" "__globals__.popen"))

; local("…") of fabric and of a Tiltfile
((identifier) @inject.shell
  (#any-of? @inject.shell "local"))

; BashOperator(bash_command="…")   run_shell("…"): functions whose name says that they use a shell
((identifier) @inject.shell
  (#any-of? @inject.shell
    "BashOperator" "SSHOperator" "run_shell" "run_shell_command" "run_shell_cmd" "exec_shell" "execute_shell" "execute_shell_command" "shell_exec" "exec_command" "run_commands"))

; sandbox.commands.run("…")
((attribute) @inject.shell
  (#any-of? @inject.shell
    "sandbox.commands.run" "sbx.commands.run" "sandbox.process.exec" "sandbox.exec"
    "Sandbox().commands.run" "e2b.Sandbox().commands.run" "e2b_code_interpreter.Sandbox().commands.run"
    "Sandbox.create().commands.run" "e2b.Sandbox.create().commands.run" "e2b_code_interpreter.Sandbox.create().commands.run"))

; [sys.executable, "-c", "…"]   sys.executable.replace(".exe", "w.exe")
((attribute) @sink.self
  (#any-of? @sink.self "sys.executable" "sys.executable.replace()"))

; client.exec_command("…")
((identifier) @inject.shell.method
  (#any-of? @inject.shell.method "exec_command" "create_subprocess_shell" "getoutput" "getstatusoutput" "subprocess_shell" "run_commands" "add_commands" "add_user_data"
    "run_shell" "run_shell_command" "run_shell_cmd" "exec_shell" "execute_shell" "execute_shell_command" "shell_exec"))

; subprocess.run("…", shell=True)   subprocess.run(["bash", "-c", "…"])
((attribute) @inject.process
  (#any-of? @inject.process
    "subprocess.run" "subprocess.call" "subprocess.check_call" "subprocess.check_output" "subprocess.Popen"
    "subprocess32.check_output" "psutil.Popen" "gevent.subprocess.Popen"
    "sp.run" "sp.call" "sp.check_call" "sp.check_output" "sp.Popen"))

; Popen("…", shell=True) without a visible import
((identifier) @inject.process
  (#any-of? @inject.process "Popen" "call" "check_output" "check_call"))

; asyncio.create_subprocess_exec("bash", "-c", "…")
([(identifier) (attribute)] @inject.words
  (#any-of? @inject.words "asyncio.create_subprocess_exec" "asyncio.subprocess.create_subprocess_exec" "create_subprocess_exec" "session.run" "modal.Sandbox.create" "Sandbox.create"
    "modal.Sandbox.create().exec" "Sandbox.create().exec"))

; os.execlp("bash", "bash", "-c", "…")   os.execvp("bash", ["bash", "-c", "…"])
((attribute) @inject.exec
  (#any-of? @inject.exec
    "os.execl" "os.execle" "os.execlp" "os.execlpe" "os.spawnl" "os.spawnlp"
    "os.execv" "os.execve" "os.execvp" "os.execvpe" "os.spawnv" "os.spawnvp" "os.posix_spawn" "os.posix_spawnp"))

; pexpect.spawn("bash -c '…'")
((attribute) @inject.line
  (#any-of? @inject.line "pexpect.spawn" "pexpect.spawnu" "delegator.run" "sarge.run"))

; container.exec_run("bash -c '…'")
((identifier) @inject.line.method
  (#any-of? @inject.line.method "exec_run"))

; client.containers.run("alpine", "sh -c '…'"): an image, then a command line
((attribute) @inject.image
  (#any-of? @inject.image "client.containers.run" "docker_client.containers.run" "docker.from_env().containers.run"))

; run(["sh", "-c", "…"])   run("…", shell=True) without a visible import
((identifier) @inject.list
  (#any-of? @inject.list "run" "run_command" "run_cmd" "execute"))

; self.run(["sh", "-c", "…"]): a list is a program and its arguments, whatever the object
((identifier) @inject.list.method
  (#any-of? @inject.list.method "run" "run_command" "run_cmd" "exec" "execute" "start" "startDetached"))

; run_cmd("…", shell=True): the keyword argument selects a shell, whatever is called
((identifier) @inject.asked
  (#eq? @inject.asked "shell"))

; shlex.split("bash -c '…'")
([(identifier) (attribute)] @flow.split
  (#eq? @flow.split "shlex.split"))

; timeit.timeit("…")
((attribute) @inject.code
  (#any-of? @inject.code "timeit.timeit" "timeit.repeat" "cProfile.run" "profile.run"))
