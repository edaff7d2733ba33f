import { readOfficeFields } from "../formats/office-fields.js";
import { familyOf } from "../../languages/index.js";
import type { Source } from "../../source.js";
import { stripPrompt } from "../../lex/prompt.js";
import type { Snippet } from "../snippet.js";
import { callLanguage } from "../unmarked/sniff-language.js";
import { beginsPowershell } from "../unmarked/powershell-expressions.js";
import { sniffDocument } from "../unmarked/sniff-document.js";
import type { Tools } from "../segment-tools.js";

/** Minimum number of backticks of a fence. */
const MIN_FENCE_LENGTH = 3;

/** Whether the marks are on separate lines, around a block of several lines that is written with the marks of inline code. */
function isBlock(text: string): boolean {
  const lines = text.split("\n");
  return lines.length > 3 && lines[0]?.trim() === "" && lines[lines.length - 1]?.trim() === "";
}

/**
 * Reads the content of inline code; `marks` is the number of backticks. A line end counts as a space, and one space at each end
 * belongs to the marks.
 */
export function readInlineCode(tools: Tools, snippet: Snippet, inside: Source, marks = 1): void {
  if (!tools.mentions(inside.text)) return;
  const inline: Snippet = { ...snippet, kind: "inline" };
  if (isBlock(inside.text)) return tools.readCode({ ...inline, source: inside, tag: null });
  const line = onOneLine(unpadded(inside));
  const source = withoutMarks(
    stripPrompt(marks < MIN_FENCE_LENGTH ? line : withoutTag(tools, line)),
  );
  const text = source.text.trimStart();
  if (text.startsWith("#") && !text.startsWith("#{"))
    return tools.addComment({ ...inline, source }, { start: 0, end: source.text.length });
  const format = sniffDocument(text);
  const tag = /^<[a-z].*(?:<\/|\son[a-z]+\s*=)/.test(text)
    ? "html"
    : QUOTED.has(format)
      ? format
      : tools.knowsWindows && beginsPowershell(text)
        ? "powershell"
        : null;
  readOfficeFields(tools, { ...inline, source });
  if (tag !== null) tools.readCode({ ...inline, source, tag });
  else tools.add(inline, callLanguage(text, tools.vocabulary) ?? "shell", source);
}

/** Formats of single lines that are quoted as inline code: `RUN …`, `run: …`, `{"command": "…"}`, `cmd /c "…"`. */
const QUOTED: ReadonlySet<string | null> = new Set(["dockerfile", "json", "yaml", "batch"]);

/** Removes the language tag of a fence that is written on one line. */
function withoutTag({ heads }: Tools, source: Source): Source {
  const [tag = "", next = ""] = source.text.split(" ", 2);
  const isTag =
    ["shell", "console"].includes(familyOf(tag)) && (next === "$" || heads.kind(next) !== null);
  return isTag ? source.slice(tag.length + 1) : source;
}

/** Marks of a template around a call. */
const TEMPLATE =
  /^(?:\{\{|[$#]\{|<%=?)[-~]?\s{0,40}(?=[^{}\n]{0,400}\()([\s\S]*?)[-~]?(?:\}\}?|%>)$/;

/** Removes marks around code, such as `!` before a shell command in a notebook, and `{{ … }}` around a call in a template. */
function withoutMarks(source: Source): Source {
  const { text } = source;
  if (/^![\w/.]/.test(text)) return source.slice(1);
  // AsciiDoc's marks for literal text.
  if (text.startsWith("+") && text.endsWith("+")) return source.slice(1, text.length - 1);
  // A payload that breaks out of a string begins with the quote that closes it.
  if (/^["'][)\s]*[;&|]/.test(text) && !text.includes(text.charAt(0), 1)) return source.slice(1);
  const inside = TEMPLATE.exec(text)?.[1];
  if (inside === undefined) return source;
  const start = text.indexOf(inside);
  return source.slice(start, start + inside.length);
}

/** Removes one space at each end of inline code, which belongs to the marks. */
function unpadded(inside: Source): Source {
  const { text } = inside;
  return /^[ \n][^]*\S[^]*[ \n]$/.test(text) ? inside.slice(1, text.length - 1) : inside;
}

/** Replaces line ends by spaces, as in a sentence and in inline code, unless a backslash continues the line. */
export function onOneLine(source: Source): Source {
  return source.rewritten(/(?<!\\)\n/g, () => " ");
}
