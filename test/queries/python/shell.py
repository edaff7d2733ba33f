# Calls that start programs, by how their arguments are read, and the same names elsewhere.

  os.system("ls")
# ^^^^^^^^^ inject.shell

  subprocess.run(["ls"])
# ^^^^^^^^^^^^^^ inject.process
# ^^^^^^^^^^^^^^ !inject.shell

  client.exec_command("ls")
#        ^^^^^^^^^^^^ inject.shell.method

  asyncio.create_subprocess_exec("ls")
# ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ inject.words

  os.execlp("ls", "ls")
# ^^^^^^^^^ inject.exec

  pexpect.spawn("ls")
# ^^^^^^^^^^^^^ inject.line

  container.exec_run("ls")
#           ^^^^^^^^ inject.line.method

  shlex.split("ls -l")
# ^^^^^^^^^^^ flow.split

  foo.system("ls")
# ^^^^^^^^^^ !inject.shell

  print("os.system")
# ^^^^^ flow.barrier
#        ^^^^^^^^^ !inject.shell
