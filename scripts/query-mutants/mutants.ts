import { extname } from "node:path";
import type { QueryFile } from "../../src/core/assets.js";
import { jsonMutants } from "./json.js";
import { scmMutants } from "./scm.js";

/** A query file without one of its parts. */
export interface Mutant {
  readonly path: string;
  /** One-based line of the missing part. */
  readonly line: number;
  readonly kind: "pattern" | "word" | "setting";
  /** The missing part, with which a person can find it on the line. */
  readonly missing: string;
  /** Only texts that contain one of these can have another answer; null if any may. */
  readonly words: readonly string[] | null;
  /** The whole file without the part. */
  readonly text: string;
}

/** Settings that are displayed and do not affect findings. */
export const TEXT_KEYS: ReadonlySet<string> = new Set(["name", "message", "help", "severity"]);

/** Returns the mutants of a file, by the extension of its name. */
const kinds: Readonly<Record<string, (file: QueryFile) => Mutant[]>> = {
  ".scm": scmMutants,
  ".json": jsonMutants,
};

/** Returns every mutant of a query file: without each pattern, each word and each setting. */
export function mutantsOf(file: QueryFile): Mutant[] {
  const mutants = kinds[extname(file.path)];
  if (mutants === undefined) throw new Error(`${file.path}: no query file is known to end so`);
  return mutants(file);
}

/** Returns a file's text without a part of it; the rest keeps its lines. */
export function without(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}

/** Returns the one-based line of an offset. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Returns the part's first line, for a list. */
export function shortened(part: string): string {
  const [line = ""] = part.split("\n");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
