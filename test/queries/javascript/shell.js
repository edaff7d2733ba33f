// Calls that start programs, by how their arguments are read, and the same names elsewhere.

   execSync("ls")
// ^^^^^^^^ inject.shell

   cp.exec("ls")
// ^^^^^^^ inject.shell
//    ^^^^ inject.list.method

   cp.execSync("ls")
//    ^^^^^^^^ inject.shell.method

   cp["execSync"]("ls")
//     ^^^^^^^^ inject.shell.method

   $`ls`
// ^ inject.template

   spawn("ls", [])
// ^^^^^ inject.argv

   cp.spawn("ls", [])
//    ^^^^^ inject.argv.method

   Deno.run({ cmd: ["ls"] })
// ^^^^^^^^ inject.words

   execaCommand("ls")
// ^^^^^^^^^^^^ inject.line

   setTimeout("f()")
// ^^^^^^^^^^ inject.code

   re.exec("ls")
// ^^^^^^^ !inject.shell
