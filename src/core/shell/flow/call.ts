import type { Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../script.js";
import type { ContextReads, View } from "./context.js";
import type { PossibleValue, Value } from "./values.js";

/** A call that is being evaluated. */
export interface Call<Environment> {
  /** The environment that it was made in, with its arguments. */
  readonly from: Environment;
  /** What it sees of that. */
  readonly view: View;
  /** The call that made it; null outside of functions. */
  readonly outer: Call<Environment> | null;
  readonly reads: ContextReads;
  /** Files that were written in it. */
  readonly files: Map<string, Downloaded>;
}

/** What a call changes in the shell that it is made in: what it wrote, without its local variables. */
export interface Effects {
  readonly variables: ReadonlyMap<string, Value | PossibleValue>;
  readonly functions: ReadonlyMap<string, KnownFunction>;
}

/** A function that was unset has no definition. */
export interface KnownFunction {
  readonly definition: FunctionDefinition | null;
  readonly exported: boolean;
}
