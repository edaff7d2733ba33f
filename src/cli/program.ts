import { fstatSync } from "node:fs";
import { createDetectorPool, createNodeDetector } from "../host/node.js";
import packageJson from "../../package.json" with { type: "json" };
import type { Toolkit } from "./context.js";
import { run } from "./run.js";

/** The command line of this process, from its first word to its exit status. */
export async function program(): Promise<void> {
  const { stdin, stdout, stderr, env } = process;
  stderr.on("error", () => undefined); // nobody reads the messages any more
  const toolkit: Toolkit = { createDetector: createNodeDetector, createPool: (rules, threads) => createDetectorPool({ ...rules, threads }) };
  const context = { toolkit, stdin, stdout, stderr, env, cwd: process.cwd(), stdinIsData: stdinIsData() };

  process.exitCode = await run(process.argv.slice(2), context, packageJson.version);
  // a half-read standard input would keep the process alive
  stdin.destroy();
}

/** Standard input is data where it is a pipe, a socket or a file; a terminal or /dev/null is not. */
function stdinIsData(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket() || stdin.isFile();
  } catch {
    return false;
  }
}
