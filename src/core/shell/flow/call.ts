import type { Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../script.js";
import type { ContextReads, View } from "./context.js";
import type { PossibleValue, Value } from "./values.js";

/** A call that is being evaluated. */
export interface Call<Environment> {
  /** The environment that it was made in, with its arguments. */
  readonly from: Environment;
  /** Its view of that environment. */
  readonly view: View;
  /** The call that made it; null outside of functions. */
  readonly outer: Call<Environment> | null;
  readonly reads: ContextReads;
  /** Files that were written in it. */
  readonly files: Map<string, Downloaded>;
}

/** What a call changes in the calling shell: all it wrote except its local variables. */
export interface Effects {
  readonly variables: ReadonlyMap<string, Value | PossibleValue>;
  readonly functions: ReadonlyMap<string, KnownFunction>;
}

/** A function; one that was unset has no definition. */
export interface KnownFunction {
  readonly definition: FunctionDefinition | null;
  readonly exported: boolean;
}
