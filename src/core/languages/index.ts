import { commentsOf, type CodeMarks, type Family, type Language } from "./language.js";
import { LANGUAGES } from "./table.js";

export { commentsOf } from "./language.js";
export type { CodeMarks, Comments, Family, Language, Mark } from "./language.js";
export { kindOfFile, languageOfFile, tagOfFirstLine, type FileKind } from "./files.js";
export { LANGUAGES } from "./table.js";

const BY_TAG = new Map(
  LANGUAGES.flatMap((language) => language.tags.map((tag) => [tag, language] as const)),
);

/** Comments and quotes as in most languages, for an unknown language. */
const COMMON: CodeMarks = { comments: commentsOf("# // /*..*/"), quotes: `"'\`` };

/** Returns the language of a tag; null for a tag that names none, and for no tag. */
export function languageOf(tag: string | null): Language | null {
  return tag === null ? null : (BY_TAG.get(tag) ?? null);
}

/** Returns the family of a tag; `text` for a tag that names no known language. */
export function familyOf(tag: string): Family {
  // `terminal-output`, `bash_history`: the last word is the kind of text.
  const last = /[a-z]+$/.exec(tag)?.[0] ?? "";
  return languageOf(tag)?.family ?? (languageOf(last)?.family === "output" ? "output" : "text");
}

/** Returns the comments and quotes of a tag's language. */
export function marksOfTag(tag: string): CodeMarks {
  return languageOf(tag) ?? COMMON;
}

/**
 * Returns the tag in a fence's info string, in lower case: its first word, without what follows it (`bash title="x"`, `sh
 * {linenos}`, `{.bash .numberLines}`, `js:app.js`); null if there is none.
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
