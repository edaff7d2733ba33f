import type { Settings } from "../settings.js";
import { chatTexts, textsAt, valueAt, type FieldText, type Found } from "./fields.js";
import { ExactNumber } from "./exact-json.js";
import { labelsOf, type Labels } from "./labels.js";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record, or why it could not be read. */
export interface RawRecord {
  /** Number of the line, item, row or file, counted from 1. */
  readonly number: number;
  readonly fields: Fields | null;
  /** A problem with the record; without `fields`, the reason why it could not be read. */
  readonly problem: string | null;
  /** The limit that was hit, if any. */
  readonly limit?: "size";
  /** The language of a source file, written like the tag of a Markdown fence. */
  readonly format?: string;
}

/** The texts of a record, the columns that are copied to the output, and the labels of a record with one text. */
export interface ReadRecord {
  readonly id: string | number | ExactNumber | null;
  readonly texts: readonly FieldText[];
  readonly columns: Fields;
  readonly labels: Labels;
  readonly problem: string | null;
}

const NO_LABELS: Labels = { expected: null, spans: null, problem: null };

export function readRecord(fields: Fields, settings: Settings): ReadRecord {
  const id = idOf(fields, settings.idField);
  const { texts, problem } =
    settings.needsIds && id === null
      ? { texts: [], problem: `has no ${JSON.stringify(settings.idField ?? "id")} (--ids input)` }
      : textsOf(fields, settings);
  const [only] = texts;
  const labels =
    texts.length === 1 && only?.field === null ? labelsOf(fields, only.text, settings) : NO_LABELS;
  return {
    id,
    texts,
    columns: columnsOf(fields, settings),
    labels,
    problem: problem ?? labels.problem,
  };
}

function idOf(fields: Fields, idField: string | undefined): ReadRecord["id"] {
  const id =
    idField === undefined ? (fields["id"] ?? fields["conversation_id"]) : valueAt(fields, idField);
  return typeof id === "string" || typeof id === "number" || id instanceof ExactNumber ? id : null;
}

/** Returns the texts at --text-field or, without it, in `text`, a conversation of ChatGPT, ShareGPT's `conversations`, or `messages`. */
function textsOf(fields: Fields, { textField, role }: Settings): Found {
  if (textField !== undefined) return textsAt(fields, textField, role);
  const { text, mapping, conversations, messages } = fields;
  if (text !== undefined) return textsAt(fields, "text", role);
  if (typeof mapping === "object" && mapping !== null && !Array.isArray(mapping))
    return chatTexts(mapping as Fields, role);
  if (Array.isArray(conversations)) return textsAt(fields, "conversations[].value", role);
  if (Array.isArray(messages)) return textsAt(fields, "messages[].content", role);
  return { texts: [], problem: 'has no "text" (--text-field names another field)' };
}

/** Names of the fields of a prediction. */
const OUTPUT_FIELDS = new Set(["id", "field", "labels", "spans", "findings", "outcome"]);

/** Returns the name of a copied column, with the prefix `input_` if a prediction has a field of this name. */
export function outputColumn(path: string): string {
  return OUTPUT_FIELDS.has(path) ? `input_${path}` : path;
}

/** Fields that may contain the texts; without `--text-field`, `--columns *` does not copy them. */
const TEXT_FIELDS = new Set(["text", "mapping", "conversations", "messages"]);

function columnsOf(fields: Fields, { columns, textField, idField }: Settings): Fields {
  if (columns.length === 0) return {};
  const texts =
    textField === undefined
      ? TEXT_FIELDS
      : new Set([textField, textField.split(/[.[]/)[0] ?? textField]);
  const names = columns.flatMap((column) =>
    column === "*"
      ? Object.keys(fields).filter((key) => !texts.has(key) && key !== (idField ?? "id"))
      : [column],
  );
  return Object.fromEntries(
    names.map((name) => [outputColumn(name), valueAt(fields, name) ?? null]),
  );
}
