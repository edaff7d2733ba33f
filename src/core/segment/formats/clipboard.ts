import { decodeEntities } from "../entities.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

/** A literal: of an attribute, or of a call. */
const STRING = "(?:\"([^\"]{1,4000})\"|'([^']{1,4000})'|`([^`]{1,4000})`)";
/** Attributes and components that hold what a button copies, and a field that only shows what is to be copied. */
const ATTRIBUTE = new RegExp(
  "(?:(?<=<[^<>]{1,2000}\\s)data-(?:clipboard|copy|clipboard-text|copy-text|copy-content)" +
    "|<(?:CopyToClipboard|CopyButton|ClipboardCopy|CopyText|CopyCode|clipboard-copy)\\b[^<>]{0,1000}?\\s(?:text|value|content|code|command)" +
    "|<input\\b(?=[^<>]{0,2000}\\sreadonly)[^<>]{0,1000}?\\svalue)" +
    `\\s*=\\s*\\{?\\s*${STRING}`,
  "gi",
);
/** Calls that put a literal on the clipboard; no comment precedes them on their line. */
const CALL = new RegExp(
  "(?<=^(?![ \\t]*(?://|\\*|#))[^\\n]{0,400})(?:\\bclipboard\\.(?:writeText|write|copy|setData)" +
    `|\\b(?:copy(?:Text)?ToClipboard|setClipboard|writeToClipboard))\\(\\s*${STRING}`,
  "gm",
);

/** What each of the two names; most texts hold none, which this tells sooner. */
const NAMED = /clip|copy|readonly/i;

/** Reads what a page hands to the clipboard: people paste it into a terminal. */
export function readClipboard(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  if (!tools.knowsWindows || !NAMED.test(source.text) || !tools.mentions(source.text)) return;
  for (const pattern of [ATTRIBUTE, CALL]) {
    for (const found of source.text.matchAll(pattern)) {
      const content = found[1] ?? found[2] ?? found[3] ?? "";
      const end = found.index + found[0].length - 1;
      const inner = decodeEntities(source.slice(end - content.length, end));
      tools.readCode({ ...snippet, kind: "html", tag: "text", source: inner });
    }
  }
}
