import { rates, total, type Tally } from "./tally.js";

const HEAD = ["file", "records", "tp", "fp", "fn", "tn", "precision", "recall", "exact spans"];

/** The tallies as rows of cells, with a last row for all where there are several. */
function rowsOf(tallies: readonly Tally[]): string[][] {
  const all = tallies.length > 1 ? [...tallies, total(tallies)] : tallies;
  return all.map((tally) => {
    const { precision, recall, exactSpans } = rates(tally);
    const counts = [tally.records, tally.tp, tally.fp, tally.fn, tally.tn].map(String);
    const exact = exactSpans === null ? "-" : `${percent(exactSpans)} (${tally.exact}/${tally.spanned})`;
    return [tally.file, ...counts, percent(precision), percent(recall), exact];
  });
}

/** Rounded down, so that only a whole is shown as 100 %. */
function percent(rate: number | null): string {
  return rate === null ? "-" : `${(Math.floor(rate * 1000) / 10).toFixed(1)}%`;
}

export function textTable(tallies: readonly Tally[]): string {
  const rows = [HEAD, ...rowsOf(tallies)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const show = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ").trimEnd();
  return `${rows.map(show).join("\n")}\n${remarks(total(tallies))}`;
}

export function markdownTable(tallies: readonly Tally[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |\n`;
  const rule = line(HEAD.map((_, column) => (column === 0 ? "---" : "---:")));
  return line(HEAD) + rule + rowsOf(tallies).map(line).join("");
}

export function jsonTable(tallies: readonly Tally[]): string {
  const withRates = (tally: Tally) => ({ ...tally, ...rates(tally) });
  const { file: _file, ...all } = withRates(total(tallies));
  return `${JSON.stringify({ files: tallies.map(withRates), total: all })}\n`;
}

function remarks({ unlabelled, incomplete, broken, skipped }: Tally): string {
  return [
    unlabelled > 0 ? `${unlabelled} without labels: predicted, not scored\n` : "",
    incomplete > 0 ? `${incomplete} not analysed to the end\n` : "",
    broken > 0 ? `${broken} broken, ${skipped} of them skipped without a prediction\n` : "",
  ].join("");
}
