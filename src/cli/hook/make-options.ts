/** The options with which an entry or a script for an agent is generated. */
export interface MakeOptions {
  /** Whether files that the agent writes are also checked. */
  readonly files: boolean;
  /** Whether commands are blocked if curlew does not run. */
  readonly strict: boolean;
}
