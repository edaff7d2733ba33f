import type { Readable, Writable } from "node:stream";
import type { Severity, Span } from "../../core/index.js";

/** What is used of the package `curlew-lsp`, which is installed only where an editor asks. */
export interface LspPackage {
  serveLsp(options: {
    readonly version: string;
    readonly analyst: Analyst;
    readonly stdin: Readable;
    readonly stdout: Writable;
  }): void;
}

/** A text that is open in an editor. */
export interface File {
  /** Where it is on disk; null for what is nowhere yet. */
  readonly path: string | null;
  /** The folder of the workspace around it. */
  readonly folder: string | null;
  /** The editor's name of its language. */
  readonly language: string;
  readonly text: string;
}

/** Something to underline. */
export interface Problem {
  readonly span: Span;
  readonly severity: Severity;
  readonly code?: string;
  readonly message: string;
  /** Markdown. */
  readonly hover?: string;
}

/** Something that a person may choose to have done. */
export interface Action {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

export interface Analyst {
  problems(
    file: File,
  ): Promise<{ readonly problems: readonly Problem[]; readonly remarks: readonly string[] }>;
  actions(file: File, problem: Problem): Promise<readonly Action[]>;
}
