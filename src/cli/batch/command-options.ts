import type { DetectionOptions } from "../options.js";
import type { Quoting } from "./input/csv.js";
import type { InputFormat } from "./input/input-format.js";
import type { TableFormat } from "./measure/summary.js";
import type { OutputFormat } from "./output/target.js";

/** The options of `curlew batch` as given; without a profile, the records determine it. */
export type GivenBatchOptions = Omit<BatchCommandOptions, "profile"> &
  Partial<Pick<BatchCommandOptions, "profile">>;

/** The options of `curlew batch`. */
export interface BatchCommandOptions extends DetectionOptions {
  readonly inputFormat: InputFormat;
  readonly quoting: Quoting;
  readonly textField?: string;
  readonly role?: string;
  readonly idField?: string;
  readonly labelField?: string;
  readonly positive?: string;
  readonly sample?: number;
  readonly seed: string;
  readonly strict?: boolean;
  readonly gitignore: boolean;
  readonly ignore: boolean;
  readonly predictions?: string;
  readonly outputFormat?: OutputFormat;
  readonly columns: readonly string[];
  readonly onlyFlagged?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly jobs?: number;
  readonly format?: TableFormat;
  readonly failOn: readonly string[];
  readonly baseline?: string;
  readonly report?: string;
  readonly reportTexts: number;
  readonly shardSize?: number;
  readonly outDir?: string;
  readonly partition?: string;
  readonly merge?: string;
  readonly ids: "auto" | "input";
  readonly queue?: string;
  readonly partitions?: number;
  readonly queueAttempts: number;
  readonly queueTimeout: number;
}
