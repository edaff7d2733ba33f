import type { CsvSyntax } from "./input/csv.js";
import type { ReportedText } from "./record/reported-text.js";
import type { Tally } from "./measure/tally.js";

/** What the number of a record counts. In messages, the name of a record is `file:12` for a line, and `file: row 12` for another unit. */
export type Unit = "line" | "item" | "row" | "file";

/** How the bytes of records are read. */
export type Syntax = { readonly kind: "json" } | CsvSyntax;

/** A file of a folder: its path as the user would write it, and its location. */
export interface TextFile {
  readonly path: string;
  readonly absolute: string;
}

/** Where the records of a shard are. `end` is exclusive. */
export type Work =
  | {
      readonly kind: "range";
      readonly path: string;
      readonly start: number;
      readonly end: number;
      readonly syntax: Syntax;
    }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly syntax: Syntax }
  | {
      readonly kind: "rows";
      readonly path: string;
      readonly start: number;
      readonly end: number;
      readonly columns: readonly string[];
    }
  | { readonly kind: "files"; readonly files: readonly TextFile[] };

/** Consecutive records that are processed together. The output does not depend on how records are split into shards. */
export interface Shard {
  /** Index of the input in the list of inputs. */
  readonly input: number;
  /** The name of the input in messages. */
  readonly name: string;
  readonly unit: Unit;
  /** Number of the first record's line, item, row or file; counted from 1. */
  readonly first: number;
  /** Offset of the next shard in bytes, rows or files; equal to `nextFirst` for items. */
  readonly next: number;
  /** Number of the next shard's first line, item, row or file. */
  readonly nextFirst: number;
  /** Size of the shard, in bytes of the input. */
  readonly size: number;
  readonly work: Work;
  /** Numbers of the records to process; all if absent. */
  readonly pick?: readonly number[];
  /** Range of the numbers of the records to process; `to` is exclusive; all if absent. */
  readonly records?: { readonly from: number; readonly to: number };
  /** Numbers of records that made a worker fail earlier; they are reported but not processed. */
  readonly poison?: readonly number[];
}

/** An input that could not be read, or not completely. */
export interface InputFailure {
  readonly input: number;
  readonly name: string;
  readonly failure: string;
}

/** A problem of a record or input, and the name of this record or input in messages. */
export interface Problem {
  readonly place: string;
  readonly message: string;
}

/** The results of a shard. */
export interface ShardResult {
  /** Output lines, each with its line end. */
  readonly output: Uint8Array;
  readonly tally: Tally;
  readonly problems: readonly Problem[];
  /** The texts for a report. */
  readonly exhibits: readonly ReportedText[];
  /** Whether a strict run stopped at the last problem. */
  readonly stopped: boolean;
}

/** Processes shards, in this thread or on several threads. */
export interface Executor {
  /** The number of shards that may be in progress. */
  readonly capacity: number;
  process(shard: Shard): Promise<ShardResult>;
  close(): Promise<void>;
}

/** Returns the name of a record in messages. */
export function placeOf({ name, unit }: Pick<Shard, "name" | "unit">, number: number): string {
  return unit === "line" ? `${name}:${number}` : `${name}: ${unit} ${number}`;
}
