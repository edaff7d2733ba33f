import { extname } from "node:path";
import { Readable } from "node:stream";
import { kindOf } from "../../input/file-type.js";
import { cellsOf, csvRecordsOf, LINE_FEED, type CsvSyntax, type Quoting } from "./csv.js";

/** The formats of inputs; `auto` means that the name and the first bytes determine the format. */
export const inputFormats = ["auto", "jsonl", "json", "csv", "tsv", "parquet", "text"] as const;
export type InputFormat = (typeof inputFormats)[number];
export type TextualFormat = Exclude<InputFormat, "auto" | "parquet">;

/** Returns the format of an input. @param start its first bytes, decompressed */
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
  /** Offset of the first record after the header, in bytes. */
  readonly end: number;
  /** Number of the first line of this record. */
  readonly line: number;
}

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/**
 * Reads the header of a CSV or TSV file.
 * @param start the first bytes of the file
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
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const syntax = { delimiter, quoting, lineEnd: lineEndOf(bytes) };
  const text = bytes.subarray(hasMark ? BYTE_ORDER_MARK.length : 0);
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

/** Returns the byte that ends a line: a line feed, or a carriage return in files that contain no line feed. */
function lineEndOf(start: Buffer): number {
  return start.includes(LINE_FEED) || !start.includes(0x0d) ? LINE_FEED : 0x0d;
}
