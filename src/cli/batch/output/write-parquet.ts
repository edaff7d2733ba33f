import { createReadStream, renameSync, rmSync } from "node:fs";
import { Failure, fileErrorMessage } from "../../failure.js";
import { linesOf } from "../input/lines.js";
import { parseExact, stringifyExact } from "../record/exact-json.js";
import { csvHead } from "./rows.js";

/** A row group ends when it has this number of rows, or rows of this total length in UTF-16 code units. */
const MAX_GROUP_ROWS = 50_000;
const MIN_GROUP_LENGTH = 32 * 1024 * 1024;

/** Names of columns whose cells are JSON. */
const JSON_COLUMNS = new Set(["labels", "spans", "findings", "outcome"]);

/**
 * Converts a JSON Lines file of predictions to Parquet, at the end of a run, because the footer of Parquet describes all rows. The
 * Parquet file is renamed when it is complete.
 */
export async function writeParquet(
  rows: string,
  path: string,
  columns: readonly string[],
): Promise<void> {
  const { fileWriter, ParquetWriter } = await import("hyparquet-writer");
  const names = csvHead(columns);
  const part = `${path}.part`;
  try {
    const type = (name: string) => (JSON_COLUMNS.has(name) ? ("JSON" as const) : ("UTF8" as const));
    const schema = names.map((name) => ({
      name,
      type: "BYTE_ARRAY" as const,
      converted_type: type(name),
      repetition_type: "OPTIONAL" as const,
    }));
    const parquet = new ParquetWriter({
      writer: fileWriter(part),
      schema: [{ name: "root", num_children: names.length }, ...schema],
    });
    for await (const group of groupsOf(rows)) {
      const columnData = names.map((name) => ({
        name,
        data: group.map((row) => cellOf(name, row[name])),
      }));
      await parquet.write({ columnData, rowGroupSize: group.length });
    }
    await parquet.finish();
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw new Failure(
      `cannot write ${path}: ${fileErrorMessage(error)}; finished records are kept: continue with --resume`,
    );
  }
}

type Row = Readonly<Record<string, unknown>>;

async function* groupsOf(path: string): AsyncGenerator<Row[]> {
  let group: Row[] = [];
  let size = 0;
  for await (const { text } of linesOf(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    Number.MAX_SAFE_INTEGER,
  )) {
    group.push(parseExact(text ?? "{}") as Row);
    size += text?.length ?? 0;
    if (group.length < MAX_GROUP_ROWS && size < MIN_GROUP_LENGTH) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

function cellOf(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (JSON_COLUMNS.has(name)) return value;
  return typeof value === "string" ? value : stringifyExact(value);
}
