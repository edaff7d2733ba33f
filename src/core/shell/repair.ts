import { SourceBuilder } from "../source.js";
import type { Source } from "../source.js";

/**
 * Rewrites what the grammar misreads into what the shell makes of it: a backslash before the first letter of
 * a line (`\curl`), and a word that goes on behind a line end (`cu\`, `rl`).
 */
const misread = /(?<=^|\n)([ \t]*)\\(?=[A-Za-z])|(?<=[^\s#\\])\\\r?\n(?=[^\s#])/g;

/** The source as the grammar can read it; the same one where there is nothing to rewrite. */
export function repaired(source: Source): Source {
  const { text } = source;
  if (!text.includes("\\")) return source;
  const out = new SourceBuilder(source);
  let copied = 0;
  for (const match of text.matchAll(misread)) {
    const indent = match[1];
    if (indent === undefined && inComment(text, match.index)) continue;
    const from = match.index + (indent?.length ?? 0);
    const end = match.index + match[0].length;
    out.copy(copied, from);
    copied = end;
    if (indent === undefined) continue;
    out.put(text[end] ?? "", from, end + 1); // the letter stands for both: a span starts at the backslash
    copied = end + 1;
  }
  return copied === 0 ? source : out.copy(copied, text.length).build();
}

/** A comment does not go on behind its line end. */
function inComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /(?:^|\s)#/.test(line);
}
