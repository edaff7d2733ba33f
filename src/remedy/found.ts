type Span = readonly [start: number, end: number];

/** What is known of a step of a finding's way. */
export interface FoundStep {
  readonly step: string;
  readonly message: string;
  readonly span?: Span | undefined;
}

/** What a safer way needs to know of a finding: as the detector gives it, or as a message brought it. */
export interface Found {
  readonly rule: string;
  readonly span: Span;
  readonly text: string;
  readonly snippet: { readonly kind: string; readonly language: string };
  readonly trace: readonly FoundStep[];
}

/** A command of a safer way, and what it is for. */
export interface Step {
  readonly purpose: "download" | "save" | "look" | "compare" | "run" | "print";
  readonly command: string;
  /** To run it where the first one is not allowed: Windows runs no scripts unless told to. */
  readonly otherwise?: string;
}

/** What is to be done instead: commands, or, where they are not known for certain, only in words. */
export type Remedy =
  | { readonly steps: readonly Step[] }
  /** Download it first; print what is decoded; look at the program, or pin its version; log in by what asks who it is. */
  | { readonly words: "download" | "print" | "pin" | "log-in" };
