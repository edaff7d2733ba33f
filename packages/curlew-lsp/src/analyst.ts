/** A text that is open in an editor. */
export interface File {
  /** Its path on disk; null if it is not saved yet. */
  readonly path: string | null;
  /** The folder of the workspace around it. */
  readonly folder: string | null;
  /** The editor's name of its language. */
  readonly language: string;
  readonly text: string;
}

/** Offsets in UTF-16 code units. */
type Span = readonly [start: number, end: number];

/** A diagnostic. */
export interface Problem {
  readonly span: Span;
  readonly severity: "error" | "warning" | "note";
  readonly code?: string;
  /** Address of the page about the code. */
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
  /** Another file that it rewrites. */
  readonly file?: NewText;
}

/** The new text of a file. */
export interface NewText {
  readonly path: string;
  /** Its current content; null if it does not exist yet. */
  readonly old: string | null;
  readonly text: string;
}

/** Analyzes documents and returns diagnostics. */
export interface Analyst {
  /** Returns the findings, and remarks on the configuration. */
  problems(
    file: File,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly remarks: readonly string[] }>;
  /** @param signal ends the work when the editor cancels its request */
  actions(file: File, problem: Problem, signal: AbortSignal): Promise<readonly Action[]>;
}
