import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Programs a snippet may use; nothing else is on its PATH. */
const allowed = ["bash", "sh", "zsh", "python3", "node", "env", "nohup", "nice", "timeout", "stdbuf", "setsid", "ionice", "cat", "tee", "sed", "grep", "tr", "sort", "diff", "touch"];

/** What the stub fetchers put out: code that leaves a mark when an interpreter takes it as its program. */
const payloads = {
  shell: "\nzork\n",
  python3: "\nimport os; open(os.environ['MARK'], 'w').close()\n",
  node: "\nrequire('fs').writeFileSync(process.env.MARK, '')\n",
} as const;

/** A folder where generated shell snippets run with stub fetchers: no network, little on PATH, limited time. */
export class Sandbox {
  private readonly folder = mkdtempSync(join(tmpdir(), "curlew-oracle-"));
  private readonly bin = join(this.folder, "bin");
  private readonly work = join(this.folder, "work");
  private readonly mark = join(this.folder, "mark");
  readonly programs: ReadonlySet<string>;

  constructor() {
    mkdirSync(this.bin);
    mkdirSync(this.work);
    const found = allowed.filter((name) => {
      const path = spawnSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
      if (!path.startsWith("/")) return false;
      // a launcher script of a version manager needs its own PATH: ask the program where it really is
      const real = name === "python3" ? spawnSync(path, ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout.trim() : path;
      symlinkSync(real, join(this.bin, name));
      return true;
    });
    this.programs = new Set(found);
    for (const fetcher of ["curl", "wget"]) this.script(fetcher, 'printf %s "$PAYLOAD"');
    this.script("zork", ': > "$MARK"');
    for (const name of ["local.sh", "local.file", "report.py", "transform.js"]) writeFileSync(join(this.work, name), "\n");
  }

  /** True where fetched bytes reached an interpreter as its program. */
  executes(snippet: string, interpreter: string): boolean {
    rmSync(this.mark, { force: true });
    const payload = interpreter === "python3" || interpreter === "node" ? payloads[interpreter] : payloads.shell;
    spawnSync(join(this.bin, "bash"), ["-c", snippet], {
      cwd: this.work,
      env: { PATH: this.bin, PAYLOAD: payload, MARK: this.mark, HOME: this.work },
      input: "",
      timeout: 5_000,
      stdio: ["pipe", "ignore", "ignore"],
    });
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
