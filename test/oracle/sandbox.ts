import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stubs } from "./stubs.js";

/** The programs of this machine that a snippet can run, besides the stub programs. */
const installed = [
  ...[
    "bash",
    "sh",
    "zsh",
    "python3",
    "node",
    "env",
    "nohup",
    "nice",
    "timeout",
    "stdbuf",
    "setsid",
    "ionice",
    "xargs",
    "find",
    "script",
    "printenv",
    "which",
    "time",
    "printf",
    "echo",
  ],
  ...[
    "cat",
    "tac",
    "tee",
    "sed",
    "awk",
    "grep",
    "tr",
    "sort",
    "head",
    "tail",
    "rev",
    "diff",
    "touch",
    "chmod",
    "wc",
    "dd",
    "mkfifo",
    "gzip",
    "gunzip",
    "zcat",
    "base64",
    "xxd",
  ],
];

/** The files in the working directory of a snippet. They contain no code. */
const files = ["local.sh", "local.file", "report.py", "transform.js"];

/** Matches snippets in which a program may still run when the shell has ended. */
const mayOutliveShell = />\s*\(|coproc|&\s/;

/** The output of the stub fetchers: code that creates a file when an interpreter executes it. */
const payloads = {
  shell: "\nzork\n",
  python3: "\nimport os; open(os.environ['MARK'], 'w').close()\n",
  node: "\nrequire('fs').writeFileSync(process.env.MARK, '')\n",
} as const;

/**
 * Runs generated shell snippets in a temporary folder, with stubs instead of `curl` and `wget`, a PATH with only the listed programs,
 * and a time limit of five seconds. Nothing else isolates the snippets from the system.
 */
export class Sandbox {
  private readonly folder = mkdtempSync(join(tmpdir(), "curlew-oracle-"));
  private readonly bin = join(this.folder, "bin");
  private readonly work = join(this.folder, "work");
  private readonly mark = join(this.folder, "mark");
  /** The names of the installed programs that are available. */
  readonly programs: ReadonlySet<string>;

  constructor() {
    mkdirSync(this.bin);
    mkdirSync(this.work);
    const found = installed.filter((name) => {
      const path = pathOf(name);
      if (path === null) return false;
      // python3 may be a script of a version manager, which does not run with the PATH of the sandbox
      const real =
        name === "python3"
          ? spawnSync(path, ["-c", "import sys; print(sys.executable)"], {
              encoding: "utf8",
            }).stdout.trim()
          : path;
      symlinkSync(real, join(this.bin, name));
      return true;
    });
    this.programs = new Set(found);
    for (const [name, body] of Object.entries(stubs)) this.script(name, body);
  }

  /** Runs a snippet. Returns whether the interpreter executed the fetched code. */
  executes(snippet: string, interpreter: string): boolean {
    rmSync(this.mark, { force: true });
    for (const name of readdirSync(this.work))
      rmSync(join(this.work, name), { recursive: true, force: true });
    for (const name of files) writeFileSync(join(this.work, name), "\n");
    const payload =
      interpreter === "python3" || interpreter === "node" ? payloads[interpreter] : payloads.shell;
    spawnSync(join(this.bin, "bash"), ["-c", snippet], {
      cwd: this.work,
      env: { PATH: this.bin, PAYLOAD: payload, MARK: this.mark, HOME: this.work },
      input: "",
      timeout: 5_000,
      stdio: ["pipe", "ignore", "ignore"],
    });
    for (
      let tries = 0;
      tries < 60 && mayOutliveShell.test(snippet) && !existsSync(this.mark);
      tries++
    )
      pause(10);
    return existsSync(this.mark);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private script(name: string, body: string): void {
    const path = join(this.bin, name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
  }
}

/** Returns the path of an installed program, or null if it is not installed. For `sh`, returns the path of bash. */
function pathOf(name: string): string | null {
  const found = spawnSync("/bin/sh", ["-c", `command -v ${name === "sh" ? "bash" : name}`], {
    encoding: "utf8",
  }).stdout.trim();
  const path = found.startsWith("/") ? found : `/usr/bin/${name}`; // `command -v` returns only the name of a builtin, which may also exist as a program
  return existsSync(path) ? path : null;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
