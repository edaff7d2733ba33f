import { commentsOf, type CodeMarks, type Family, type Language } from "./language.js";
import { LANGUAGES } from "./table.js";

export { commentsOf } from "./language.js";
export type { CodeMarks, Comments, Family, Language, Mark } from "./language.js";
export { kindOfFile, languageOfFile, tagOfFirstLine, type FileKind } from "./file-languages.js";
export { LANGUAGES } from "./table.js";

const BY_TAG = new Map(
  LANGUAGES.flatMap((language) => language.tags.map((tag) => [tag, language] as const)),
);

/** The comments and quotes that are assumed for an unknown language. */
const COMMON: CodeMarks = { comments: commentsOf("# // /*..*/"), quotes: `"'\`` };

/** Returns the language of a tag; null if there is no tag or it names no known language. */
export function languageOf(tag: string | null): Language | null {
  return tag === null ? null : (BY_TAG.get(tag) ?? null);
}

/** Returns the family of a tag's language. A tag that names no known language has the family `output` or `text`. */
export function familyOf(tag: string): Family {
  // the last word tells what the text is, as in `terminal-output`
  const last = /[a-z]+$/.exec(tag)?.[0] ?? "";
  return languageOf(tag)?.family ?? (languageOf(last)?.family === "output" ? "output" : "text");
}

/** Returns the comments and quotes of a tag's language, or common ones if the language is not known. */
export function marksOfTag(tag: string): CodeMarks {
  return languageOf(tag) ?? COMMON;
}

/**
 * Returns the tag in a fence's info string, in lower case: its first word (`bash title="x"`, `sh {linenos}`, `{.bash
 * .numberLines}`, `js:app.js`), or the extension if that word is a file name (`app.js`). Returns null if there is none.
 */
export function tagOf(info: string): string | null {
  const first =
    /^\s*\{?\s*[.=]?\s*(?:language-|lang-|source-)?([\w+#.-]+)/
      .exec(info.slice(0, 200))?.[1]
      ?.toLowerCase() ?? null;
  if (first === null || BY_TAG.has(first)) return first;
  const extension = /^[\w./-]+\.([a-z0-9]+)$/.exec(first)?.[1];
  return extension !== undefined && BY_TAG.has(extension) ? extension : first;
}
