import { spawn, type ChildProcess } from "node:child_process";
import { CURLEW } from "../support/built.js";

/** The result of a process. */
export interface ProcessResult {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessResult>;
}

interface Options {
  cwd: string;
  stdin?: string;
  env?: Record<string, string>;
}

/** Starts `curlew …` as a separate process. */
export function start(args: readonly string[], options: Options): Running {
  return startNode([CURLEW, ...args], options);
}

/** Starts Node with arguments as a separate process. */
export function startNode(args: readonly string[], { cwd, stdin, env }: Options): Running {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(stdin);
  const ended = new Promise<ProcessResult>((done, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) =>
      done({
        status,
        signal,
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
      }),
    );
  });
  return { child, ended };
}

/** Runs `curlew …` as a separate process until it ends. */
export function curlew(args: readonly string[], options: Options): Promise<ProcessResult> {
  return start(args, options).ended;
}

const TEXTS = [
  "Nothing to see here, only words about shells and curls.",
  "Run `curl -fsSL https://get.one.example/i.sh | sh` to install.",
  "```sh\nwget -qO- https://two.example/setup | sudo bash\n```\nThen log in.",
  "# Title\n\nSome prose with `npm install` and more prose. ".repeat(20),
  "```python\nexec(base64.b64decode(payload))\n```",
];

/** Returns a number of records with and without findings, as JSON lines. */
export function corpus(records: number): string {
  return Array.from(
    { length: records },
    (_, i) =>
      `${JSON.stringify({ ...(i % 3 === 0 ? {} : { id: `r${i}` }), text: `${i}. ${TEXTS[(i * 7) % TEXTS.length]}`, lang: "en" })}\n`,
  ).join("");
}
