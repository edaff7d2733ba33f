/** The options of the file that an agent reads or runs. */
export interface MakeOptions {
  /** Files that the agent writes are judged, too. */
  readonly files: boolean;
  /** A command is blocked where curlew does not run. */
  readonly strict: boolean;
}
