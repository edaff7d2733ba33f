import { extname } from "node:path";
import type { QueryFile } from "../../src/core/assets.js";
import { jsonMutants } from "./json.js";
import { scmMutants } from "./scm.js";

/** A query file without one of its parts. */
export interface Mutant {
  readonly path: string;
  /** One-based: where the part stands. */
  readonly line: number;
  readonly kind: "pattern" | "word" | "setting";
  /** What is missing, for a person to find it in the line. */
  readonly missing: string;
  /** Only texts that hold one of these can be read in another way; null where any may. */
  readonly words: readonly string[] | null;
  /** The whole file without the part. */
  readonly text: string;
}

/** Settings that are shown to people and change no verdict. */
export const told: ReadonlySet<string> = new Set(["name", "message", "help", "severity"]);

/** How a file is taken apart, by the ending of its name. */
const kinds: Readonly<Record<string, (file: QueryFile) => Mutant[]>> = {
  ".scm": scmMutants,
  ".json": jsonMutants,
};

/** Every mutant of a query file: without each pattern, each word and each setting. */
export function mutantsOf(file: QueryFile): Mutant[] {
  const mutants = kinds[extname(file.path)];
  if (mutants === undefined) throw new Error(`${file.path}: no query file is known to end so`);
  return mutants(file);
}

/** A file's text without a part of it; what remains keeps its line. */
export function without(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}

/** One-based line of an offset. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** The part's first line, for a list. */
export function shortened(part: string): string {
  const [line = ""] = part.split("\n");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
