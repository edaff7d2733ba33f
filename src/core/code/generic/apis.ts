/**
 * How the arguments of a call are read.
 *
 * - `shell`: one string is shell text; several, or a list, are a program and its words
 * - `text`: the first string is shell text, whatever follows
 * - `words`: every argument is a word; a lone string is the name of a program
 * - `list`: a list is a program and its words; a string is not meant
 * - `blanks`: a string is split at blanks, a list is words; no shell
 * - `line`: a string is split at blanks and by quotes, several are words; no shell
 * - `quotes`: a program, then one string of arguments that is split by quotes
 * - `exec`: a program, then a list that begins with its own name
 * - `chain`: the program; `.arg` and `.args` add words
 * - `pipeline`: each argument is a command, and a pipe connects them
 * - `open`: Perl's open with a pipe
 * - `job`: a name and a place for the output, then as `shell`
 * - `sparse`: words, with values between them that are none
 */
export type Shape = "shell" | "text" | "words" | "list" | "blanks" | "line" | "quotes" | "exec" | "chain" | "pipeline" | "open" | "job" | "sparse";

/** Calls by name: `name`, `Qualifier.name`, or `*.name` for a method of anything. `::`, `->` and `:` are written as dots. */
export type ApiTable = Readonly<Record<string, Shape>>;

const JVM: ApiTable = { "*.exec": "blanks", ProcessBuilder: "words", "*.command": "words", "*.ProcessBuilder": "words", "*.setCommand": "text", "*.execCommand": "text", "*.execInContainer": "words", "*.withCommand": "words", "*.addUserData": "text", "*.addCommands": "text" };

/** The table of each dialect. */
export const APIS: Readonly<Record<string, ApiTable>> = {
  ruby: {
    system: "shell", exec: "shell", spawn: "shell", sh: "shell", shell_out: "shell", "shell_out!": "shell", "Kernel.system": "shell", "Kernel.exec": "shell", "Kernel.spawn": "shell", "Process.spawn": "shell",
    "IO.popen": "shell", "PTY.spawn": "shell", "Open3.capture2": "shell", "Open3.capture2e": "shell", "Open3.capture3": "shell", "Open3.popen2": "shell", "Open3.popen2e": "shell", "Open3.popen3": "shell",
    "Open3.pipeline": "pipeline", "Open3.pipeline_r": "pipeline", "Open3.pipeline_start": "pipeline", "Process.run": "shell", execute: "shell", command: "text", code: "text", open: "open", run: "shell", shell: "shell", sudo: "shell", "*.exec!": "text", "*.ssh_exec!": "text",
  },
  perl: { system: "shell", exec: "shell", open: "open", "IPC.Open3.open3": "shell", readpipe: "text", capture: "shell", "IPC.System.Simple.capture": "shell", "IPC.Run.run": "shell" },
  php: { shell_exec: "text", exec: "text", system: "text", passthru: "text", popen: "text", proc_open: "text", pcntl_exec: "words", "Process.fromShellCommandline": "text", Process: "list", "Process.run": "shell", "*.exec": "text", "*.run": "text", run: "text", runLocally: "text" },
  groovy: { sh: "text", bat: "text", ...JVM, commandLine: "words", "*.execute": "blanks", "steps.sh": "text", "script.sh": "text", "this.sh": "text" },
  c: { system: "text", popen: "text", _popen: "text", "std.system": "text", "process.system": "shell", execl: "exec", execlp: "exec", execle: "exec", execv: "exec", execve: "exec", execvp: "exec", executeShell: "text", spawnShell: "text", "os.execute": "text", "os.system": "text", "*.launch": "words", "QProcess.execute": "words", "QProcess.startDetached": "words" },
  java: JVM,
  kotlin: { ...JVM, "Process": "blanks", commandLine: "words" },
  scala: { ...JVM, "*.!": "line", "os.proc": "words", Process: "blanks", "Process.apply": "blanks", Seq: "words" },
  dart: { "Process.run": "words", "Process.start": "words", "Process.runSync": "words", "shell.run": "line", "*.run": "list" },
  csharp: { "Process.Start": "quotes", ProcessStartInfo: "quotes", "*.Start": "quotes", Run: "quotes", RunAsync: "quotes", "Command.Run": "quotes", "Command.RunAsync": "quotes" },
  go: { "exec.Command": "words", "exec.CommandContext": "words", "syscall.Exec": "exec", "os.StartProcess": "exec", "*.Command": "words", "*.WithExec": "list", WithExec: "list", "session.Run": "text", "session.CombinedOutput": "text", "session.Output": "text", "session.Start": "text", "sess.Run": "text", "sh.Run": "words", "sh.RunV": "words", "sh.Output": "words" },
  rust: { "Command.new": "chain", "process.Command.new": "chain", "cmd!": "line", "*.Exec.shell": "text", "Exec.shell": "text" },
  swift: { "Process.run": "words", shellOut: "text", shell: "text", system: "text", popen: "text" },
  lua: { "os.execute": "text", "io.popen": "text", "fn.system": "shell", "fn.systemlist": "shell", "fn.jobstart": "shell", "vim.system": "list", "hs.execute": "text" },
  r: { system: "text", system2: "words", shell: "text", pipe: "text", "processx.run": "words" },
  julia: { run: "line", read: "line", readchomp: "line", success: "line", pipeline: "pipeline" },
  elixir: { "os.cmd": "text", "System.shell": "text", "System.cmd": "words", "*.cmd": "text", "Port.open": "list", "MuonTrap.cmd": "words", "Rambo.run": "words" },
  nim: { execCmd: "text", execShellCmd: "text", execCmdEx: "text", execProcess: "text", staticExec: "text", gorge: "text", gorgeEx: "text", exec: "text" },
  haskell: { callCommand: "text", system: "text", shell: "text", readCreateProcess: "text", callProcess: "words", readProcess: "words", rawSystem: "words", proc: "words" },
  lisp: {
    sh: "words", "shell/sh": "words", shell: "line", "process/shell": "line", "p/shell": "line", "babashka.process/shell": "line", "shell-command": "text", "shell-command-to-string": "text", "async-shell-command": "text", system: "text", "uiop:run-program": "text",
    "call-process-shell-command": "text", "process-lines": "words", "eshell-command": "text", compile: "text", "call-process": "sparse", "start-process": "job", "start-process-shell-command": "job", "start-file-process-shell-command": "job", "clojure.java.shell/sh": "words",
  },
  ocaml: { "Sys.command": "text", "Unix.system": "text", "Unix.open_process_in": "text", "Unix.open_process": "text" },
  sql: { PROGRAM: "text", program: "text", xp_cmdshell: "text" },
  hcl: {},
  applescript: { script: "text" },
};

