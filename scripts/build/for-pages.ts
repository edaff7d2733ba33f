import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** What of the parsing runtime no page needs, and what stands there instead. */
const CHANGES: readonly (readonly [what: string, by: string])[] = [
  // the part for Node asks for modules that no bundler of a page should have to know
  ['var ENVIRONMENT_IS_NODE = typeof process == "object" && process.versions?.node && process.type != "renderer";', ""],
  ["ENVIRONMENT_IS_NODE", "false"],
  // hosts bring the runtime's bytes; bundlers would look for the file
  ['new URL("web-tree-sitter.wasm", import.meta.url).href', '"web-tree-sitter.wasm"'],
];

/**
 * Makes the parsing runtime one for pages only.
 * @throws Error where this version of it is written in another way
 */
export const forPages: Plugin = {
  name: "for-pages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?(?:fs\/promises|module)$/ }, ({ path }) => ({ path, namespace: "nothing" }));
    onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "export {};" }));
    onLoad({ filter: /[\\/]web-tree-sitter[\\/]web-tree-sitter\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: CHANGES.reduce((changed, change) => replaced(changed, ...change), text), loader: "js" };
    });
  },
};

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`the parsing runtime holds no ${what}: look at it anew`);
  return text.replaceAll(what, by);
}
