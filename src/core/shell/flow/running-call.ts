import type { Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../script.js";
import type { ContextReads, View } from "./call-context.js";
import type { PossibleValue, Value } from "./values.js";

/** A call that is being evaluated. */
export interface Call<Environment> {
  /** The environment in which the call was made; it contains the arguments. */
  readonly from: Environment;
  /** How the call sees the values of that environment. */
  readonly view: View;
  /** The call in whose body this one was made; null outside of functions. */
  readonly outer: Call<Environment> | null;
  readonly reads: ContextReads;
  /** Files to which fetched bytes were written during the call, by path. */
  readonly files: Map<string, Downloaded>;
}

/** What a call changes in the calling shell: the variables and functions that it set, without its local variables. */
export interface Effects {
  readonly variables: ReadonlyMap<string, Value | PossibleValue>;
  readonly functions: ReadonlyMap<string, KnownFunction>;
}

/** A function; the definition is null if it was unset. */
export interface KnownFunction {
  readonly definition: FunctionDefinition | null;
  readonly exported: boolean;
}
