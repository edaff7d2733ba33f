import { createHash } from "node:crypto";
import type { DataSet, LabelledCase } from "./data-set.js";
import { wilson } from "./wilson.js";

/** A case, and whether the analyzer flagged it. */
export interface Judged {
  readonly case: LabelledCase;
  readonly isFound: boolean;
}

export interface Confusion {
  readonly tp: number;
  readonly fn: number;
  readonly fp: number;
  readonly tn: number;
}

export function confusionOf(judged: readonly Judged[]): Confusion {
  const count = (isPositive: boolean, isFound: boolean): number =>
    judged.filter((each) => each.case.isPositive === isPositive && each.isFound === isFound).length;
  return {
    tp: count(true, true),
    fn: count(true, false),
    fp: count(false, true),
    tn: count(false, false),
  };
}

/** Returns `93 of 100 (86–97 %)`, with the confidence interval in parentheses, or a dash if `all` is 0. */
function share(part: number, all: number): string {
  const interval = wilson(part, all);
  if (interval === null) return "–";
  const [low, high] = interval.map((each) => (100 * each).toFixed(0));
  return `${String(part)} of ${String(all)} (${low ?? ""}–${high ?? ""} %)`;
}

/** Returns the row of a data set in the short table. */
export function summaryRow(name: string, judged: readonly Judged[]): string {
  const { tp, fn, fp, tn } = confusionOf(judged);
  return `| ${name} | ${share(tp, tp + fn)} | ${share(fp, fp + tn)} |\n`;
}

export const SUMMARY_HEAD = "| data set | positives found | negatives flagged |\n|---|---|---|\n";

/** Returns the section on a data set: origin, confusion table, groups, and the wrong answers by pointer. */
export function section(set: DataSet, judged: readonly Judged[]): string {
  const { tp, fn, fp, tn } = confusionOf(judged);
  const origin = `[${set.repository.replace("https://github.com/", "")}](${set.repository})`;
  const missed = judged.filter((each) => each.case.isPositive && !each.isFound);
  const wrong = judged.filter((each) => !each.case.isPositive && each.isFound);
  return [
    `### ${set.name}\n`,
    `${origin} at \`${set.commit.slice(0, 12)}\`. Licence: ${set.licence}. ${set.rule}\n`,
    [
      "| | found | not found |\n|---|---|---|\n",
      `| positive | ${String(tp)} | ${String(fn)} |\n`,
      `| negative | ${String(fp)} | ${String(tn)} |\n`,
    ].join(""),
    `Found: ${share(tp, tp + fn)}. False positives: ${share(fp, fp + tn)}.\n`,
    parts(set, judged),
    groups(judged),
    pointers("Missed", missed),
    pointers("False positives", wrong),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Returns a table with the results for the held-out cases and for the others, or an empty string if no cases are held out. */
function parts({ heldOut }: DataSet, judged: readonly Judged[]): string {
  if (heldOut === undefined) return "";
  const hashOf = (each: Judged): string =>
    createHash("sha256").update(each.case.pointer).digest("hex");
  const byHash = judged
    .map((each) => ({ each, hash: hashOf(each) }))
    .sort((x, y) => (x.hash < y.hash ? -1 : 1))
    .map(({ each }) => each);
  const row = (name: string, cases: readonly Judged[]): string => {
    const { tp, fn, fp, tn } = confusionOf(cases);
    return `| ${name} | ${share(tp, tp + fn)} | ${share(fp, fp + tn)} |\n`;
  };
  return [
    "| part | positives found | negatives flagged |\n|---|---|---|\n",
    row(
      `the ${String(heldOut)} cases with the smallest SHA-256 of their path`,
      byHash.slice(0, heldOut),
    ),
    row("the others", byHash.slice(heldOut)),
  ].join("");
}

/**
 * Returns a table of the groups that have at least two positive cases or a flagged negative case. The table has at most 30 rows; groups
 * with more positive cases come first.
 */
function groups(judged: readonly Judged[]): string {
  const byName = new Map<string, Judged[]>();
  for (const each of judged)
    byName.set(each.case.group, [...(byName.get(each.case.group) ?? []), each]);
  const rows = [...byName]
    .map(([name, cases]) => ({ name, size: cases.length, ...confusionOf(cases) }))
    .filter(({ tp, fn, fp }) => tp + fn > 1 || fp > 0)
    .sort((x, y) => y.tp + y.fn - x.tp - x.fn || y.size - x.size || (x.name < y.name ? -1 : 1))
    .slice(0, 30)
    .map(
      ({ name, tp, fn, fp, tn }) => `| ${name} | ${count(tp, tp + fn)} | ${count(fp, fp + tn)} |\n`,
    );
  return rows.length === 0
    ? ""
    : `| group | positives found | negatives flagged |\n|---|---|---|\n${rows.join("")}`;
}

function count(part: number, all: number): string {
  return all === 0 ? "–" : `${String(part)} of ${String(all)}`;
}

/** The header of the table of other analyzers. */
export const PEERS_HEAD =
  "| data set | tool | positives found | negatives flagged |\n|---|---|---|---|\n";

/** Returns the row of an analyzer on a data set. */
export function peerRow(name: string, tool: string, judged: readonly Judged[]): string {
  const { tp, fn, fp, tn } = confusionOf(judged);
  return `| ${name} | ${tool} | ${share(tp, tp + fn)} | ${share(fp, fp + tn)} |\n`;
}

function pointers(title: string, judged: readonly Judged[]): string {
  if (judged.length === 0) return "";
  const list = judged.map((each) => `\`${each.case.pointer}\``).join(", ");
  return `<details><summary>${title}: ${String(judged.length)}</summary>\n\n${list}\n\n</details>\n`;
}
