import { readdirSync, readFileSync } from "node:fs";

export type Span = readonly [start: number, end: number];

/** A text to analyze: a line that the command reads. */
export interface Question {
  readonly id: string;
  readonly profile: "contract" | "extended";
  readonly text: string;
}

/** A corpus with a question and the expected answer for each row. */
export interface Corpus {
  readonly name: string;
  readonly questions: readonly Question[];
  readonly expected: readonly {
    readonly labels: readonly string[];
    readonly spans: readonly Span[];
  }[];
}

const FOLDER = new URL("../../corpora/", import.meta.url);

/** The corpora that a later version replaces. */
const SUPERSEDED = new Set(["counterexamples.v1"]);

/** Returns the names of the corpora that are scored, sorted. */
export function corpusNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => name.slice(0, -".jsonl".length))
    .filter((name) => !SUPERSEDED.has(name))
    .sort();
}

/** Reads a corpus. The id of a question is the name of the corpus and the number of the row, counted from 1. */
export function readCorpus(name: string): Corpus {
  const lines = readFileSync(new URL(`${name}.jsonl`, FOLDER), "utf8")
    .trimEnd()
    .split("\n");
  const rows = lines.map(
    (line) => JSON.parse(line) as { text: string; labels: string[]; spans: Span[] },
  );
  const profile = name.startsWith("extended.") ? "extended" : "contract";
  return {
    name,
    questions: rows.map(({ text }, index) => ({ id: `${name}:${index + 1}`, profile, text })),
    expected: rows.map(({ labels, spans }) => ({ labels, spans })),
  };
}
