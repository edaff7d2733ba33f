import { extname } from "node:path";
import type { QueryFile } from "../../src/core/assets.js";
import { jsonMutants } from "./json-mutants.js";
import { scmMutants } from "./scm-mutants.js";

/** A query file without one of its parts. */
export interface Mutant {
  readonly path: string;
  /** The line of the missing part, counted from 1. */
  readonly line: number;
  readonly kind: "pattern" | "word" | "setting";
  /** A description of the missing part, such as its source text. */
  readonly missing: string;
  /** Only the answers to texts that contain one of these words can change; null if the answer to any text can. */
  readonly words: readonly string[] | null;
  /** The whole file without the part. */
  readonly text: string;
}

/** The settings that are only displayed and do not affect which findings there are. */
export const TEXT_KEYS: ReadonlySet<string> = new Set(["name", "message", "help", "severity"]);

/** The functions that return the mutants of a file, by the extension of its name. */
const kinds: Readonly<Record<string, (file: QueryFile) => Mutant[]>> = {
  ".scm": scmMutants,
  ".json": jsonMutants,
};

/**
 * Returns the mutants of a query file: for each pattern, each word and each setting that is not only displayed, the file without it.
 */
export function mutantsOf(file: QueryFile): Mutant[] {
  const mutants = kinds[extname(file.path)];
  if (mutants === undefined) throw new Error(`${file.path}: not a .scm or .json file`);
  return mutants(file);
}

/** Returns a text in which a part is replaced by spaces; line breaks are kept, so that line numbers do not change. */
export function without(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}

/** Returns the line of an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Returns the first line of a part, truncated to 80 UTF-16 code units. */
export function shortened(part: string): string {
  const [line = ""] = part.split("\n");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
