import { join } from "node:path";
import { tmpdir } from "node:os";
import { spawn } from "node:child_process";
import { CURLEW } from "../support/built.js";

/** The state folder of hooks under test, so that they do not write to the real home folder. */
const STATE = join(tmpdir(), "curlew-test-state");

export interface Process {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command and argument that start the built curlew. */
export const command: readonly string[] = [process.execPath, CURLEW];

export interface Options {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Record<string, string>;
}

/** Runs `curlew …` as a separate process. */
export function curlew(args: readonly string[], options: Options = {}): Promise<Process> {
  return start([...command, ...args], options);
}

/** Runs bash code in which `curlew` is a function that runs the built command. */
export function bash(line: string, options: Options = {}): Promise<Process> {
  const definition = `curlew() { ${command.map((word) => `'${word}'`).join(" ")} "$@"; }`;
  return start(["bash", "-c", `${definition}\n${line}`], options);
}

function start(
  [program = "", ...args]: readonly string[],
  { cwd, stdin, env }: Options,
): Promise<Process> {
  return new Promise((resolve, reject) => {
    const { FORCE_COLOR: _force, NO_COLOR: _no, ...clean } = process.env;
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...clean, XDG_CONFIG_HOME: "/nonexistent", XDG_STATE_HOME: STATE, ...env },
      stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (status) =>
      resolve({
        status,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    );
    child.stdin?.on("error", () => undefined); // a program that rejects its arguments ends without reading its input, which causes EPIPE
    child.stdin?.end(stdin);
  });
}
