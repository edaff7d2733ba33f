import type { OffsetEncoding } from "../../core/index.js";
import type { Quoting } from "./input/csv.js";
import type { RuleChoice } from "../rule-choice.js";

/** How records are read, predicted and written. Plain data: it goes to worker threads and other machines as it is. */
export interface Settings {
  /** The profile, the user's query files, and the disabled rules. */
  readonly rules: RuleChoice;
  readonly offsetEncoding: OffsetEncoding;
  /** Longest record and longest text, in bytes. */
  readonly maxSize: number;
  /** How the cells of CSV and TSV are quoted. */
  readonly quoting: Quoting;
  /** Most time for one text, in milliseconds. */
  readonly deadlineMs?: number;
  /** Path of the texts within a record; without one the usual shapes are known. */
  readonly textField?: string;
  /** Only messages of this role. */
  readonly role?: string;
  readonly idField?: string;
  /** Whether a record without an id is an error. */
  readonly needsIds: boolean;
  /** Path of a label that is not a list: true, 1, "PS" or `positive` mean that `PS` is expected. */
  readonly labelField?: string;
  readonly positive?: string;
  /** Paths of fields that are passed on to the output; `*` for all but the texts. */
  readonly columns: readonly string[];
  /** Write only texts with a label, and those not analyzed completely. */
  readonly onlyFlagged: boolean;
  /** End at the first broken record. */
  readonly strict: boolean;
  /** How an output line is written; null if no predictions are written. */
  readonly rows: "jsonl" | "csv" | null;
  /** How many flagged texts a report shows; 0 without a report. */
  readonly exhibits: number;
  /** Seed of all choices by chance. */
  readonly seed: string;
}
