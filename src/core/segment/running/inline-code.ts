import type { Source } from "../../source.js";
import { rewritten } from "../rewritten.js";
import { stripPrompt } from "./prompts.js";
import type { Snippet } from "../snippet.js";
import { callLanguage } from "../unmarked/evidence.js";
import { sniffDocument } from "../unmarked/documents.js";
import type { Tools } from "../tools.js";

/** The marks of a fence. */
const FENCE = 3;

/** Marks on lines of their own: a block of several lines, written with the marks of inline code. */
function isBlock(text: string): boolean {
  const inked = text.split("\n").map((line) => line.trim() !== "");
  return inked[0] === false && inked[inked.length - 1] === false && inked.filter(Boolean).length > 1;
}

/** Reads the inside of inline code, between so many marks: a line end is a blank, one blank at each end belongs to the marks. */
export function readInlineCode(tools: Tools, snippet: Snippet, inside: Source, marks = 1): void {
  const { out } = tools;
  if (!out.mentions(inside.text)) return;
  const inline = snippet.kind === "html" ? snippet : { ...snippet, kind: "inline" as const };
  if (isBlock(inside.text)) return tools.readCode(tools, { ...inline, source: inside, tag: null });
  const source = withoutMarks(stripPrompt(marks < FENCE ? onOneLine(unpadded(inside)) : withoutTag(tools, onOneLine(unpadded(inside)))));
  const text = source.text.trimStart();
  if (text.startsWith("#") && !text.startsWith("#{")) {
    out.addComment({ ...inline, source }, { start: 0, end: source.text.length });
    return;
  }
  const tag = /^<[a-z]/.test(text) && /<\/|\son[a-z]+\s*=/.test(text) ? "html" : formatOf(text);
  if (tag !== null) tools.readCode(tools, { ...inline, source, tag });
  else out.add(inline, callLanguage(text, out.vocabulary) ?? "shell", source);
}

/** The format of which inline code quotes a line: `RUN …`, `run: …`, `{"command": "…"}`; null for a command or a call. */
function formatOf(text: string): string | null {
  const family = /^(?:[A-Z]{3}|\[\s*"[^"\s]+"\s*,|[{"]|-?\s*[\w-]+:\s)/.test(text) ? sniffDocument(text) : null;
  return family === "dockerfile" || family === "json" || family === "yaml" ? family : null;
}

/** A fence on one line: the tag in front of a command is no part of it. */
function withoutTag(tools: Tools, source: Source): Source {
  const found = /^\s*(?:bash|sh|zsh|shell|console|terminal)\s+(?=(\S+))/.exec(source.text.slice(0, 400));
  const isTag = found !== null && (found[1] === "$" || tools.heads.kind(found[1] ?? "") !== null);
  return isTag ? source.slice(found[0].length, source.text.length) : source;
}

/** Marks of a template around a call. */
const TEMPLATE = /^(?:\{\{|[$#]\{|<%=?)[-~]?\s{0,40}(?=[^{}\n]{0,400}\()([\s\S]*?)[-~]?(?:\}\}?|%>)$/;

/** `!` in front of a command is a notebook's mark for a shell line, `{{ … }}` around a call a template's. */
function withoutMarks(source: Source): Source {
  const { text } = source;
  if (/^![\w/.]/.test(text)) return source.slice(1, text.length);
  // AsciiDoc's marks for text that is taken as it stands.
  if (/^\+[^\s+].*[^\s+]\+$/.test(text)) return source.slice(1, text.length - 1);
  // A payload that breaks out of a string begins with the quote that closes it.
  if (/^["'][)\s]*[;&|]/.test(text) && !text.includes(text[0] ?? "", 1)) return source.slice(1, text.length);
  const inside = TEMPLATE.exec(text)?.[1];
  if (inside === undefined) return source;
  const start = text.indexOf(inside);
  return source.slice(start, start + inside.length);
}

/** What stands between code marks: one blank at each end belongs to the marks. */
function unpadded(inside: Source): Source {
  const { text } = inside;
  const isPadded = text.length > 2 && /^[ \n][\s\S]*[ \n]$/.test(text) && text.trim() !== "";
  return isPadded ? inside.slice(1, text.length - 1) : inside;
}

/** In a sentence and in inline code a line end is a blank, unless a backslash continues the line. */
export function onOneLine(source: Source): Source {
  return rewritten(source, /(?<!\\)\r?\n/g, () => " ");
}
