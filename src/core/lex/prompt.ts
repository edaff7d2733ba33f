import type { Source } from "../source.js";
import table from "./prompts.json" with { type: "json" };

const { lead, state, prompts } = table;
/** Matches prompts of shells, with what precedes them. */
const PROMPT = new RegExp(
  `^[ \\t]*${lead.pattern}(?:${prompts.map(({ pattern }) => pattern.replace("{state}", () => state.pattern)).join("|")})[ \\t]*`,
);
const OH_MY_ZSH =
  /^[ \t]*(?:\([\w.-]+\)[ \t]*)?\u279c[ \t]+[~\w./-]+[ \t]+(?:git:\([^)\n]*\)[ \t]*)?(?:\u2717[ \t]*)?/;

/** Matches a part of every prompt, which most lines lack: the expressions above are slow. */
const PART = /[$#%>\u276f\u03bb](?=[ \t]|$)|[~\]][$#]|\$>|[\u2500\u279c]|[A-Za-z]:\\|\bIn[ \t]\[/;

/** Returns the length of the prompt at the start of a line; 0 if there is none. */
export function promptLength(line: string): number {
  if (!PART.test(line)) return 0;
  return (OH_MY_ZSH.exec(line) ?? PROMPT.exec(line))?.[0].length ?? 0;
}

/** Returns a one-line source without its prompt. */
export function stripPrompt(source: Source): Source {
  const length = promptLength(source.text.slice(0, 200));
  return source.slice(length);
}
