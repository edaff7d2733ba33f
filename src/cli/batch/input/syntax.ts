import { extname } from "node:path";
import { kindOf } from "../../input/kinds.js";
import type { Syntax } from "../shard.js";

/** How an input may be told to be read; `auto` looks at its name and first bytes. */
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
  readonly syntax: Extract<Syntax, { kind: "csv" }>;
  /** Where the records begin, in bytes, and the number of their first line. */
  readonly end: number;
  readonly line: number;
}

/** The names of the columns. @throws Error where the first bytes hold no whole line of them */
export async function csvHeadOf(
  start: Uint8Array,
  delimiter: string,
  whole: boolean,
): Promise<CsvHead> {
  let quotes = 0;
  let lines = 0;
  let end = -1;
  for (let at = 0; at < start.length && end < 0; at++) {
    if (start[at] === 0x22) quotes++;
    else if (start[at] === 0x0a && ++lines && quotes % 2 === 0) end = at + 1;
  }
  if (end < 0 && !whole) throw new Error("has no header line of names among its first bytes");
  const { parse } = await import("csv-parse/sync");
  const text = Buffer.from(start.subarray(0, end < 0 ? start.length : end)).toString("utf8");
  const [header = []] = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
  });
  return {
    syntax: { kind: "csv", header: header.map((name) => name.trim()), delimiter },
    end: end < 0 ? start.length : end,
    line: lines + 1,
  };
}
