import { total, type Tally } from "./tally.js";
import { rate, type Rate } from "./wilson-interval.js";

const HEAD = [
  "file",
  "records",
  "tp",
  "fp",
  "fn",
  "tn",
  "precision",
  "recall",
  "F1",
  "exact spans",
  "overlapping",
];

/** Rates between 0 and 1; null where the denominator is 0. */
export interface Rates {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  readonly exactSpans: number | null;
  readonly overlappingSpans: number | null;
}

export function rates({ tp, fp, fn, spanned, exact, overlapping }: Tally): Rates {
  const part = (of: number, whole: number) => rate(of, whole)?.value ?? null;
  return {
    precision: part(tp, tp + fp),
    recall: part(tp, tp + fn),
    f1: part(2 * tp, 2 * tp + fp + fn),
    exactSpans: part(exact, spanned),
    overlappingSpans: part(overlapping, spanned),
  };
}

/** Returns the correct and incorrect predictions of each input, with a last row for the total if there are several inputs. */
export function confusionCells(tallies: readonly Tally[]): {
  head: readonly string[];
  rows: string[][];
} {
  return {
    head: HEAD,
    rows: (tallies.length > 1 ? [...tallies, total(tallies)] : tallies).map(cellsOf),
  };
}

export function confusionTable(tallies: readonly Tally[], format: "text" | "markdown"): string {
  const body = confusionCells(tallies).rows;
  if (format === "markdown") return markdownRows(HEAD, body, true);
  const sum = total(tallies);
  const intervals = [
    intervalOf("precision", rate(sum.tp, sum.tp + sum.fp)),
    intervalOf("recall", rate(sum.tp, sum.tp + sum.fn)),
  ].filter((text) => text !== "");
  return `${plainRows(HEAD, body, true)}${intervals.length === 0 ? "" : `95% intervals: ${intervals.join(", ")}\n`}`;
}

function intervalOf(name: string, found: Rate | null): string {
  return found === null ? "" : `${name} ${percent(found.low)} to ${percent(found.high)}`;
}

function cellsOf(tally: Tally): string[] {
  const { precision, recall, f1 } = rates(tally);
  const counts = [tally.records, tally.tp, tally.fp, tally.fn, tally.tn].map(String);
  const spans = [tally.exact, tally.overlapping].map((part) =>
    tally.spanned === 0 ? "-" : `${percent(part / tally.spanned)} (${part}/${tally.spanned})`,
  );
  return [tally.file, ...counts, percent(precision), percent(recall), percent(f1), ...spans];
}

/** Returns a rate as a percentage, rounded down, so that only a rate of 1 is shown as 100%. */
export function percent(value: number | null): string {
  return value === null ? "-" : `${(Math.floor(value * 1000) / 10).toFixed(1)}%`;
}

/** Returns rows in aligned columns. @param headed whether `head` is shown */
export function plainRows(
  head: readonly string[],
  body: readonly (readonly string[])[],
  headed: boolean,
): string {
  const rows = headed ? [head, ...body] : body;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const left = (column: number) => column === 0 || !headed;
  const show = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        left(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return `${rows.map(show).join("\n")}\n`;
}

/** Returns rows as a Markdown table. @param headed whether numbers are aligned to the right */
export function markdownRows(
  head: readonly string[],
  body: readonly (readonly string[])[],
  headed: boolean,
): string {
  const line = (cells: readonly string[]) =>
    `| ${head.map((_, i) => (cells[i] ?? "").replace(/\|/g, "\\|").replace(/\n/g, " ")).join(" | ")} |\n`;
  const delimiter = line(head.map((_, column) => (column === 0 || !headed ? "---" : "---:")));
  return line(head) + delimiter + body.map(line).join("");
}
