/** Installs other analyzers and runtimes into a temporary folder, which is removed after use, and runs them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder with installed npm packages. */
export interface Outside {
  readonly folder: string;
  /** The environment for the installed programs, with a separate home folder, so that they do not use the user's configuration. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns the installed version of a package. */
  version(name: string): string;
  remove(): void;
}

/**
 * Installs npm packages into a new temporary folder.
 * @param packages names with versions, such as `name@1.2.3`
 * @throws Error if npm cannot install them
 */
export function installOutside(...packages: readonly string[]): Outside {
  const folder = mkdtempSync(join(tmpdir(), "curlew-outside-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  if (status !== 0) {
    remove();
    throw new Error(
      `npm could not install ${packages.join(" ")}: ${stderr.trim().split("\n").at(-1) ?? ""}`,
    );
  }
  const home = join(folder, "home");
  mkdirSync(home);
  return {
    folder,
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, "config"),
      TIRITH_OFFLINE: "1",
      NO_COLOR: "1",
    },
    version: (name) =>
      (
        JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as {
          version: string;
        }
      ).version,
    remove,
  };
}

/** The packages of the analyzers with which curlew is compared. */
export const TIRITH = "@sheeki03/tirith-linux-x64";
export const SAFETY_NET = "cc-safety-net";
export const PEERS: readonly string[] = [`${TIRITH}@0.4.2`, `${SAFETY_NET}@2.4.5`];

/** Returns the path of the installed tirith. */
export function tirithProgram({ folder }: Outside): string {
  return join(folder, "node_modules", TIRITH, "bin", "tirith");
}

/** Returns the command line that checks a shell command with tirith. */
export function tirithOn(
  outside: Outside,
  command: string,
  shell: "posix" | "powershell" = "posix",
): string[] {
  return [
    tirithProgram(outside),
    "check",
    "--no-daemon",
    "--offline",
    "--non-interactive",
    "--shell",
    shell,
    "--format",
    "json",
    "--",
    command,
  ];
}

/** Returns the command line that runs cc-safety-net as a hook. A {@link hookEvent} is passed on standard input. */
export function safetyNet({ folder }: Outside): string[] {
  return [
    process.execPath,
    join(folder, "node_modules", SAFETY_NET, "dist", "bin", "cc-safety-net.js"),
    "hook",
    "--coding-cli",
  ];
}

/** Returns the event that a coding agent passes to a hook before it runs a command. */
export function hookEvent(command: string, cwd: string): string {
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    cwd,
  });
}

/** The result of a program that has ended. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** User and system time, in milliseconds. */
  readonly processor: number;
}

/** Runs a program until it ends, and returns its output and processor time. */
export function runTimed(
  words: readonly string[],
  {
    stdin = "",
    ...options
  }: { readonly stdin?: string; readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Ran {
  const line = 'TIMEFORMAT="took %3U %3S"; time "$@"';
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line, "bash", ...words], {
    ...options,
    input: stdin,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const [whole = "", user = "0", system = "0"] =
    /took ([\d.]+) ([\d.]+)\n$/.exec(stderr)?.map((each) => each) ?? [];
  return {
    status,
    stdout,
    stderr: stderr.slice(0, stderr.length - whole.length),
    processor: (Number(user) + Number(system)) * 1000,
  };
}
