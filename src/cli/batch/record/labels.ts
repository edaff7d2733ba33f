import type { Span } from "../../../core/index.js";
import type { Settings } from "../settings.js";
import { valueAt } from "./fields.js";

type Fields = Readonly<Record<string, unknown>>;

/** The labels of a record. */
export interface Labels {
  /** Whether `PS` is expected; null if the record has no label, or an invalid one. */
  readonly expected: boolean | null;
  /** The expected spans; null if the record has none. */
  readonly spans: readonly Span[] | null;
  readonly problem: string | null;
}

const NONE = { expected: null, spans: null };

/** Returns the labels of a record with one text. */
export function labelsOf(
  record: Fields,
  text: string,
  { labelField, positive }: Pick<Settings, "labelField" | "positive">,
): Labels {
  const labels =
    labelField === undefined ? unpacked(record["labels"]) : valueAt(record, labelField);
  const spans = unpacked(record["spans"]);
  const problem =
    (labelField === undefined && !isLabels(labels) ? '"labels" is neither [] nor ["PS"]' : null) ??
    spansProblem(spans, text.length);
  if (problem !== null) return { ...NONE, problem };
  const expected =
    labels === undefined || labels === null
      ? null
      : Array.isArray(labels)
        ? labels.some((label) => isPositive(label, positive))
        : isPositive(labels, positive);
  return { expected, spans: (spans as Span[] | undefined | null) ?? null, problem: null };
}

/** Whether a label means that `PS` is expected. */
function isPositive(label: unknown, positive: string | undefined): boolean {
  if (positive !== undefined) return String(label) === positive;
  return (
    label === true ||
    label === 1 ||
    label === "1" ||
    label === "PS" ||
    label === "true" ||
    label === "True"
  );
}

/** Parses a string that contains a list as JSON, as in tables without lists. Returns undefined for an empty cell, else the value. */
function unpacked(value: unknown): unknown {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string" || !value.startsWith("[")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isLabels(labels: unknown): boolean {
  return labels === undefined || (Array.isArray(labels) && labels.every((label) => label === "PS"));
}

function spansProblem(spans: unknown, length: number): string | null {
  if (spans === undefined) return null;
  if (!Array.isArray(spans) || !spans.every(isSpan))
    return '"spans" is not a list of [start, end] pairs of whole numbers';
  // in no unit of offsets is a text more than 4 times as long as in UTF-16 code units
  return spans.every(([, end]) => end <= 4 * length) ? null : '"spans" extend beyond the text';
}

function isSpan(value: unknown): value is Span {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((n) => Number.isSafeInteger(n)) &&
    value[0] >= 0 &&
    value[0] <= value[1]
  );
}
