import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Span } from "../../src/core/model.js";

/** A contract case: a line of a `.jsonl` file below `cases/`. */
export interface ContractCase {
  /** The letter of a family and a number, such as `A-017`. */
  readonly id: string;
  /** The text, with every expected span between `⟦` and `⟧`. */
  readonly marked: string;
  /** Whether the label `PS` is expected. */
  readonly ps: boolean;
  /** What the case tests: a rule of the specification, with the letter of its section (`A2`), or a section of the decisions (`dec4`). */
  readonly rule: string;
  /** The reason for the expectation. */
  readonly note: string;
}

const OPEN = "⟦";
const CLOSE = "⟧";
const FOLDER = new URL("./cases/", import.meta.url);
const GAPS = new URL("../gaps.txt", import.meta.url);

/** Returns the sorted paths of the case files, relative to `cases/` (`pipe/forms.jsonl`). */
export function caseFiles(): string[] {
  return readdirSync(fileURLToPath(FOLDER), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** Returns the cases of a file, in order. */
export function readCases(path: string): ContractCase[] {
  const lines = readFileSync(new URL(path, FOLDER), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ContractCase);
}

/**
 * Returns the reason for each known gap by the id of its case. The detector's result for such a case differs from the expected one, and
 * the fix would be too complex. A line of `test/gaps.txt` is an id and a reason.
 */
export function readGaps(): ReadonlyMap<string, string> {
  const lines = readFileSync(GAPS, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.split(" ", 1)[0] ?? "", line.replace(/^\S+\s*/, "")]));
}

/**
 * Returns a text without marks, and the marked spans in UTF-16 code units.
 * @throws Error for nested, unclosed or empty marks
 */
export function unmark(marked: string): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = "";
  let open: number | null = null;
  for (const char of marked) {
    if (char === OPEN) {
      if (open !== null) throw new Error(`mark opens inside a mark: ${marked}`);
      open = text.length;
    } else if (char === CLOSE) {
      if (open === null || open === text.length) throw new Error(`mark closes nothing: ${marked}`);
      spans.push([open, text.length]);
      open = null;
    } else text += char;
  }
  if (open !== null) throw new Error(`mark stays open: ${marked}`);
  return { text, spans };
}

/** Returns a text with marks around spans. */
export function mark(text: string, spans: readonly Span[]): string {
  let marked = "";
  let at = 0;
  for (const [start, end] of spans) {
    marked += text.slice(at, start) + OPEN + text.slice(start, end) + CLOSE;
    at = end;
  }
  return marked + text.slice(at);
}
