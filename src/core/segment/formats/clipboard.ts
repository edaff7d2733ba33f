import { decodeEntities } from "../entities.js";
import type { Source } from "../../source.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

/** A literal: of an attribute, or of a call. */
const STRING =
  "(?:\"((?:[^\"\\\\]|\\\\[^]){1,4000})\"|'((?:[^'\\\\]|\\\\[^]){1,4000})'|`((?:[^`\\\\]|\\\\[^]){1,4000})`)";
/** Attributes and components that hold what a button copies, and a field that only shows what is to be copied. */
const ATTRIBUTE = new RegExp(
  "(?:(?<=<[^<>]{1,2000}\\s)data-(?:clipboard|copy|clipboard-text|copy-text|copy-content)" +
    "|<(?:CopyToClipboard|CopyButton|ClipboardCopy|CopyText|CopyCode|clipboard-copy)\\b[^<>]{0,1000}?\\s(?:text|value|content|code|command)" +
    "|<input\\b(?=[^<>]{0,2000}\\sreadonly)[^<>]{0,1000}?\\svalue)" +
    `\\s*=\\s*\\{?\\s*${STRING}`,
  "gi",
);
/** No comment precedes on the line. */
const UNCOMMENTED = "(?<=^(?![ \\t]*(?://|\\*|#))[^\\n]{0,400})";
/** A function that puts its argument on the clipboard. */
const COPIES =
  "(?:\\bclipboard\\.(?:writeText|write|copy|setData)|\\b(?:copy(?:Text)?ToClipboard|setClipboard|writeToClipboard))";
/** Calls that put a literal on the clipboard. */
const CALL = new RegExp(`${UNCOMMENTED}${COPIES}\\(\\s*${STRING}`, "gm");
/** Calls that put a variable on the clipboard. */
const CALL_OF_NAME = new RegExp(`${UNCOMMENTED}${COPIES}\\(\\s*([\\w$.]{1,80})\\s*[),]`, "gm");
/** The older way: a field is selected, and the page told to copy. */
const COPY_COMMAND = /\bexecCommand\(\s*["'`]copy["'`]/;
/** A literal that is assigned to a variable, or to what a field holds. */
const ASSIGNMENT = new RegExp(`${UNCOMMENTED}(?<![\\w$.])([\\w$.]{1,80})\\s*=\\s*${STRING}`, "gm");
/** A character that is written with a backslash and stands for itself. */
const ESCAPED = /\\(["'`\\])/g;

/** What each of the two names; most texts hold none, which this tells sooner. */
const NAMED = /clip|copy|readonly/i;

/** Reads what a page hands to the clipboard: people paste it into a terminal. */
export function readClipboard(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  if (!tools.knowsWindows || !NAMED.test(source.text) || !tools.mentions(source.text)) return;
  const read = (content: Source): void => {
    tools.readCode({ ...snippet, kind: "html", tag: "text", source: content });
  };
  for (const found of source.text.matchAll(ATTRIBUTE))
    read(decodeEntities(literalOf(source, found, 1)));
  for (const found of source.text.matchAll(CALL))
    read(decodeEntities(unescaped(literalOf(source, found, 1))));
  for (const found of copiedVariables(source.text)) read(unescaped(literalOf(source, found, 2)));
}

/** The literals that are assigned to variables which the page hands to the clipboard. */
function copiedVariables(text: string): readonly RegExpExecArray[] {
  const names = new Set(Array.from(text.matchAll(CALL_OF_NAME), ([, name = ""]) => name));
  const copiesField = COPY_COMMAND.test(text);
  if (names.size === 0 && !copiesField) return [];
  return [...text.matchAll(ASSIGNMENT)].filter(
    ([, name = ""]) => names.has(name) || (copiesField && /\.(?:value|textContent)$/.test(name)),
  );
}

/** The content of the literal that ends a match; its groups begin at `first`. */
function literalOf(source: Source, found: RegExpExecArray, first: number): Source {
  const content = found.slice(first, first + 3).find((group) => group !== undefined) ?? "";
  const end = found.index + found[0].length - 1;
  return source.slice(end - content.length, end);
}

function unescaped(content: Source): Source {
  return content.rewritten(ESCAPED, ([, character = ""]) => character);
}
