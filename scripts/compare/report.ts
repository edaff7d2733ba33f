import type { Profile } from "../../src/core/index.js";
import { differingParts, keyOf, parts, type Answer, type Part } from "./answer.js";
import type { Answers } from "./run.js";
import type { Group, NamedText } from "./texts.js";

export interface Sides {
  readonly there: Answers;
  readonly here: Answers;
}

/** The differences in one group, as lines to print, and their number. */
export interface Comparison {
  readonly lines: readonly string[];
  /** The number of texts, each read once with each profile. */
  readonly answers: number;
  readonly differing: number;
  readonly byPart: Readonly<Record<Part, number>>;
}

export function compareGroup(
  group: Group,
  texts: readonly NamedText[],
  profiles: readonly Profile[],
  { there, here }: Sides,
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
    // most changes occur in both profiles, and are reported once
    const profilesOf = new Map<string, Profile[]>();
    for (const profile of profiles) {
      const key = keyOf(text, profile);
      const before = there.get(key);
      const after = here.get(key);
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
    for (const [change, where] of profilesOf)
      lines.push(`${group} ${name} (${where.join(", ")}): ${change}`);
  }
  return { lines, answers: texts.length * profiles.length, differing, byPart };
}

/** Returns `11224 cases: 3 answers of 22448 differ (labels 2, spans 2, rules 3, notes 0, traces 0, payloads 0, outcome 0)`. */
export function summary(
  group: Group,
  texts: number,
  { answers, differing, byPart }: Comparison,
): string {
  const byParts =
    differing === 0 ? "" : ` (${parts.map((part) => `${part} ${byPart[part]}`).join(", ")})`;
  return `${texts} ${group}: ${differing} answers of ${answers} differ${byParts}`;
}

/** Returns the lines of one side only, those of the revision with `-`, those of the working tree with `+`. */
function changes(part: Part, before: Answer, after: Answer): string[] {
  const gone = onlyIn(before[part], after[part]).map((line) => `    - ${part} ${line}`);
  const come = onlyIn(after[part], before[part]).map((line) => `    + ${part} ${line}`);
  return gone.length + come.length > 0
    ? [...gone, ...come]
    : [`    ± ${part} in another order or number`];
}

function onlyIn(lines: readonly string[], others: readonly string[]): string[] {
  return lines.filter((line) => !others.includes(line));
}

const AROUND = 60;
const LONGEST = 240;

/** Returns the text around the first place that is named on one side only. */
function excerpt(text: string, before: Answer, after: Answer, differ: readonly Part[]): string {
  const changed = differ.flatMap((part) => [
    ...onlyIn(before[part], after[part]),
    ...onlyIn(after[part], before[part]),
  ]);
  const places = changed.flatMap((line) => {
    const [, start, end] = /^(\d+)–(\d+)/.exec(line) ?? [];
    return start === undefined ? [] : [{ start: Number(start), end: Number(end) }];
  });
  const first = places.sort((a, b) => a.start - b.start)[0] ?? { start: 0, end: LONGEST };
  const from = Math.max(0, first.start - AROUND);
  const to = Math.min(text.length, Math.min(first.end, first.start + LONGEST) + AROUND);
  return `${from > 0 ? "…" : ""}${JSON.stringify(text.slice(from, to))}${to < text.length ? "…" : ""}`;
}
