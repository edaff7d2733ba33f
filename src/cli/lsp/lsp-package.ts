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

/** A document that is open in an editor. */
export interface File {
  /** The path on disk; null if the document was never saved. */
  readonly path: string | null;
  /** The open folder that contains the file; null if there is none. */
  readonly folder: string | null;
  /** The editor's identifier of the document's language. */
  readonly language: string;
  readonly text: string;
}

/** A diagnostic: a finding, or a warning about the document. */
export interface Problem {
  readonly span: Span;
  readonly severity: Severity;
  readonly code?: string;
  /** URL of the page that describes the rule or problem in `code`. */
  readonly page?: string;
  readonly message: string;
  /** A description in Markdown. */
  readonly hover?: string;
}

/** A change that the user can choose. */
export interface Action {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** Another file that the action creates or rewrites. */
  readonly file?: NewText;
}

/** The new content of a file. */
export interface NewText {
  readonly path: string;
  /** The current content; null if the file does not exist. */
  readonly old: string | null;
  readonly text: string;
}

/** Analyzes the documents of an editor. */
export interface Analyst {
  /**
   * Returns the diagnostics of a document, and warnings about its configuration.
   * @param signal aborted when the document is changed or closed
   */
  problems(
    file: File,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly remarks: readonly string[] }>;
  /**
   * Returns the actions for a diagnostic.
   * @param signal aborted when the editor cancels its request
   */
  actions(file: File, problem: Problem, signal: AbortSignal): Promise<readonly Action[]>;
}
