import { Language } from "web-tree-sitter";
import { grammarNames, type Assets, type GrammarName } from "../assets.js";
import { oncePerName } from "../once.js";
import { GrammarError } from "./grammar-error.js";
import { startRuntime } from "./runtime.js";

/**
 * The languages of all grammars, ready to parse and to compile queries. A language whose bytes are given as a function is created
 * when it is first used.
 */
export type Grammars = Readonly<Record<GrammarName, Language>>;

/** The required part of the platform's types: the core is compiled without the types of a platform. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => Parameters<typeof Language.loadSync>[0];
};

/** Starts the runtime and loads grammars from bytes. Accesses neither files nor the network. */
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

/** Returns a property whose language is created when it is first read. */
function late(name: GrammarName, bytes: () => Uint8Array): PropertyDescriptor {
  const language = oncePerName(() => {
    const module = bytes(); // throws its own error if the bytes cannot be loaded
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
