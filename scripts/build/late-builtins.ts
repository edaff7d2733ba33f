import { createRequire } from "node:module";
import type { Plugin } from "esbuild";

/** The built-in modules of Node that take long to load and that most runs of the command do not use. */
const LATE = [
  "child_process",
  "crypto",
  "fs/promises",
  "module",
  "readline/promises",
  "v8",
  "zlib",
];

/** Code for exports that are not functions, by module of `LATE`. The values come from a module that is loaded anyway. */
const EARLY: Readonly<Record<string, string>> = {
  "fs/promises": 'export const { constants } = require("node:fs");\n',
};

const require = createRequire(import.meta.url);

/** Loads each module of `LATE` when one of its functions is first called. */
export const lateBuiltins: Plugin = {
  name: "late-builtins",
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: new RegExp(`^(?:node:)?(?:${LATE.join("|")})$`) },
      ({ path, namespace }) => {
        return namespace === "late"
          ? { path, external: true }
          : { path: path.replace(/^node:/, ""), namespace: "late" };
      },
    );
    onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => {
      const names = Object.entries(require(`node:${path}`) as object).filter(
        ([name, value]) => typeof value === "function" && /^[a-z]\w*$/.test(name),
      );
      const functions = names.map(
        ([name]) =>
          `export const ${name} = (...given) => require("node:${path}").${name}(...given);`,
      );
      const all = `export default { ${names.map(([name]) => name).join(", ")} };`;
      return { contents: `${EARLY[path] ?? ""}${functions.join("\n")}\n${all}` };
    });
  },
};
