type Span = readonly [start: number, end: number];

/** A step of a finding's trace. */
export interface FoundStep {
  readonly step: string;
  readonly message: string;
  readonly span?: Span | undefined;
  /** The query patterns that captured the step; absent if none did. */
  readonly patterns?: readonly string[] | undefined;
}

/** The properties of a finding from which safer commands are derived. Both the detector and the HTTP interface provide them. */
export interface Found {
  readonly rule: string;
  readonly span: Span;
  readonly text: string;
  readonly snippet: { readonly kind: string; readonly language: string };
  readonly trace: readonly FoundStep[];
}

/** One of the safer commands, with its purpose. */
export interface Step {
  readonly purpose: "download" | "save" | "look" | "compare" | "run" | "print";
  readonly command: string;
  /** A command to use if Windows does not allow `command`, because it does not run scripts by default. */
  readonly otherwise?: string;
}

/** Advice for a command that cannot be rewritten; each user interface has a sentence for each key. */
export type Advice =
  /** Download the program to a file and read the file before running it. */
  | "download"
  /** Print the decoded text instead of executing it. */
  | "print"
  /** Read the program at the URL, or pin its version. */
  | "pin"
  /** Log in with ssh, which authenticates users. */
  | "log-in";

/** What to do instead of running a command: safer commands, or advice if they cannot be determined. */
export type Remedy = { readonly steps: readonly Step[] } | { readonly advice: Advice };
