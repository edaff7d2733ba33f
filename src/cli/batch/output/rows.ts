import type { Detection } from "../../../core/index.js";
import { stringifyExact, type ExactNumber } from "../record/exact-json.js";
import { outputColumn } from "../record/read-record.js";
import type { Settings } from "../settings.js";

/** A prediction as a row of the output. */
export interface Row {
  readonly id: string | number | ExactNumber;
  /** The text's path within its record; null if the record has one text. */
  readonly field: string | null;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly detection: Detection;
}

/** Returns a row as a line of the output. */
export type WriteRow = (row: Row) => string;

/** Returns the function that formats rows; null if no predictions are written. */
export function rowWriter({ rows, columns }: Settings): WriteRow | null {
  if (rows === null) return null;
  return rows === "jsonl" ? jsonRow : csvRow(columns.map(outputColumn));
}

/** Returns what precedes the first row: the column names in CSV, otherwise nothing. */
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

/** Returns the column names of a table. */
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
