import type { Detection } from "../../../core/index.js";
import { stringifyExact, type ExactNumber } from "../record/exact-json.js";
import { outputColumn } from "../record/record.js";
import type { Settings } from "../settings.js";

/** A prediction, as a row of the output. */
export interface Row {
  readonly id: string | number | ExactNumber;
  /** The text's path within its record; null if the record has one text. */
  readonly field: string | null;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly detection: Detection;
}

/** Writes rows as lines. */
export type WriteRow = (row: Row) => string;

export function rowWriter({ rows, columns }: Settings): WriteRow | null {
  if (rows === null) return null;
  return rows === "jsonl" ? jsonRow : csvRow(columns.map(outputColumn));
}

/** Returns the text before the first row. */
export function headOf({ rows, columns }: Settings): string {
  return rows === "csv" ? csvLine(csvHead(columns.map(outputColumn))) : "";
}

function jsonRow({
  id,
  field,
  columns,
  detection: { labels, spans, findings, outcome },
}: Row): string {
  return `${stringifyExact({ id, ...(field === null ? {} : { field }), ...columns, labels, spans, findings, outcome })}\n`;
}

/** Returns the names of the columns of a table; lists are in them as JSON. */
export function csvHead(columns: readonly string[]): string[] {
  return ["id", "field", ...columns, "labels", "spans", "findings", "outcome"];
}

function csvRow(names: readonly string[]): WriteRow {
  return ({ id, field, columns, detection: { labels, spans, findings, outcome } }) =>
    csvLine([id, field, ...names.map((name) => columns[name]), labels, spans, findings, outcome]);
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : stringifyExact(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
