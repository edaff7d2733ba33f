import { extname } from "node:path";
import { marksOfTag } from "../../core/index.js";

/** The comment marks of a language: what opens a comment and what closes it; null if the comment ends with its line. */
export type Marks = readonly (readonly [open: string, close: string | null])[];

const MARKUP: Marks = [["<!--", "-->"]];
const BRACED: Marks = [["{/*", "*/}"]];

/** The marks of file types that the detector reads like Markdown or JSON and that have other comments or none, by extension. */
const BY_EXTENSION: Readonly<Record<string, Marks>> = {
  mdx: [...BRACED, ...MARKUP],
  rst: [["..", null]],
  adoc: [["//", null]],
  asciidoc: [["//", null]],
  org: [["#", null]],
  json: [],
  ipynb: [],
  jsonl: [],
  ndjson: [],
};

/**
 * Returns the comment marks of a file.
 * @param tag the language of a source file, null for prose
 */
export function marksOf(path: string, tag: string | null): Marks {
  const byExtension = BY_EXTENSION[extname(path).slice(1).toLowerCase()];
  if (byExtension !== undefined) return byExtension;
  return tag === null
    ? MARKUP
    : [...marksOfLanguage(tag), ...(tag === "jsx" || tag === "tsx" ? BRACED : [])];
}

/** Returns the comment marks of a language in the core's table, except blocks that must begin a line and those that end with the file. */
function marksOfLanguage(tag: string): Marks {
  const { line, block } = marksOfTag(tag).comments;
  return [
    ...block
      .filter(({ open }) => open.startsWith("<!--"))
      .map(({ open, close }) => [open, close] as const),
    ...line
      .flatMap(({ open, word }) => (word ? [open, open.toLowerCase()] : [open]))
      .map((open) => [open, null] as const),
    ...block
      .filter(({ open, close, first }) => !open.startsWith("<!--") && !first && close !== "")
      .map(({ open, close }) => [open, close] as const),
  ];
}
