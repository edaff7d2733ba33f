import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding, Rule, Span, Stages } from "../../core/index.js";
import { exampleFiles } from "../../host/query-folder.js";
import type { Detector, Toolkit } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { kindOf } from "../input/file-type.js";
import { ruleChoice } from "../rule-options.js";
import { marksOf } from "../suppress/comment-marks.js";
import {
  readExamples,
  type Example,
  type Expectation,
  type PlaceAssertion,
} from "./read-examples.js";

/** The result of testing a folder of rules. */
export interface RulesReport {
  readonly folder: string;
  readonly rules: readonly TestedRule[];
  /** Number of examples. */
  readonly examples: number;
  readonly failures: readonly RuleFailure[];
}

export interface TestedRule {
  readonly id: string;
  /** Number of `match:` expectations. */
  readonly matches: number;
  /** Number of `no-match:` expectations. */
  readonly noMatches: number;
}

export interface RuleFailure {
  readonly path: string;
  /** The number of the line, from 1. */
  readonly line: number;
  readonly message: string;
}

/** The detectors of both profiles. Examples below `extended/` are analyzed in the extended profile, all others in the contract profile. */
type Detectors = Readonly<Record<"contract" | "extended", Detector>>;

const EXTENDED = /^extended\//;

/**
 * Analyzes every example of a folder with the folder's rules, and checks that each rule has a `match:` and a `no-match:` expectation.
 * @throws AssetError if the folder cannot be read or contains no query file
 * @throws QueryError if a query file is invalid
 * @throws Failure if an example file cannot be read
 */
export async function testRules(toolkit: Toolkit, folder: string): Promise<RulesReport> {
  const make = (profile: "contract" | "extended"): Promise<Detector> =>
    toolkit.createDetector({
      ...ruleChoice({ profile }),
      queriesDirs: [folder],
    });
  const detectors: Detectors = {
    contract: await make("contract"),
    extended: await make("extended"),
  };
  const folderRules = new Map(
    detectors.extended.rules
      .filter(({ pattern }) => pattern !== undefined)
      .map((rule) => [rule.id, rule]),
  );
  const known = new Set(detectors.extended.rules.map(({ id }) => id));
  const failures: RuleFailure[] = [];
  const expectations: Expectation[] = [];
  let count = 0;
  for (const path of await exampleFiles(folder)) {
    const shown = `${folder.replace(/(?<=.)[\\/]+$/, "")}/${path}`;
    const fail = (line: number, message: string): void =>
      void failures.push({ path: shown, line, message });
    const { tag } = kindOf(path);
    const { examples, problems } = readExamples(
      await textOf(join(folder, path), shown),
      marksOf(path, tag),
    );
    for (const { line, message } of problems) fail(line, message);
    if (examples.length === 0 && problems.length === 0)
      fail(
        1,
        'the file contains no example; begin one with a comment "match: RULE" or "no-match: RULE"',
      );
    const detector = detectors[EXTENDED.test(path) ? "extended" : "contract"];
    for (const example of examples) {
      const stages = detector.explain(example.text, tag === null ? {} : { format: tag });
      for (const { line, message } of problemsOf(example, stages, known)) fail(line, message);
    }
    expectations.push(...examples.flatMap(({ expected }) => expected));
    count += examples.length;
  }
  const rules = [...folderRules.values()].map((rule) => testedRule(rule, expectations));
  const missing = rules.flatMap((rule) => missingExamples(rule, folderRules.get(rule.id)));
  if (folderRules.size === 0 && count === 0)
    missing.push({ path: folder, line: 1, message: `the folder has no example; ${REMEDY}` });
  return { folder, rules, examples: count, failures: [...missing, ...failures] };
}

const REMEDY =
  'write one beside the query file, in a file such as no-pipe.test.sh, below a comment "match: RULE" or "no-match: RULE"';

async function textOf(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  }
}

function testedRule({ id }: Rule, expectations: readonly Expectation[]): TestedRule {
  const expected = expectations.filter(({ rule }) => rule === id);
  const matches = expected.filter((expectation) => expectation.matches).length;
  return { id, matches, noMatches: expected.length - matches };
}

