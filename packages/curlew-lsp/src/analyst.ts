/** A text that is open in an editor. */
export interface File {
  /** The path on disk; null if the text is not saved yet. */
  readonly path: string | null;
  /** The innermost workspace folder that contains the file; null if there is none. */
  readonly folder: string | null;
  /** The language identifier that the editor sent. */
  readonly language: string;
  readonly text: string;
}

/** Offsets in UTF-16 code units. */
type Span = readonly [start: number, end: number];

/** A finding, which the editor shows as a diagnostic. */
export interface Problem {
  readonly span: Span;
  readonly severity: "error" | "warning" | "note";
  readonly code?: string;
  /** URL of the page about the code. */
  readonly page?: string;
  /** One sentence. */
  readonly message: string;
  /** Markdown. */
  readonly hover?: string;
}

export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** A quick fix that a person may apply. */
export interface Action {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly Edit[];
  /** Another file that the action rewrites or creates. */
  readonly file?: NewText;
}

/** The new text of a file. */
export interface NewText {
  readonly path: string;
  /** The current content of the file; null if the file does not exist yet. */
  readonly old: string | null;
  readonly text: string;
}

/** Analyzes documents and returns diagnostics. */
export interface Analyst {
  /** Returns the findings, and warnings about the configuration in `remarks`. */
  problems(
    file: File,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly remarks: readonly string[] }>;
  /**
   * Returns the quick fixes for a finding.
   * @param signal aborted when the editor cancels its request
   */
  actions(file: File, problem: Problem, signal: AbortSignal): Promise<readonly Action[]>;
}
