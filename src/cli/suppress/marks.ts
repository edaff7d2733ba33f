import { extname } from "node:path";

/** How a kind of file writes comments; each mark with what closes it, null where the line's end does. */
export type Marks = readonly (readonly [open: string, close: string | null])[];

const HASH: Marks = [["#", null]];
const SLASHES: Marks = [["//", null], ["/*", "*/"]];
const MARKUP: Marks = [["<!--", "-->"]];

/** By the tag of a source file; what is not listed has `#` or `//`. */
const BY_TAG: Readonly<Record<string, Marks>> = {
  bash: HASH, shell: HASH, starlark: HASH, zsh: HASH, fish: HASH, python: HASH, ruby: HASH, perl: HASH, yaml: HASH, toml: HASH, dockerfile: HASH, makefile: HASH, nix: HASH, cron: HASH,
  powershell: [["#", null], ["<#", "#>"]], bat: [["REM ", null], ["rem ", null], ["::", null]], ini: [["#", null], [";", null]],
  javascript: SLASHES, typescript: SLASHES, go: SLASHES, rust: SLASHES, java: SLASHES, kotlin: SLASHES, groovy: SLASHES, c: SLASHES, cpp: SLASHES,
  csharp: SLASHES, swift: SLASHES, php: [["#", null], ...SLASHES], hcl: [["#", null], ...SLASHES], lua: [["--", null]], sql: [["--", null], ["/*", "*/"]], haskell: [["--", null]],
  html: [...MARKUP, ...SLASHES], jsx: [...SLASHES, ["{/*", "*/}"]], tsx: [...SLASHES, ["{/*", "*/}"]],
  lisp: [[";", null]], tex: [["%", null]], latex: [["%", null]], vim: [['"', null]], diff: [],
};

/** By extension, where the tag does not say it: markup, and JSON, of which only some kinds have comments. */
const BY_EXTENSION: Readonly<Record<string, Marks>> = {
  mdx: [["{/*", "*/}"], ...MARKUP], rst: [["..", null]], adoc: [["//", null]], asciidoc: [["//", null]], org: [["#", null]],
  json: [], ipynb: [], jsonl: [], ndjson: [], jsonc: SLASHES, json5: SLASHES,
};

/**
 * The comment marks of a file.
 * @param tag the language of a source file, null for prose
 */
export function marksOf(path: string, tag: string | null): Marks {
  const byExtension = BY_EXTENSION[extname(path).slice(1).toLowerCase()];
  if (byExtension !== undefined) return byExtension;
  if (tag === null) return MARKUP;
  return BY_TAG[tag] ?? [["#", null], ...SLASHES];
}
