import type { Readable, Writable } from "node:stream";
import type { Severity, Span } from "../../core/index.js";

/** The interface of the package `curlew-lsp`, which is installed only for editors. */
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
  /** Its path on disk; null if it is not saved yet. */
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
  /** Address of the page about the code. */
  readonly page?: string;
  readonly message: string;
  /** Markdown. */
  readonly hover?: string;
}

/** Something that a person may choose to have done. */
export interface Action {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** Another file that it writes again. */
  readonly file?: NewText;
}

/** The text that a file is to have. */
export interface NewText {
  readonly path: string;
  /** Its current content; null if it does not exist yet. */
  readonly old: string | null;
  readonly text: string;
}

export interface Analyst {
  /** @param signal ends the work on a text that has changed since, or was closed */
  problems(
    file: File,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly remarks: readonly string[] }>;
  /** @param signal ends the work when the editor cancels its request */
  actions(file: File, problem: Problem, signal: AbortSignal): Promise<readonly Action[]>;
}
