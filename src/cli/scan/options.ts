import type { Target } from "./report-targets.js";
import type { DetectionOptions } from "../options.js";

/** The options of `curlew scan`. */
export interface ScanOptions extends DetectionOptions {
  readonly targets: readonly Target[];
  readonly trace?: boolean;
  readonly jobs?: number;
  readonly gitignore: boolean;
  readonly ignore: boolean;
  readonly includeDependencies?: boolean;
  readonly config?: string;
  readonly suppressions: boolean;
  readonly showIgnored?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly stdinFilename?: string;
  readonly diff?: boolean;
  readonly changed?: string | true;
  readonly staged?: boolean;
  /** The version of this program, which is sent as part of the user agent. */
  readonly version: string;
}
