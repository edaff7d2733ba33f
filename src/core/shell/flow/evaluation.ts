import type { Span } from "../../model.js";
import type { ContextReads, JoinedView, View } from "./context.js";
import type { ContextTree } from "./context-tree.js";
import type { Environment } from "./environment.js";
import type { Drain } from "./redirects.js";
import type { Scope } from "./runner.js";
import type { Input, Stream } from "./stream.js";
import type { Summary } from "./summary.js";

/** A call to be evaluated. */
export interface Request {
  readonly entry: Entry;
  /** The environment of the call, with its arguments. */
  readonly given: Environment;
  readonly scope: Scope;
  readonly channels: readonly (Drain | undefined)[];
  readonly layout: string;
  readonly span: Span;
  readonly body: (inner: Scope) => Stream;
}

/** A summary, and what it depends on. */
export interface Context {
  readonly summary: Summary;
  /** The lowest open evaluation whose unfinished result it used; `Infinity` if there is none. */
  low: number;
  /** The evaluation that decides whether it is valid. */
  owner: Evaluation;
  /** Whether it used an unfinished result that has changed since. */
  isStale: boolean;
}

/** A call that is being evaluated. */
export interface Evaluation {
  readonly request: Request;
  readonly view: View;
  /** The epoch of the names when it began. */
  readonly epoch: number;
  /** What it read so far. */
  reads: ContextReads;
  input: Input | null;
  /** Its summary from the previous round. */
  before: Summary | null;
  low: number;
  isOpen: boolean;
  /** Whether it was called again before it was finished. */
  isRecursive: boolean;
  /** Contexts that depend on it, or on one below it. */
  readonly parts: Context[];
}

/** Everything that is known about one function. */
export interface Entry {
  readonly trees: Map<string, ContextTree<Context>>;
  readonly open: Evaluation[];
  readonly joined: Map<string, Joined>;
  epoch: number;
  exact: number;
  general: number;
  isLimited: boolean;
}

/** The context for all further calls of a function. */
export interface Joined {
  readonly view: JoinedView;
  context: Context | null;
  left: number;
}

/** Makes an evaluation the one that decides whether a context is valid. */
export function adopt(evaluation: Evaluation, context: Context): void {
  context.owner = evaluation;
  evaluation.parts.push(context);
}
