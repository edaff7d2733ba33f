type Span = readonly [start: number, end: number];

/** A step of a finding's trace. */
export interface FoundStep {
  readonly step: string;
  readonly message: string;
  readonly span?: Span | undefined;
}

/** The parts of a finding that a safer command depends on, from the detector or from a message. */
export interface Found {
  readonly rule: string;
  readonly span: Span;
  readonly text: string;
  readonly snippet: { readonly kind: string; readonly language: string };
  readonly trace: readonly FoundStep[];
}

/** A command of the safer commands, and its purpose. */
export interface Step {
  readonly purpose: "download" | "save" | "look" | "compare" | "run" | "print";
  readonly command: string;
  /** To run it if the first one is not allowed: by default, Windows does not run scripts. */
  readonly otherwise?: string;
}

/** What to do instead: commands, or only a sentence if they cannot be determined. */
export type Remedy =
  | { readonly steps: readonly Step[] }
  /** Download it first; print the decoded text; inspect the program, or pin its version; log in with a program that checks who it is. */
  | { readonly words: "download" | "print" | "pin" | "log-in" };
