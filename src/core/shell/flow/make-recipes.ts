import { SourceBuilder } from "../../source.js";
import { altered, type CodeText } from "./stream.js";

/**
 * A recipe's line, or the text after the semicolon of `target: ; command`, without make's own prefixes. In a here-document the
 * tab before an expansion is missing.
 */
const RECIPE =
  /^(?:\t|(?! *#)[^\t\n:=;]{1,200}::?(?!=)[^\n;=]{0,200};|(?=\$(?:\$|[({](?:shell[ \t]|[\w.-]+[)}] )))(?!\S+[ \t]*:))[ \t]*[@+-]*/;

/** The parts of a recipe that make replaces: `$$`, the call `$(shell CODE)`, and a variable. */
const EXPANSION = /\$\$|(\$[({])shell[ \t]+|\$\(([\w.-]+)\)/g;

/** Returns the commands of a makefile: the lines of its recipes as the shell gets them, with unknown variables. */
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
