import { eachMatch } from "../../scan.js";
import type { Source } from "../../source.js";
import { decodeEscapes } from "./decode-strings.js";

/** Matches the quote at the end of a mark, before a bang if there is one. */
const QUOTE = /["'](?=!?$)/;
const IN_DOUBLE = /(?:[^"\\\n]|\\[^])*/y;
const IN_SINGLE = /[^'\n]*/y;

/** Matches a line up to its end, or up to a parenthesis that is not opened in it. */
const LINE_REST = /(?:"(?:[^"\\]|\\[^])*"|'[^'\n]*'|\$?\([^()\n]*\)|[^()\n])*/y;

/** Yields the command lines in a file of a language that marks them: the string or the rest of the line after each mark. */
export function* markedCommands(source: Source, marks: readonly RegExp[]): Generator<Source> {
  const { text } = source;
  for (const mark of marks) {
    for (const { index, 0: lead } of eachMatch(text, mark)) {
      const start = index + lead.length;
      const quote = QUOTE.exec(lead)?.[0];
      const rest = quote === '"' ? IN_DOUBLE : quote === "'" ? IN_SINGLE : LINE_REST;
      rest.lastIndex = start;
      const end = start + (rest.exec(text)?.[0].length ?? 0);
      yield quote === '"' ? decodeEscapes(source, start, end) : source.slice(start, end);
    }
  }
}
