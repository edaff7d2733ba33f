import type { Detection, Rule, Span } from "../../src/core/index.js";
import type { Shared } from "./share.js";

/** The messages of the page to the worker: requests, and files that the worker needs. An answer has the id of its request. */
export type Request =
  | ({ readonly kind: "analyze"; readonly id: number } & Shared)
  | {
      readonly kind: "tree";
      readonly id: number;
      readonly language: TreeSource["language"];
      readonly text: string;
    }
  | { readonly kind: "format-of"; readonly id: number; readonly path: string }
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array | null };

/** The messages of the worker to the page: answers, and requests for files, because the worker fetches nothing itself. */
export type Response =
  | ({ readonly kind: "analysis"; readonly id: number } & Analysis)
  | { readonly kind: "query-error"; readonly id: number; readonly error: QueryProblem }
  | { readonly kind: "tree"; readonly id: number; readonly nodes: readonly TreeNode[] }
  | { readonly kind: "format-of"; readonly id: number; readonly format: string }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
  | { readonly kind: "need"; readonly path: string };

export interface Analysis {
  readonly detection: Detection;
  readonly regions: readonly TreeSource[];
  /** The active rules, by id. */
  readonly rules: Readonly<Record<string, Pick<Rule, "message" | "severity" | "help" | "pattern">>>;
  /** Warnings about the user's query file. */
  readonly warnings: readonly string[];
  readonly milliseconds: number;
}

/** A mistake in the user's query file; line and column are counted from 1. */
export interface QueryProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A parsed part of the text. */
export interface TreeSource {
  readonly language: string;
  readonly text: string;
  /** The part of the document that was parsed, in UTF-16 code units. */
  readonly span: Span;
  /** Whether the parsed text is unchanged text of the document, so that offsets in the document are known. */
  readonly exact: boolean;
  /** Whether the grammar parsed the text without an error. */
  readonly whole: boolean;
  readonly captures: readonly {
    readonly role: string;
    readonly word: string;
    readonly span: Span | null;
    readonly pattern: string;
  }[];
}

export interface TreeNode {
  readonly depth: number;
  readonly type: string;
  readonly field: string | null;
  /** Offsets into the parsed text. */
  readonly span: Span;
  readonly isError: boolean;
}
