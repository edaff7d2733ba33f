import type { Plugin } from "esbuild";

/** The exports of fflate that the sources use; the build fails if a source file imports another export. */
const NAMES = ["Gunzip", "Inflate", "Unzlib", "strFromU8", "strToU8"];

/** Evaluates fflate, which creates large tables, when one of its exports is first used, because few texts contain compressed data. */
export const lateInflater: Plugin = {
  name: "late-inflater",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:fflate|used-of-fflate)$/ }, ({ path }) => ({
      path,
      namespace: "late-inflater",
    }));
    onLoad({ filter: /.*/, namespace: "late-inflater" }, ({ path }) => ({
      contents: path === "fflate" ? NAMES.map(late).join("\n") : USED,
      resolveDir: process.cwd(),
    }));
  },
};

/** The module that exports these names from fflate's build for browsers, which imports nothing. */
const USED = `export { ${NAMES.join(", ")} } from "fflate/browser";`;

function late(name: string): string {
  return `export function ${name}(...given) {
    const { ${name}: own } = require("used-of-fflate");
    return new.target ? new own(...given) : own(...given);
  }`;
}
