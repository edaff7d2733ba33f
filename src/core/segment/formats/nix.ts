import { SourceBuilder, type Source } from "../../source.js";
import { shownAs, type Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { isCommandKey, isDescriptive } from "./keys.js";
import { decodeEscapes } from "./strings.js";

/**
 * A comment, a plain string, or an indented one; `'''` and `''$` are escapes in it. What is begun always ends,
 * at the latest with the text: nothing is tried twice.
 */
const PIECE = /#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"((?:[^"\\]+|\\(?:[\s\S]|$))*)(?:"|$)|''((?:[^']+|'(?!')|''[$'\\])*)(?:''|$)/g;
const NAME = /([\w.-]+)\s*=\s*(?:\([^()\n]{0,80})?$/;
const ESCAPE = /''([$'])/g;

/**
 * Nix: indented strings are shell scripts, unless their name says that they describe; plain ones are where it names a command.
 * Gives the text without the indented ones.
 */
export function readIndentedStrings(tools: Tools, snippet: Snippet): Source {
  const { source } = snippet;
  const rest = new SourceBuilder(source);
  let done = 0;
  for (const found of source.text.matchAll(PIECE)) {
    const [, plain, indented] = found;
    const inner = plain ?? indented;
    if (inner === undefined) continue;
    const start = found.index + (plain === undefined ? 2 : 1);
    const end = start + inner.length;
    if (plain === undefined) {
      rest.copy(done, start).put("\n", start, end);
      done = end;
    }
    if (!tools.out.mentions(inner)) continue;
    const name = NAME.exec(source.text.slice(Math.max(0, found.index - 120), found.index))?.[1] ?? null;
    if (plain !== undefined) {
      if (isCommandKey(name)) tools.out.add(snippet, "shell", decodeEscapes(source, start, end));
      continue;
    }
    const script = unescaped(source, start, end);
    if (isDescriptive(name)) tools.out.addShown(snippet, script, shownAs("description", `is the value of "${name ?? ""}"`, source, start, end));
    else tools.out.add(snippet, "shell", script);
  }
  return rest.copy(done, source.text.length).build();
}

function unescaped(source: Source, start: number, end: number): Source {
  const builder = new SourceBuilder(source);
  let from = start;
  for (const found of source.text.slice(start, end).matchAll(ESCAPE)) {
    const at = start + found.index;
    builder.copy(from, at).put(found[1] === "'" ? "''" : "$", at, at + 3);
    from = at + 3;
  }
  return builder.copy(from, end).build();
}
