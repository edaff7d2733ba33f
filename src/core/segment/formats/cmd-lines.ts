import { blanked } from "../../text-search.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { readBatch } from "./batch-file.js";
import { tokenize } from "../../lex/powershell-tokens.js";

const PROGRAM = '"?(?:[^"\\n]{0,200}[\\\\/])?(?:powershell|pwsh|cmd)(?:\\.exe)?"?[ \\t]';
/** A line that only cmd accepts: `@powershell …`, or one with a caret in an option. */
const CMD_LINE = new RegExp(
  `@${PROGRAM}[^\\n]*|(?:powershell|pwsh)(?:\\.exe)?[ \\t]+(?:[^\\n"'^]{0,200}[ \\t])?[-/]\\w*\\^\\w[^\\n]*`,
  "iy",
);
const HINT = /^[ \t]*(?:@"?[\w%:]|(?:powershell|pwsh)\b[^\n"'^]{0,200}\^)/im;

/** Reads cmd lines among PowerShell lines as batch, and returns the snippet with those lines replaced by spaces. */
export function withoutCmdLines(tools: Tools, snippet: Snippet): Snippet {
  const { source } = snippet;
  if (!tools.knowsWindows || !HINT.test(source.text)) return snippet;
  const parts: string[] = [];
  let from = 0;
  let isFirst = true;
  for (const { kind, start, end } of tokenize(source.text)) {
    if (tools.closed) break;
    if (start < from) continue;
    CMD_LINE.lastIndex = start;
    const [line] = (isFirst && CMD_LINE.exec(source.text)) || [];
    if (line !== undefined) {
      readBatch(tools, { ...snippet, source: source.slice(start, start + line.length) });
      parts.push(source.text.slice(from, start), blanked(line));
      from = start + line.length;
    } else if (kind === "end") isFirst = source.text.slice(start, end) === "\n";
    else if (kind !== "blank") isFirst = false;
  }
  if (from === 0) return snippet;
  return { ...snippet, source: source.overlay(parts.join("") + source.text.slice(from)) };
}
