import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Parts of the parsing runtime that a caller who supplies the bytes does not need, with their replacements. */
const CHANGES: readonly (readonly [what: string, by: string])[] = [
  // the part for Node imports modules: bundlers for pages should not need them, and a script imports nothing
  [
    'var ENVIRONMENT_IS_NODE = typeof process == "object" && process.versions?.node && process.type != "renderer";',
    "",
  ],
  ["ENVIRONMENT_IS_NODE", "false"],
  // hosts provide the runtime's bytes; bundlers would search for the file
  ['new URL("web-tree-sitter.wasm", import.meta.url).href', '"web-tree-sitter.wasm"'],
];

/**
 * Removes from the parsing runtime the code that loads files by itself.
 * @throws Error if this version of the runtime differs
 */
export const bareRuntime: Plugin = {
  name: "bare-runtime",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?(?:fs\/promises|module)$/ }, ({ path, importer }) =>
      importer.endsWith("web-tree-sitter.js") ? { path, namespace: "nothing" } : null,
    );
    onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "export {};" }));
    onLoad({ filter: /[\\/]web-tree-sitter[\\/]web-tree-sitter\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return {
        contents: CHANGES.reduce((changed, change) => replaced(changed, ...change), text),
        loader: "js",
      };
    });
  },
};

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`the parsing runtime holds no ${what}: check it again`);
  return text.replaceAll(what, by);
}
