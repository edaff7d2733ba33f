import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { CURLEW } from "../../support/built.js";
import type { Cleanup } from "./services.js";

export interface CliOptions {
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** Additional arguments for Node. */
  readonly node?: readonly string[];
}

/** A process of the built command `curlew`. */
export class CliProcess {
  readonly child: ChildProcess;
  stdout = "";
  stderr = "";
  readonly #exit: Promise<number | null>;

  constructor(cleanup: Cleanup, { args, env = {}, cwd, node = [] }: CliOptions) {
    const { PATH, HOME } = process.env;
    this.child = spawn(process.execPath, [...node, CURLEW, ...args], {
      env: { PATH, HOME, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.#exit = once(this.child, "close").then(([status]) => status as number | null);
    cleanup.add(async () => {
      this.child.kill("SIGKILL");
      await this.#exit;
    });
  }

  /** Resolves to the exit status when the process has ended, or to null if a signal ended it. */
  exit(): Promise<number | null> {
    return this.#exit;
  }

  /** Waits until the service listens, and returns its URL. */
  async address(): Promise<string> {
    for (;;) {
      const address = /listens on (http:\S+)/.exec(this.stderr)?.[1];
      if (address !== undefined) return address;
      if (this.child.exitCode !== null)
        throw new Error(`ended with ${this.child.exitCode}: ${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Posts a request for an assessment to a gateway. */
export function assess(address: string, token: string, body: unknown): Promise<Response> {
  return fetch(`${address}/v1/assessments`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
