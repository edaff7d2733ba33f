import { Language } from "web-tree-sitter";
import { grammarNames, type Assets, type GrammarName } from "../assets.js";
import { oncePerName } from "../once.js";
import { GrammarError } from "./grammar-error.js";
import { startRuntime } from "./runtime.js";

/** The languages of all grammars, ready to parse and to compile queries; a late one starts when it is first asked for. */
export type Grammars = Readonly<Record<GrammarName, Language>>;

/** The part of the platform that is needed here: the core is written against none. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => Parameters<typeof Language.loadSync>[0];
};

/** Starts the runtime and loads every grammar from bytes. Neither files nor the network are touched. */
export async function loadGrammars(
  assets: Pick<Assets, "runtime" | "grammars">,
): Promise<Grammars> {
  await startRuntime(assets.runtime).catch((cause: unknown) => failed("runtime", cause));
  const languages: Partial<Record<GrammarName, Language>> = {};
  for (const name of grammarNames) {
    const { bytes } = assets.grammars[name];
    if (typeof bytes === "function") Object.defineProperty(languages, name, late(name, bytes));
    else
      languages[name] = await Language.load(bytes).catch((cause: unknown) => failed(name, cause));
  }
  return languages as Grammars;
}

/** A property whose language is made when it is first asked for. */
function late(name: GrammarName, bytes: () => Uint8Array): PropertyDescriptor {
  const language = oncePerName(() => {
    const module = bytes(); // what cannot be loaded has its own error
    try {
      return Language.loadSync(new WebAssembly.Module(module));
    } catch (cause) {
      return failed(name, cause);
    }
  });
  return { get: () => language(name), enumerable: true };
}

function failed(part: GrammarError["part"], cause: unknown): never {
  throw new GrammarError(part, cause);
}