/** Returns a failure at the pattern of a rule that lacks a `match:` or a `no-match:` expectation. */
function missingExamples(
  { id, matches, noMatches }: TestedRule,
  rule: Rule | undefined,
): RuleFailure[] {
  const missing = [...(matches === 0 ? ["match:"] : []), ...(noMatches === 0 ? ["no-match:"] : [])];
  if (missing.length === 0) return [];
  const [, path = rule?.pattern ?? id, line = "1"] = /^(.*):(\d+)$/.exec(rule?.pattern ?? "") ?? [];
  const message = `${id} has no ${missing.join(" and no ")} example; ${REMEDY.replaceAll("RULE", id)}`;
  return [{ path, line: Number(line), message }];
}

function problemsOf(
  { text, expected, places }: Example,
  stages: Stages,
  known: ReadonlySet<string>,
): { line: number; message: string }[] {
  const { findings } = stages.detection;
  return [
    ...expected
      .filter(({ rule }) => rule !== "")
      .flatMap((expectation) => {
        const message = expectationFailure(expectation, text, stages, known);
        return message === null ? [] : [{ line: expectation.line, message }];
      }),
    ...places.flatMap((place) => {
      const message = placeFailure(place, text, findings, stages);
      return message === null ? [] : [{ line: place.line, message }];
    }),
  ];
}

/** Returns why an expectation fails; null if it passes. */
function expectationFailure(
  { rule, matches }: Expectation,
  text: string,
  { detection }: Stages,
  known: ReadonlySet<string>,
): string | null {
  if (!known.has(rule)) return `there is no rule ${rule}; curlew rules lists all rules`;
  const { findings, notes } = detection;
  const found = findings.filter((finding) => finding.rule === rule);
  if (!matches)
    return found[0] === undefined
      ? null
      : `no-match: ${rule} has a finding in this example: ${quoted(text, found[0].span)}`;
  if (found.length > 0) return null;
  const others = findings.map((finding) => `${finding.rule} at ${quoted(text, finding.span)}`);
  const dismissed = notes.map(({ message }) => message);
  const instead = [...others, ...dismissed].join("; ");
  return `match: ${rule} has no finding in this example${instead === "" ? "" : `; there is ${instead}`}`;
}

/** Returns why the assertion of an annotation fails; null if it passes. */
function placeFailure(
  { name, start, end, present }: PlaceAssertion,
  text: string,
  findings: readonly Finding[],
  { regions }: Stages,
): string | null {
  const spans = name.includes("/")
    ? findings.filter(({ rule }) => rule === name).map(({ span }) => span)
    : regions
        .flatMap(({ trees, names }) => [...names, ...trees.flatMap(({ captures }) => captures)])
        .filter(({ role }) => role === name)
        .flatMap(({ span, word }) => spanOf(span, word, text, start));
  const here = spans.filter((span) => span[0] === start);
  if (!present) return here.length === 0 ? null : `${name} begins here`;
  if (here.some((span) => end === null || span[1] === end)) return null;
  const elsewhere = [...new Set(spans.map((span) => quoted(text, span)))].slice(0, 5);
  return `no ${name} ${end === null ? "begins" : "is"} here${elsewhere.length === 0 ? "" : `; it is at ${elsewhere.join(", ")}`}`;
}

/**
 * Returns the span of a capture. A captured name of a language without a grammar has no span; for it, returns the span of an occurrence of
 * the word, preferably at `start`. Returns an empty list if the word does not occur.
 */
function spanOf(span: Span | null, word: string, text: string, start: number): readonly Span[] {
  if (span !== null) return [span];
  const at = text.startsWith(word, start) ? start : text.indexOf(word);
  return at < 0 ? [] : [[at, at + word.length]];
}

const MAX_QUOTED = 60;

function quoted(text: string, [start, end]: Span): string {
  const part = text.slice(start, end).replace(/\s+/g, " ");
  return `"${part.length > MAX_QUOTED ? `${part.slice(0, MAX_QUOTED)}…` : part}"`;
}
