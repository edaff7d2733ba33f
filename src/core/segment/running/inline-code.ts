import { SourceBuilder, type Source } from "../../source.js";
import { stripPrompt } from "./prompts.js";
import { shownAs, type Snippet } from "../snippet.js";
import { callLanguage } from "../unmarked/sniff.js";
import { sniffDocument } from "../unmarked/sniff-family.js";
import type { Tools } from "../tools.js";

/** The marks of a fence. */
const FENCE = 3;

/** Marks on lines of their own: a block of several lines, written with the marks of inline code. */
function isBlock(text: string): boolean {
  return /^[ \t]*\r?\n/.test(text) && /\n[ \t]*$/.test(text) && /\S[ \t\r]*\n\s*\S/.test(text);
}

/** Reads the inside of inline code, between so many marks: a line end is a blank, one blank at each end belongs to the marks. */
export function readInlineCode(tools: Tools, snippet: Snippet, inside: Source, marks = 1): void {
  const { out } = tools;
  if (!out.mentions(inside.text)) return;
  const inline = snippet.kind === "html" ? snippet : { ...snippet, kind: "inline" as const };
  if (isBlock(inside.text)) return tools.readCode(tools, { ...inline, source: inside, tag: null });
  const source = withoutMarks(stripPrompt(marks < FENCE ? oneLine(inside) : withoutTag(tools, oneLine(inside))));
  const text = source.text.trimStart();
  if (text.startsWith("#") && !text.startsWith("#{")) {
    const sign = /^\s*#+\s*/.exec(source.text)?.[0].length ?? 0;
    out.addShown(inline, source.slice(sign, source.text.length), shownAs("comment", "stands in a comment", source, 0, source.text.length));
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

function oneLine(inside: Source): Source {
  const { text } = inside;
  const padded = text.length > 2 && /^[ \n]/.test(text) && /[ \n]$/.test(text) && text.trim() !== "";
  const start = padded ? 1 : 0;
  const end = padded ? text.length - 1 : text.length;
  const builder = new SourceBuilder(inside);
  let from = start;
  for (const found of text.slice(0, end).matchAll(/(?<!\\)\r?\n/g)) {
    if (found.index < start) continue;
    builder.copy(from, found.index).put(" ", found.index, found.index + found[0].length);
    from = found.index + found[0].length;
  }
  return builder.copy(from, end).build();
}
