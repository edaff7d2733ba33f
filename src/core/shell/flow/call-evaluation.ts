import type { Span } from "../../model.js";
import type { ContextReads, JoinedView, View } from "./call-context.js";
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
  readonly site: string;
  readonly span: Span;
  readonly body: (inner: Scope) => Stream;
}

/** A summary, and what it depends on. */
export interface Context {
  readonly summary: Summary;
  /** The index of the outermost open evaluation whose unfinished result was used; `Infinity` if there is none. */
  low: number;
  /** The evaluation that decides whether the summary is valid. */
  owner: Evaluation;
  /** Whether an unfinished result that was used has changed since. */
  isStale: boolean;
}

/** A call that is being evaluated. */
export interface Evaluation {
  readonly request: Request;
  readonly view: View;
  /** The epoch of the environment when the evaluation began. */
  readonly epoch: number;
  /** What was read so far. */
  reads: ContextReads;
  input: Input | null;
  /** The summary of the previous round; null in the first. */
  before: Summary | null;
  /** The same as in {@link Context}. */
  low: number;
  isOpen: boolean;
  /** Whether the same call was made again during the evaluation. */
  isRecursive: boolean;
  /** The contexts that depend on this evaluation, or on one around it. */
  readonly parts: Context[];
}

/** Everything that is known about one function. */
export interface Entry {
  readonly trees: Map<string, ContextTree<Context>>;
  readonly open: Evaluation[];
  readonly joined: Map<string, Joined>;
  /** The epoch of the environment for which the summaries are valid. */
  epoch: number;
  /** The number of contexts in which all values are exact. */
  exact: number;
  /** The number of contexts in which plain values count as equal. */
  general: number;
  /** Whether a limit was recorded for this function. */
  isLimited: boolean;
}

/** The context that all later calls of a function share. */
export interface Joined {
  readonly view: JoinedView;
  context: Context | null;
  /** The number of times that it may still be evaluated. */
  left: number;
}

/** Makes an evaluation the one that decides whether a context is valid. */
export function adopt(evaluation: Evaluation, context: Context): void {
  context.owner = evaluation;
  evaluation.parts.push(context);
}
