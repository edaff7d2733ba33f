import { commentsOf, type CodeMarks, type Family, type Language } from "./language.js";
import { LANGUAGES } from "./table.js";

export { commentsOf } from "./language.js";
export type { CodeMarks, Comments, Family, Language, Mark } from "./language.js";
export { kindOfFile, languageOfFile, tagOfFirstLine, type FileKind } from "./files.js";
export { LANGUAGES } from "./table.js";

const BY_TAG = new Map(
  LANGUAGES.flatMap((language) => language.tags.map((tag) => [tag, language] as const)),
);

/** How most languages write, for one that is not told. */
const COMMON: CodeMarks = { comments: commentsOf("# // /*..*/"), quotes: `"'\`` };

/** The language of a tag; null for a tag that names none, and for no tag. */
export function languageOf(tag: string | null): Language | null {
  return tag === null ? null : (BY_TAG.get(tag) ?? null);
}

/** The family of a tag; a tag that names no known language says nothing. */
export function familyOf(tag: string): Family {
  // `terminal-output`, `bash_history`: the last word says what it is.
  const last = /[a-z]+$/.exec(tag)?.[0] ?? "";
  return languageOf(tag)?.family ?? (languageOf(last)?.family === "output" ? "output" : "text");
}

/** How the language of a tag writes comments and plain strings. */
export function marksOfTag(tag: string): CodeMarks {
  return languageOf(tag) ?? COMMON;
}

/**
 * The tag of a fence's info string, lower-cased: its first word, without what follows it
 * (`bash title="x"`, `sh {linenos}`, `{.bash .numberLines}`, `js:app.js`); null if there is none.
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
