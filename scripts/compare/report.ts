import type { Profile } from "../../src/core/index.js";
import { differingParts, keyOf, parts, type Answer, type Part } from "./answer.js";
import type { Answers } from "./collect-answers.js";
import type { Group, NamedText } from "./texts.js";

/** The answers of the earlier revision and of the working tree. */
export interface AnswersToCompare {
  readonly before: Answers;
  readonly after: Answers;
}

/** The differences between the answers for one group of texts. */
export interface Comparison {
  /** The differences, as lines to print. */
  readonly lines: readonly string[];
  /** The number of compared answers: the number of texts times the number of profiles. */
  readonly answers: number;
  /** The number of answers that differ. */
  readonly differing: number;
  /** The number of answers that differ in each part. */
  readonly byPart: Readonly<Record<Part, number>>;
}

/** Compares the answers for a group of texts. @throws Error if there is no answer for one of the texts */
export function compareGroup(
  group: Group,
  texts: readonly NamedText[],
  profiles: readonly Profile[],
  answers: AnswersToCompare,
): Comparison {
  const byPart: Record<Part, number> = {
    labels: 0,
    spans: 0,
    rules: 0,
    notes: 0,
    traces: 0,
    payloads: 0,
    outcome: 0,
  };
  const lines: string[] = [];
  let differing = 0;
  for (const { name, text } of texts) {
    // Most differences are the same in both profiles; these are reported once.
    const profilesOf = new Map<string, Profile[]>();
    for (const profile of profiles) {
      const key = keyOf(text, profile);
      const before = answers.before.get(key);
      const after = answers.after.get(key);
      if (before === undefined || after === undefined) throw new Error(`${name} was not read`);
      const differ = differingParts(before, after);
      if (differ.length === 0) continue;
      differing++;
      for (const part of differ) byPart[part]++;
      const change = [
        excerpt(text, before, after, differ),
        ...differ.flatMap((part) => changes(part, before, after)),
      ].join("\n");
      profilesOf.set(change, [...(profilesOf.get(change) ?? []), profile]);
    }
    for (const [change, inProfiles] of profilesOf)
      lines.push(`${group} ${name} (${inProfiles.join(", ")}): ${change}`);
  }
  return { lines, answers: texts.length * profiles.length, differing, byPart };
}

/** Returns `11224 cases: 3 of 22448 answers differ (labels 2, spans 2, rules 3, notes 0, traces 0, payloads 0, outcome 0)`. */
export function summary(
  group: Group,
  texts: number,
  { answers, differing, byPart }: Comparison,
): string {
  const byParts =
    differing === 0 ? "" : ` (${parts.map((part) => `${part} ${byPart[part]}`).join(", ")})`;
  return `${texts} ${group}: ${differing} of ${answers} answers differ${byParts}`;
}

/** Returns the lines that only the answer before has, marked with `-`, and the lines that only the answer after has, with `+`. */
function changes(part: Part, before: Answer, after: Answer): string[] {
  const removed = onlyIn(before[part], after[part]).map((line) => `    - ${part} ${line}`);
  const added = onlyIn(after[part], before[part]).map((line) => `    + ${part} ${line}`);
  return removed.length + added.length > 0
    ? [...removed, ...added]
    : [`    ± ${part}: the same lines, but in another order or repeated`];
}

function onlyIn(lines: readonly string[], others: readonly string[]): string[] {
  return lines.filter((line) => !others.includes(line));
}

/** The number of UTF-16 code units before and after the span in an excerpt. */
const CONTEXT = 60;
/** The maximum length of the span itself in an excerpt, in UTF-16 code units. */
const MAX_SPAN = 240;

/** Returns the text around the first span that only one of the answers has, or the start of the text if there is none. */
function excerpt(text: string, before: Answer, after: Answer, differ: readonly Part[]): string {
  const changed = differ.flatMap((part) => [
    ...onlyIn(before[part], after[part]),
    ...onlyIn(after[part], before[part]),
  ]);
  const places = changed.flatMap((line) => {
    const [, start, end] = /^(\d+)–(\d+)/.exec(line) ?? [];
    return start === undefined ? [] : [{ start: Number(start), end: Number(end) }];
  });
  const first = places.sort((a, b) => a.start - b.start)[0] ?? { start: 0, end: MAX_SPAN };
  const from = Math.max(0, first.start - CONTEXT);
  const to = Math.min(text.length, Math.min(first.end, first.start + MAX_SPAN) + CONTEXT);
  return `${from > 0 ? "…" : ""}${JSON.stringify(text.slice(from, to))}${to < text.length ? "…" : ""}`;
}
