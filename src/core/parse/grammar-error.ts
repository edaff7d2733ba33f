import type { GrammarName } from "../assets.js";

/** The parsing runtime or a grammar could not be started: its bytes are damaged, or the versions of runtime and grammar do not match. */
export class GrammarError extends Error {
  override readonly name = "GrammarError";
  readonly code = "grammar-unusable";
  constructor(
    /** `runtime`, or the name of the grammar. */
    readonly part: "runtime" | GrammarName,
    cause: unknown,
  ) {
    super(
      `${part === "runtime" ? "the parsing runtime" : `the ${part} grammar`} could not be started: ${reasonOf(cause)}; restore its .wasm file`,
      { cause },
    );
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
