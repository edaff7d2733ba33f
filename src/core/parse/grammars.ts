import { Language } from "web-tree-sitter";
import { grammarNames, type Assets, type GrammarName } from "../assets.js";
import { startRuntime } from "./runtime.js";

/** The languages of all grammars, ready to parse and to compile queries. */
export type Grammars = Readonly<Record<GrammarName, Language>>;

/** The parsing runtime or a grammar did not start: the bytes are damaged or do not fit each other. */
export class GrammarError extends Error {
  override readonly name = "GrammarError";
  readonly code = "grammar-unusable";
  constructor(
    /** `runtime`, or the grammar's name. */
    readonly part: "runtime" | GrammarName,
    cause: unknown,
  ) {
    super(`${part === "runtime" ? "the parsing runtime" : `the ${part} grammar`} could not be started: ${reasonOf(cause)}; restore its .wasm file`, { cause });
  }
}

/** Starts the runtime and loads every grammar from bytes. Neither files nor the network are touched. */
export async function loadGrammars(assets: Pick<Assets, "runtime" | "grammars">): Promise<Grammars> {
  await startRuntime(assets.runtime).catch((cause: unknown) => {
    throw new GrammarError("runtime", cause);
  });
  const languages: Partial<Record<GrammarName, Language>> = {};
  for (const name of grammarNames) languages[name] = await loadGrammar(name, assets.grammars[name].bytes);
  return languages as Grammars;
}

async function loadGrammar(name: GrammarName, bytes: Uint8Array): Promise<Language> {
  try {
    return await Language.load(bytes);
  } catch (cause) {
    throw new GrammarError(name, cause);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
