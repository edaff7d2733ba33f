import { readFileSync } from "node:fs";

import { beforeAll, describe, expect, it } from "vitest";

import type { Detector } from "../src/core/index.js";
import type { Span } from "../src/core/model.js";
import { mark } from "./contract/case-file.js";
import { sharedDetector } from "./support/marked.js";

interface CorpusRow {
  readonly text: string;
  readonly labels: readonly string[];
  readonly spans: readonly Span[];
  readonly notes: string;
  readonly case: string;
  readonly provenance: string;
  readonly source_row?: { readonly file: string; readonly row: number };
}

interface Totals {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
}

const FOLDER = new URL("../corpora/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), "utf8");
const rowsOf = (name: string): CorpusRow[] =>
  read(name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as CorpusRow);

const expected = JSON.parse(read("expected.json")) as Record<string, Totals>;
const sets = Object.entries(expected).map(([name, totals]) => ({
  name,
  totals,
  rows: rowsOf(`${name}.jsonl`),
}));

/** The rows of version 1 whose label a later version reverses. */
const reversed = new Set(
  rowsOf("counterexamples.v2.jsonl")
    .map((row, index) => ({ ...row, old: rowsOf("counterexamples.v1.jsonl")[index] }))
    .filter(({ labels, old }) => labels.length !== old?.labels.length)
    .map(({ case: name }) => `counterexamples.v1/${name}`),
);

let detector: Detector;
beforeAll(async () => {
  detector = await sharedDetector();
});

describe.each(sets)("the corpus $name", ({ name, totals, rows }) => {
  const live = rows.filter((row) => !reversed.has(`${name}/${row.case}`));

  it.each(live.map((row) => [row.case, row] as const))(
    "has the expected result for %s",
    (_case, row) => {
      const { labels, spans } = detector.detect(row.text);
      expect({ labels, marked: mark(row.text, spans) }).toEqual({
        labels: row.labels,
        marked: mark(row.text, row.spans),
      });
    },
  );

  it("has the expected totals", () => {
    const counted = { tp: 0, fp: 0, fn: 0, tn: 0 };
    for (const { text, labels } of rows) {
      const found = detector.detect(text).labels.length > 0;
      const labelled = labels.length > 0;
      counted[found ? (labelled ? "tp" : "fp") : labelled ? "fn" : "tn"] += 1;
    }
    expect(counted).toEqual(totals);
  });

  it("has well-formed rows", () => {
    expect(new Set(rows.map((row) => row.case)).size).toBe(rows.length);
    for (const { text, labels, spans, provenance } of rows) {
      expect(provenance).toBe("authored here, not independent evidence");
      expect(spans.length > 0).toBe(labels.length > 0);
      for (const [start, end] of spans) expect(start < end && end <= text.length).toBe(true);
    }
  });
});

describe("the corpora together", () => {
  it("correct only the labels of rows 2 and 3 of the counterexamples", () => {
    const rows = rowsOf("counterexamples.v2.jsonl");
    expect(rows.map(({ source_row }) => source_row)).toEqual(
      rows.map((_row, index) => ({ file: "counterexamples.v1.jsonl", row: index + 1 })),
    );
    expect([...reversed]).toEqual(
      [1, 2].map((index) => `counterexamples.v1/${rows[index]?.case ?? ""}`),
    );
    expect(rowsOf("counterexamples.v1.jsonl").map(({ text }) => text)).toEqual(
      rows.map(({ text }) => text),
    );
  });

  it("cover every rule of the contract in each polarity that the rule has", () => {
    const current = sets
      .filter(({ name }) => name !== "counterexamples.v1")
      .flatMap(({ rows }) => rows);
    const touched = new Set(
      current.flatMap(({ notes, labels }) => {
        const rules = /^Rule ([\d, ]+):/.exec(notes)?.[1]?.split(", ") ?? [];
        return rules.map((rule) => `${rule}${labels.length > 0 ? "+" : "-"}`);
      }),
    );
    const positive = [1, 2, 3, 5, 8, 9, 11, 13, 16, 18].map((rule) => `${String(rule)}+`);
    const negative = [2, 3, 4, 6, 7, 10, 11, 12, 14, 15, 16, 17, 19].map(
      (rule) => `${String(rule)}-`,
    );
    expect([...positive, ...negative].filter((one) => !touched.has(one))).toEqual([]);
  });
});
