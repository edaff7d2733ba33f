import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import fc from "fast-check";
import { caseFiles, readCases, unmark } from "../../test/contract/case-file.js";
import { neighbourFiles, readNeighbours } from "../../test/extended/neighbour-file.js";
import { choices, documentCase } from "../../test/generated/document-case.js";
import { mutated, seeds } from "../../test/hostile/mutations.js";
import { unmarked } from "../../test/support/marked.js";
import { CannotRun } from "./build-revision.js";

/** A text and its origin, such as a path, an id or a seed. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export const groups = ["cases", "corpora", "generated", "fuzz", "files", "texts"] as const;
export type Group = (typeof groups)[number];

export interface TextOptions {
  readonly seed: number;
  /** The files and folders of the group `texts`, which the user names. */
  readonly paths: readonly string[];
}

const GENERATED = 6000;
const FUZZED = 5000;
const MAX_BYTES = 200_000;

/** The functions that return all texts of a group, in a fixed order. */
export const readers: Readonly<Record<Group, (options: TextOptions) => NamedText[]>> = {
  cases: () => [
    ...caseFiles().flatMap((file) =>
      readCases(file).map(({ id, marked }) => ({ name: id, text: unmark(marked).text })),
    ),
    ...neighbourFiles().flatMap((file) =>
      readNeighbours(file).map(({ text }, index) => ({ name: `${file} ${index + 1}`, text })),
    ),
  ],
  corpora: () => filesBelow("corpora", (name) => name.endsWith(".jsonl")).flatMap(rows),
  generated: ({ seed }) =>
    fc.sample(choices, { numRuns: GENERATED, seed }).flatMap((choice, index) => {
      const marked = documentCase(choice);
      return marked === null
        ? []
        : [{ name: `generated ${seed}/${index}`, text: unmarked(marked) }];
    }),
  fuzz: ({ seed }) => {
    const found: NamedText[] = [];
    for (const text of mutated(seeds(), seed)) {
      if (found.length === FUZZED) break;
      found.push({ name: `fuzz ${seed}/${found.length}`, text });
    }
    return found;
  },
  files: () =>
    [
      ...filesBelow(".", isDocument, ["node_modules", "dist", ".git"]),
      ...filesBelow("node_modules", isDocument),
    ].map(wholeFile),
  texts: ({ paths }) =>
    paths
      .flatMap(filesAt)
      .flatMap((file) => (file.endsWith(".jsonl") ? rows(file) : [wholeFile(file)])),
};

const documentEndings = new Set([".md", ".markdown", ".txt", ".yml", ".yaml", ".sh"]);

function isDocument(name: string): boolean {
  return documentEndings.has(extname(name).toLowerCase()) || /^readme/i.test(name);
}

/** Returns the files below a folder that are not larger than {@link MAX_BYTES}, in a fixed order. */
function filesBelow(
  folder: string,
  wanted: (name: string) => boolean,
  without: readonly string[] = [],
): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return without.includes(entry.name) ? [] : filesBelow(path, wanted, without);
      return entry.isFile() && wanted(entry.name) && statSync(path).size <= MAX_BYTES ? [path] : [];
    });
}

/** Returns the path itself if it is a file, or all files below the folder. */
function filesAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new CannotRun(`${path} does not exist`);
  return stats.isDirectory() ? filesBelow(path, () => true) : [path];
}

function wholeFile(path: string): NamedText {
  return { name: path, text: readFileSync(path, "utf8") };
}

/** Returns the texts of a JSON Lines file whose rows are records (`text`) or marked cases (`marked`). */
function rows(path: string): NamedText[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      const name = `${path}:${index + 1}`;
      const row = objectOf(line, name);
      if (typeof row["text"] === "string") return [{ name, text: row["text"] }];
      if (typeof row["marked"] === "string") return [{ name, text: unmark(row["marked"]).text }];
      throw new CannotRun(`${name}: a row needs a "text" or a "marked"`);
    });
}

function objectOf(line: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error is thrown below.
  }
  throw new CannotRun(`${name} is not a JSON object`);
}
