import { extname } from "node:path";
import { Readable } from "node:stream";
import { kindOf } from "../../input/kinds.js";
import { cellsOf, csvRecordsOf, LINE_FEED, type CsvSyntax, type Quoting } from "./csv.js";

/** How an input is to be read; `auto` looks at its name and first bytes. */
export const inputFormats = ["auto", "jsonl", "json", "csv", "tsv", "parquet", "text"] as const;
export type InputFormat = (typeof inputFormats)[number];
export type TextualFormat = Exclude<InputFormat, "auto" | "parquet">;

/** @param start the first bytes, decompressed */
export function formatOf(name: string, start: Uint8Array, wanted: InputFormat): TextualFormat {
  if (wanted !== "auto" && wanted !== "parquet") return wanted;
  const plain = name.replace(/\.(?:gz|gzip|zst|zstd)$/i, "");
  const extension = extname(plain).toLowerCase();
  if (extension === ".csv") return "csv";
  if (extension === ".tsv" || extension === ".tab") return "tsv";
  const text = Buffer.from(start)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (extension === ".jsonl" || extension === ".ndjson") return "jsonl";
  if (text.startsWith("[")) return "json";
  if (extension === ".json") return isJson(text.split("\n", 1)[0] ?? "") ? "jsonl" : "json";
  const { known } = kindOf(plain);
  return known && text !== "" && !text.startsWith("{") ? "text" : "jsonl";
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

export interface CsvHead {
  readonly syntax: CsvSyntax;
  /** Where the records begin, in bytes, and the number of their first line. */
  readonly end: number;
  readonly line: number;
}

const MARK = Buffer.from("\uFEFF");

/**
 * Returns the names of the columns.
 * @param whole whether these bytes are the complete file
 * @throws Error if the first bytes contain no complete header line
 */
export async function csvHeadOf(
  start: Uint8Array,
  delimiter: string,
  quoting: Quoting,
  whole: boolean,
): Promise<CsvHead> {
  const bytes = Buffer.from(start);
  const hasMark = bytes.subarray(0, MARK.length).equals(MARK);
  const syntax = { delimiter, quoting, lineEnd: lineEndOf(bytes) };
  const text = bytes.subarray(hasMark ? MARK.length : 0);
  const records = csvRecordsOf(Readable.from([text]), syntax, bytes.length, 1);
  const first = await records.next();
  if (first.done === true)
    return { syntax: { kind: "csv", header: [], ...syntax }, end: 0, line: 1 };
  const head = first.value;
  const isWhole = head.bytes.at(-1) === syntax.lineEnd && !head.open;
  if (!isWhole && !whole) throw new Error("has no header line with column names at its start");
  const header = cellsOf(head.bytes.toString("utf8"), syntax).map((name) => (name ?? "").trim());
  return {
    syntax: { kind: "csv", header, ...syntax },
    end: bytes.length - text.length + head.bytes.length,
    line: 1 + head.lines,
  };
}

/** Old files have carriage returns alone. */
function lineEndOf(start: Buffer): number {
  return start.includes(LINE_FEED) || !start.includes(0x0d) ? LINE_FEED : 0x0d;
}
