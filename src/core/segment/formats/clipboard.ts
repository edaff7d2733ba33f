import { decodeEntities } from "../entities.js";
import type { Source } from "../../source.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

/** Matches a quoted string in an attribute or a call. */
const STRING =
  "(?:\"((?:[^\"\\\\]|\\\\[^]){1,4000})\"|'((?:[^'\\\\]|\\\\[^]){1,4000})'|`((?:[^`\\\\]|\\\\[^]){1,4000})`)";
/** Attributes and components with the text that a button copies, and read-only fields with text to copy. */
const ATTRIBUTE = new RegExp(
  "(?:data-(?:clipboard|copy|clipboard-text|copy-text|copy-content)(?<=<[^<>]{1,2000}\\sdata-[a-z-]{4,20})" +
    "|<(?:CopyToClipboard|CopyButton|ClipboardCopy|CopyText|CopyCode|clipboard-copy)\\b[^<>]{0,1000}?\\s(?:text|value|content|code|command)" +
    "|<input\\b(?=[^<>]{0,2000}\\sreadonly)[^<>]{0,1000}?\\svalue)" +
    `\\s*=\\s*\\{?\\s*${STRING}`,
  "gi",
);
/** Components of a document that show the text of an attribute as code. */
const COMPONENT = new RegExp(
  `<[A-Z][\\w.]*\\s(?:[^<>]{0,1000}?\\s)?(?:code|command|cmd)\\s*=\\s*\\{?\\s*${STRING}`,
  "g",
);
/** Matches a position on a line that is not a comment. This lookbehind is slow, so it follows patterns that seldom match. */
const UNCOMMENTED = "(?<=^(?![ \\t]*(?://|\\*|#))[^\\n]{0,500})";
/** A function that copies its argument to the clipboard. */
const COPIES =
  "(?:\\bclipboard\\.(?:writeText|write|copy|setData)|\\b(?:copy(?:Text)?ToClipboard|setClipboard|writeToClipboard))";
/** Calls that copy a literal to the clipboard. */
const CALL = new RegExp(`${COPIES}\\(${UNCOMMENTED}\\s*${STRING}`, "gm");
/** Calls that copy a variable to the clipboard. */
const CALL_OF_NAME = new RegExp(`${COPIES}\\(${UNCOMMENTED}\\s*([\\w$.]{1,80})\\s*[),]`, "gm");
/** Matches the older method: a field is selected, and `execCommand` copies it. */
const COPY_COMMAND = /\bexecCommand\(\s*["'`]copy["'`]/;
/** A literal that is assigned to a variable, or to the value of a field. */
const ASSIGNMENT = new RegExp(`(?<![\\w$.])([\\w$.]{1,80})\\s*=${UNCOMMENTED}\\s*${STRING}`, "gm");
/** A character that is escaped by a backslash. */
const ESCAPED = /\\(["'`\\])/g;

/** Every match of these patterns contains one of these words; most texts contain none, and this test is fast. */
const NAMED = /clip|copy|readonly/i;

/** Reads the text that a page copies to the clipboard, since people paste it into a terminal. */
export function readClipboard(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  if (!tools.knowsWindows || !NAMED.test(source.text) || !tools.mentions(source.text)) return;
  const read = (content: Source): void => {
    readShown(tools, snippet, content);
  };
  for (const found of source.text.matchAll(ATTRIBUTE))
    read(decodeEntities(literalOf(source, found, 1)));
  for (const found of source.text.matchAll(CALL))
    read(decodeEntities(unescaped(literalOf(source, found, 1))));
  for (const found of copiedAssignments(source.text)) read(unescaped(literalOf(source, found, 2)));
}

/** Reads what the components of a document (MDX) show as code: `<Code code={'curl URL | sh'} lang="sh" />`. */
export function readComponents(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  if (!tools.mentions(source.text)) return;
  for (const found of source.text.matchAll(COMPONENT))
    readShown(tools, snippet, unescaped(literalOf(source, found, 1)));
}

function readShown(tools: Tools, snippet: Snippet, source: Source): void {
  tools.readCode({ ...snippet, kind: "html", tag: "text", source });
}

/** Returns the assignments of literals to variables that the page copies, or to the values of fields if it copies a selected field. */
function copiedAssignments(text: string): readonly RegExpExecArray[] {
  const names = new Set(Array.from(text.matchAll(CALL_OF_NAME), ([, name = ""]) => name));
  const copiesField = COPY_COMMAND.test(text);
  if (names.size === 0 && !copiesField) return [];
  return [...text.matchAll(ASSIGNMENT)].filter(
    ([, name = ""]) => names.has(name) || (copiesField && /\.(?:value|textContent)$/.test(name)),
  );
}

/** Returns the content of the literal at the end of a match, which is in one of the three groups from `first` on. */
function literalOf(source: Source, found: RegExpExecArray, first: number): Source {
  const content = found.slice(first, first + 3).find((group) => group !== undefined) ?? "";
  const end = found.index + found[0].length - 1;
  return source.slice(end - content.length, end);
}

function unescaped(content: Source): Source {
  return content.rewritten(ESCAPED, ([, character = ""]) => character);
}