/** Where the language is not known: names that mean the same wherever they stand. */
export const ANY_APIS: ApiTable = {
  system: "shell", shell_exec: "text", passthru: "text", popen: "text", "os.execute": "text", "io.popen": "text", "IO.popen": "shell", "Open3.capture3": "shell", "Open3.capture2": "shell", "Kernel.system": "shell",
  "exec.Command": "words", "exec.CommandContext": "words", "Command.new": "chain", ProcessBuilder: "words", "*.exec": "list", exec: "words", execl: "exec", execlp: "exec", "syscall.Exec": "exec", "*.withExec": "list", "*.with_exec": "list", "os.cmd": "text", "System.cmd": "words", "std.system": "text",
  "Process.Start": "quotes", callCommand: "text", execShellCmd: "text", "Process.run": "words", "fn.system": "shell", shellOut: "text", executeShell: "text", system2: "words", "os.proc": "words", sh: "text", commandLine: "words", run_command: "words",
  execute_command_line: "text", "Sys.command": "text", "libc.system": "text", ExecuteProcess: "words",
};

/** Names whose value a tool runs as shell where a description of work assigns it: `command = "…"`, `inline: "…"`. */
export const ASSIGNED: Readonly<Record<string, ReadonlySet<string>>> = {
  hcl: new Set(["command", "commands", "program", "entrypoint", "inline", "user_data", "user-data", "custom_data", "startup_script", "startup-script", "metadata_startup_script", "shell_local", "execute_command"]),
  ruby: new Set(["inline"]),
  kotlin: new Set(["commandLine", "scriptContent"]),
  groovy: new Set(["commandLine"]),
  lua: new Set(["build", "run"]),
};

/** The assigned names of which a list is the words of one command, not its lines. */
export const OF_WORDS: ReadonlySet<string> = new Set(["command", "program", "entrypoint", "commandLine"]);

/** A process described step by step: its program, its arguments, and how these are read. */
export interface ProcessObject {
  /** Calls that make one. */
  readonly made: ReadonlySet<string>;
  /** Properties that name the program, and those that hold the arguments. */
  readonly program: ReadonlySet<string>;
  readonly arguments: ReadonlySet<string>;
  readonly shape: Shape;
  /** Methods that add words, with the property they belong to; those of a chain need none. */
  readonly adders: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Cocoa's task, in Swift and Objective-C. */
const TASK: ProcessObject = { made: NO_NAMES, program: new Set(["launchPath", "executableURL"]), arguments: new Set(["arguments"]), shape: "words", adders: NO_NAMES };

export const PROCESS_OBJECTS: Readonly<Record<string, ProcessObject>> = {
  csharp: { made: new Set(["ProcessStartInfo"]), program: new Set(["FileName"]), arguments: new Set(["Arguments", "ArgumentList"]), shape: "quotes", adders: new Set(["ArgumentList.Add"]) },
  swift: TASK,
  c: TASK,
  hcl: { made: NO_NAMES, program: new Set(["command", "program"]), arguments: new Set(["args"]), shape: "words", adders: NO_NAMES },
  rust: { made: new Set(["new"]), program: NO_NAMES, arguments: new Set(["arg"]), shape: "chain", adders: NO_NAMES },
};

/** C's way to fill a buffer, PHP's to define a constant: what the first argument names holds the string from then on. */
export const FILLING: ReadonlySet<string> = new Set(["sprintf", "snprintf", "asprintf", "strcpy", "strncpy", "define"]);

/** The same, behind what it holds already. */
export const APPENDING: ReadonlySet<string> = new Set(["strcat", "strncat"]);

/** Methods that put their arguments at the end of a list. */
export const ADDING: ReadonlySet<string> = new Set(["add", "Add", "push", "push_back"]);

/** Words before a name that is followed by its value. */
export const DEFINERS: ReadonlySet<string> = new Set(["define", "def", "defvar", "defconst", "defparameter", "setq", "setf"]);

/** Functions and methods that put the parts of a list, or their arguments, together, and what they put between; null where they must be told. */
export const JOINERS: Readonly<Record<string, string | null>> = { join: null, Join: null, implode: null, concat: null, mkString: null, joinToString: null, paste: " ", paste0: "", "concat!": "" };

/** Functions that quote a text for a shell: it is one word of the command line. */
export const QUOTERS: ReadonlySet<string> = new Set(["escapeshellarg", "shellescape", "escape", "shell_quote", "quote", "Quote"]);

/** Words that make a list of what stands in the parentheses after them. */
export const LIST_MAKERS: ReadonlySet<string> = new Set(["of", "asList", "listOf", "arrayOf", "mutableListOf", "array", "c", "Seq", "List", "Array", "vec", "vec!", "NSArray"]);
