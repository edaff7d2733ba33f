import { fstatSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import packageJson from "../../package.json" with { type: "json" };
import { run } from "./run.js";
import { toolkitOf, type Library } from "./toolkit.js";

/**
 * Runs the command line of this process, from its first word to its exit status.
 * @param input what was read of standard input before; null where nothing was
 */
export async function program(
  load: () => Promise<Library>,
  input: Buffer | null = null,
): Promise<void> {
  const { stdout, stderr, env } = process;
  const stdin = input === null ? process.stdin : Readable.from([input]);
  stderr.on("error", () => undefined); // nobody reads the messages any more
  const context = {
    toolkit: toolkitOf(load),
    stdin,
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    stdinIsData: input !== null || stdinIsData(),
    stdinIsNull: input === null && stdinIsNull(),
  };

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

function stdinIsNull(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isCharacterDevice() && stdin.rdev === statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}
