import { Language } from "web-tree-sitter";
import { grammarNames, type Assets, type GrammarName } from "../assets.js";
import { GrammarError } from "./error.js";
import { startRuntime } from "./runtime.js";

/** The languages of all grammars, ready to parse and to compile queries. */
export type Grammars = Readonly<Record<GrammarName, Language>>;

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
