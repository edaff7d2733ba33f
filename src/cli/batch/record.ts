import type { Span } from "../../core/index.js";

/** One labelled or unlabelled text. */
export interface BatchRecord {
  /** The record's own id; null where it has none. */
  readonly id: string | number | null;
  readonly text: string;
  /** Whether `PS` is expected; null where the record says nothing (or nothing readable). */
  readonly expected: boolean | null;
  /** The expected spans; null where the record gives none. */
  readonly spans: readonly Span[] | null;
}

/** What a line holds. A problem leaves the record out, or leaves it unscored where its text could be read. */
export interface ParsedLine {
  readonly record: BatchRecord | null;
  readonly problem: string | null;
}

export function parseRecord(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { record: null, problem: `not valid JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { record: null, problem: "not a JSON object" };
  const { id, text, labels, spans } = value as Readonly<Record<string, unknown>>;
  if (text === undefined) return { record: null, problem: 'has no "text"' };
  if (typeof text !== "string") return { record: null, problem: '"text" is not a string' };
  const read = { id: typeof id === "string" || typeof id === "number" ? id : null, text };
  const problem = problemOf(labels, spans, text.length);
  if (problem !== null) return { record: { ...read, expected: null, spans: null }, problem };
  const expected = labels === undefined ? null : (labels as string[]).includes("PS");
  return { record: { ...read, expected, spans: (spans as Span[] | undefined) ?? null }, problem: null };
}

function problemOf(labels: unknown, spans: unknown, length: number): string | null {
  if (labels !== undefined && !(Array.isArray(labels) && labels.every((label) => label === "PS"))) return '"labels" is neither [] nor ["PS"]';
  if (spans === undefined) return null;
  if (!Array.isArray(spans) || !spans.every(isSpan)) return '"spans" is not a list of [start, end] pairs of whole numbers';
  // four bytes of UTF-8 per UTF-16 code unit are more than enough in every unit
  return spans.every(([, end]) => end <= 4 * length) ? null : '"spans" reach beyond the text';
}

function isSpan(value: unknown): value is Span {
  return Array.isArray(value) && value.length === 2 && value.every((n) => Number.isSafeInteger(n)) && value[0] >= 0 && value[0] <= value[1];
}
