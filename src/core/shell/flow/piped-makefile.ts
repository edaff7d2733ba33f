import { SourceBuilder } from "../../source.js";
import { altered, type CodeText } from "./stream.js";

/**
 * Matches what precedes the command on a recipe line: the tab or `target: ;`, and make's prefixes `@`, `+` and `-`. In a
 * here-document, the tab before an expansion may be missing.
 */
const RECIPE =
  /^(?:\t|(?! *#)[^\t\n:=;]{1,200}::?(?!=)[^\n;=]{0,200};|(?=\$(?:\$|[({](?:shell[ \t]|[\w.-]+[)}] )))(?!\S+[ \t]*:))[ \t]*[@+-]*/;

/** Matches the parts of a recipe that make expands: `$$`, the call `$(shell CODE)`, and a variable. */
const EXPANSION = /\$\$|(\$[({])shell[ \t]+|\$\(([\w.-]+)\)/g;

/** Returns the lines of a makefile's recipes as the shell receives them; make's variables become shell variables. */
export function recipesOf(code: CodeText): CodeText {
  const { source } = code;
  const out = new SourceBuilder(source);
  let at = 0;
  let isContinued = false;
  for (const line of source.text.split(/(?<=\n)/)) {
    const start: number = isContinued ? 0 : (RECIPE.exec(line)?.[0].length ?? -1);
    if (start >= 0) {
      let copied = at + start;
      for (const match of line.slice(start).matchAll(EXPANSION)) {
        const from = at + start + match.index;
        const to = from + match[0].length;
        const [, shell, name] = match;
        const written = shell ?? (name === undefined ? "$" : `\${${name.replace(/\W/g, "_")}}`);
        out.copy(copied, from).replace(written, from, to);
        copied = to;
      }
      out.copy(copied, at + line.length);
    }
    isContinued = start >= 0 && /\\\r?\n$/.test(line);
    at += line.length;
  }
  return altered(code, { source: out.build() });
}
