import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Replacements for the parts of the parsing runtime that are not needed if the caller supplies the bytes of the WASM files. */
const CHANGES: readonly (readonly [what: string, by: string])[] = [
  // The code for Node imports modules. Bundlers for web pages should not need them, and the scripts of `curlew` cannot use `import`.
  [
    'var ENVIRONMENT_IS_NODE = typeof process == "object" && process.versions?.node && process.type != "renderer";',
    "",
  ],
  ["ENVIRONMENT_IS_NODE", "false"],
  // The caller provides the bytes of the runtime; otherwise, bundlers would search for the file.
  ['new URL("web-tree-sitter.wasm", import.meta.url).href', '"web-tree-sitter.wasm"'],
];

/**
 * Removes from the parsing runtime the code that loads files.
 * @throws Error if this version of the runtime does not contain a part that is to be replaced
 */
export const bareParsingRuntime: Plugin = {
  name: "bare-parsing-runtime",
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
  if (!text.includes(what))
    throw new Error(
      `the parsing runtime does not contain ${what}: update the replacements for this version`,
    );
  return text.replaceAll(what, by);
}
