import { beforeAll, describe, expect, it } from "vitest";
import type { Assets, QueryFile } from "../../src/core/assets.js";
import {
  createDetector,
  type Detector,
  type Finding,
  type Profile,
  type Span,
} from "../../src/core/index.js";
import { placeOf } from "../../src/core/query/pattern.js";
import { readPatterns } from "../../src/core/query/read-patterns.js";
import { loadAssets } from "../../src/host/node.js";
import { caseFiles, readCases, unmark } from "../contract/case-file.js";

/** The tags of code blocks that are analyzed in only one language. */
const ONE_READING: ReadonlySet<string> = new Set([
  "bash",
  "sh",
  "shell",
  "zsh",
  "python",
  "py",
  "javascript",
  "js",
  "ruby",
  "perl",
  "php",
  "go",
  "lua",
]);

/** The tags of code whose here-documents are also read as shell. */
const HERE_DOCUMENTS: ReadonlySet<string> = new Set(["ruby", "perl", "php"]);

/** The patterns are tested in parts, because a detector is created for each pattern and a test has a time limit. */
const PARTS = [0, 1, 2, 3];

/** The maximum number of findings that are tested for each pattern. */
const MAX_FINDINGS = 2;

/** Every fifth positive case is read, because neighbouring cases are similar. */
const EVERY = 5;

let assets: Assets;
beforeAll(async () => {
  assets = await loadAssets();
});

/** Returns a JSON file without the pattern at a position (`contract/perl.json:12`), or an empty list if it is the only pattern. */
function withoutNames(file: QueryFile, place: string): QueryFile[] {
  const { patterns } = JSON.parse(file.text) as { patterns: { names: string[] }[] };
  const places = [...file.text.matchAll(/^ {4}\{/gm)].map(
    ({ index }) => `${file.path}:${String(file.text.slice(0, index).split("\n").length)}`,
  );
  const at = places.indexOf(place);
  if (at < 0) return [file];
  const kept = patterns.filter((_, index) => index !== at);
  return kept.length === 0 ? [] : [{ ...file, text: JSON.stringify({ patterns: kept }) }];
}

/** Returns the package's query files without the pattern at a position (`contract/bash/fetchers.scm:4`). */
function without(place: string): QueryFile[] {
  return assets.queries.flatMap((file) => {
    if (!place.startsWith(`${file.path}:`)) return file;
    if (file.path.endsWith(".json")) return withoutNames(file, place);
    const patterns = readPatterns(file);
    const pattern = patterns.find((each) => placeOf(each) === place);
    if (pattern === undefined) return file;
    return patterns.length === 1
      ? []
      : { ...file, text: file.text.slice(0, pattern.start) + file.text.slice(pattern.end) };
  });
}

interface Named {
  readonly text: string;
  readonly rule: string;
  readonly span: Span;
  /** The patterns that the trace names. */
  readonly patterns: ReadonlySet<string>;
}

function patternsOf({ trace }: Finding): ReadonlySet<string> {
  return new Set(trace.flatMap(({ patterns }) => patterns ?? []));
}

/** Whether a detector that lacks a pattern still has the finding, and its trace names no other pattern instead. */
function remains(detector: Detector, { text, rule, span, patterns }: Named): boolean {
  const same = detector
    .detect(text)
    .findings.find((finding) => finding.rule === rule && finding.span.join() === span.join());
  if (same === undefined) return false;
  // a command that a program passes as a list of words is followed without a pattern
  const isHandedList = same.trace.some(
    (step) => step.step === "inject" && step.patterns === undefined,
  );
  return !isHandedList && [...patternsOf(same)].every((place) => patterns.has(place));
}

describe("the patterns that traces name", () => {
  describe.each(["contract", "extended"] as const)("in the %s profile", (profile) => {
    let named: [place: string, findings: Named[]][];
    beforeAll(async () => {
      named = [...(await findingsByPattern(profile))];
    });

    it("are more than 40", () => {
      expect(named.length).toBeGreaterThan(40);
    });

    it.each(PARTS)("are required for the findings (part %i)", async (part) => {
      const still: string[] = [];
      // each pattern is tested only in the profile of its folder
      const own = named.filter(([place]) => place.startsWith(`${profile}/`));
      for (const [place, findings] of own.filter((_, index) => index % PARTS.length === part)) {
        const detector = await createDetector({
          assets: { ...assets, queries: without(place) },
          profile,
        });
        for (const finding of findings)
          if (remains(detector, finding))
            still.push(`${finding.rule} in ${JSON.stringify(finding.text)} without ${place}`);
        detector.dispose();
      }
      expect(still).toEqual([]);
    });
  });
});

/** Returns by pattern some findings of the cases whose traces name this pattern. */
async function findingsByPattern(profile: Profile): Promise<Map<string, Named[]>> {
  const detector = await createDetector({ assets, profile });
  const named = new Map<string, Named[]>();
  const positive = caseFiles()
    .flatMap(readCases)
    .filter(({ ps }) => ps);
  for (const { marked } of positive.filter((_, index) => index % EVERY === 0)) {
    const { text } = unmark(marked);
    for (const finding of detector
      .detect(text)
      .findings.filter(({ level }) => level === "finding")) {
      const patterns = patternsOf(finding);
      expect(patterns.size, `${finding.rule} in ${text}`).toBeGreaterThan(1);
      // running text, other tags and here-documents in code are analyzed in more than one language
      const { kind, tag } = finding.snippet;
      if (kind !== "fence" || !ONE_READING.has(tag ?? "")) continue;
      if (HERE_DOCUMENTS.has(tag ?? "") && /<<[-~]?["'A-Z]/.test(text)) continue;
      // the output of `cat <<EOF` and of loops that read lines is followed even without the pattern that a step names
      if (/\bcat <<|\bwhile (?:IFS\S* )?read\b/.test(text)) continue;
      for (const place of patterns) {
        const findings = named.get(place) ?? [];
        if (findings.length < MAX_FINDINGS)
          findings.push({ text, rule: finding.rule, span: finding.span, patterns });
        named.set(place, findings);
      }
    }
  }
  detector.dispose();
  return named;
}
