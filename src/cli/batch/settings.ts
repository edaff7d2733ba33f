import type { OffsetEncoding } from "../../core/index.js";
import type { Quoting } from "./input/csv.js";
import type { RuleChoice } from "../rule-choice.js";

/** How records are read, analyzed and written. Settings are plain data, because they are sent to worker threads and other machines. */
export interface Settings {
  /** The profile, custom query files, and disabled rules. */
  readonly rules: RuleChoice;
  readonly offsetEncoding: OffsetEncoding;
  /** Maximum size of a record in bytes, and of a text in UTF-16 code units. */
  readonly maxSize: number;
  /** How the cells of CSV and TSV are quoted. */
  readonly quoting: Quoting;
  /** Time limit for one text, in milliseconds. */
  readonly deadlineMs?: number;
  /** Path of the texts within a record; if absent, the fields of known formats are read. */
  readonly textField?: string;
  /** The role of the messages that are read; if absent, messages of all roles are read. */
  readonly role?: string;
  readonly idField?: string;
  /** Whether a record without an id is an error. */
  readonly needsIds: boolean;
  /** Path of the label. `PS` is expected if the label is `positive` or, without that option, true, 1 or "PS". */
  readonly labelField?: string;
  readonly positive?: string;
  /** Paths of fields that are copied to the output; `*` for all except the texts and the id. */
  readonly columns: readonly string[];
  /** Whether only texts with findings, or that were not analyzed completely, are written. */
  readonly onlyFlagged: boolean;
  /** Whether the run stops at the first record with a problem. */
  readonly strict: boolean;
  /** Format of the output lines; null if no predictions are written. */
  readonly rows: "jsonl" | "csv" | null;
  /** Maximum number of texts in a report; 0 without a report. */
  readonly exhibits: number;
  /** Seed of all random choices. */
  readonly seed: string;
}
