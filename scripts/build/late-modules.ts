import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { transform, type Plugin } from "esbuild";

/**
 * Turns each source module into a function that runs when one of its exports is first used. A script then evaluates only the modules
 * that an input needs. V8's code cache, which is read completely at each start, contains no code of the other modules.
 * An import of a re-exported name is replaced by an import from the module that defines the name.
 */
export function lateModules(define: Readonly<Record<string, string>>): Plugin {
  return {
    name: "late-modules",
    setup({ onResolve, onLoad, resolve: resolved }) {
      const modules = new Map<string, Promise<Module>>();
      const read = (path: string): Promise<Module> => {
        const known = modules.get(path) ?? readModule(path, define);
        modules.set(path, known);
        return known;
      };
      // The converted modules are CommonJS; in a namespace, the "type" of package.json does not apply to them.
      onResolve({ filter: /\.[jt]s$/ }, ({ path, kind, namespace, resolveDir }) => {
        const isSource = namespace === NAMESPACE && existsSync(sourceOf(resolveDir, path));
        return isSource || kind === "entry-point"
          ? { path: sourceOf(resolveDir, path), namespace: NAMESPACE }
          : null;
      });
      // `require` of a package that has both CommonJS files and modules resolves to its modules.
      onResolve({ filter: /^[^./]/ }, ({ path, namespace, resolveDir }) =>
        namespace === NAMESPACE ? resolved(path, { kind: "import-statement", resolveDir }) : null,
      );
      onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => ({
        contents: await lateImports(await read(path), read),
        loader: "js",
        resolveDir: dirname(path),
      }));
    },
  };
}

const NAMESPACE = "late-modules";

/** A source module, as esbuild converts it to CommonJS. */
interface Module {
  readonly path: string;
  /** The argument of `require`, by the variable that esbuild declares for it. */
  readonly imports: ReadonlyMap<string, string>;
  /** The exported expression, by the exported name. */
  readonly exports: ReadonlyMap<string, string>;
  readonly body: string;
}

const HEAD =
  /^[^]*?\n(?:var \w+_exports = \{\};\n__export\(\w+_exports, \{(?<exports>[^]*?)\n\}\);\nmodule\.exports = __toCommonJS\(\w+_exports\);\n)/;
const EXPORT = /^ {2}(?<name>\w+): \(\) => (?<value>[\w.]+),?$/gm;
const IMPORT =
  /^var (?<name>import_\w+) = (?:__toESM\()?require\("(?<from>[^"]+)"\)(?:, 1\))?\)?;\n/gm;
/** Matches `import * as v from "valibot"`. The namespace object may be used as a value, so this import is not late. */
const STAR = /^var (?<name>\w+) = __toESM\(require\("(?<from>[^"]+)"\)(?:, 1)?\);\n/gm;
/** Matches a use of an import in the code that esbuild wrote. */
const USE = /\b(?<variable>import_\w+)(?:\.(?<name>\w+))?\b/g;

/** Reads a source module. @throws Error if esbuild converts the module to a form that is not supported */
async function readModule(path: string, define: Readonly<Record<string, string>>): Promise<Module> {
  const { code } = await transform(await readFile(path, "utf8"), {
    loader: "ts",
    format: "cjs",
    target: "node20.19",
    define: { ...define },
    sourcefile: path,
  });
  const head = HEAD.exec(code);
  const imports = new Map<string, string>();
  const body = code
    .slice(head?.[0].length ?? 0)
    .replace(IMPORT, (_, name: string, from: string) => {
      imports.set(name, from);
      return "";
    })
    .replace(STAR, 'const $<name> = require("$<from>");\n');
  if (/\b__(?:toESM|toCommonJS|reExport|export)\b/.test(body))
    throw new Error(`${path} imports or exports in a way that cannot be late`);
  const exports = Array.from(
    (head?.groups?.["exports"] ?? "").matchAll(EXPORT),
    ({ groups: { name = "", value = "" } = {} }) => [name, value] as const,
  );
  return { path, imports, exports: new Map(exports), body };
}

/** Returns the code of the module, with the calls of `require` moved from its start to the uses of the imports. */
async function lateImports(
  { path, imports, exports, body }: Module,
  read: (path: string) => Promise<Module>,
): Promise<string> {
  const variables = new Map<string, string>();
  const whole = [...[...exports].map(([name, value]) => `  ${name}: () => ${value},\n`), body];
  const uses = new Map<string, string>();
  for (const [use = "", variable = "", name] of whole.join("").matchAll(USE)) {
    const from = imports.get(variable);
    if (from === undefined || uses.has(use)) continue;
    const origin = await originOf({ from, name: name ?? null }, dirname(path), read);
    const own = variables.get(origin.from) ?? `late_${variables.size}`;
    variables.set(origin.from, own);
    const module = `(${own} ??= require(${JSON.stringify(origin.from)}))`;
    uses.set(use, origin.name === null ? module : `${module}.${origin.name}`);
  }
  const late = (text: string): string => text.replace(USE, (use) => uses.get(use) ?? use);
  const [names, code] = [whole.slice(0, -1).join(""), body].map(late);
  return [
    variables.size === 0 ? "" : `let ${[...variables.values()].join(", ")};\n`,
    // Exports are getters, because modules may import each other.
    `const late_exports = {\n${names}};\n`,
    "for (const name in late_exports) Object.defineProperty(exports, name, { get: late_exports[name], enumerable: true });\n",
    code,
  ].join("");
}

/** An imported name of a module, or null for the module as a whole. */
interface Imported {
  readonly from: string;
  readonly name: string | null;
}

/** Returns the module that defines a name, and the name there; follows re-exports. */
async function originOf(
  { from, name }: Imported,
  folder: string,
  read: (path: string) => Promise<Module>,
): Promise<Imported> {
  if (!from.startsWith(".")) return { from, name };
  // For esbuild, the value of a JSON file is the module itself.
  if (from.endsWith(".json"))
    return { from: resolve(folder, from), name: name === "default" ? null : name };
  const path = sourceOf(folder, from);
  const { imports, exports } = await read(path);
  const [, variable = "", inner] =
    /^(import_\w+)(?:\.(\w+))?$/.exec(exports.get(name ?? "") ?? "") ?? [];
  const next = imports.get(variable);
  return next === undefined
    ? { from: path.replace(/\.ts$/, ".js"), name }
    : originOf({ from: next, name: inner ?? null }, dirname(path), read);
}

function sourceOf(folder: string, path: string): string {
  return resolve(folder, path.replace(/\.js$/, ".ts"));
}
