import { eachMatch } from "../../scan.js";
import type { Source } from "../../source.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

/** `DDEAUTO C:\\…\\cmd.exe "/k …"`, a field of a document. */
const FIELD =
  /\bDDE(?:AUTO)?\s{1,8}"?(?:[a-z]:)?[\w\\/. ~%-]{0,200}?([\w-]{1,40}(?:\.exe)?)"?\s{1,8}"([^\n]{1,2000}?)"(?=\s|\}|$)/gi;
/** `=cmd|'/c …'!A1`, a cell of a table. */
const CELL = /(?<=^|[,;\t"'\n])[=+@-]{1,2}([\w.]{1,40})\|\s{0,4}'([^'\n]{1,2000})'\s{0,4}!/g;
/** `=EXEC("…")`, a cell of a macro sheet. */
const MACRO = /(?<==\s{0,4}(?:EXEC|CALL)\(\s{0,4}")()([^\n]{1,2000}?)(?="\))/gi;

/** The patterns, each with a faster one that matches in every text in which it matches. */
const PATTERNS: readonly (readonly [sign: RegExp, pattern: RegExp])[] = [
  [/\bDDE/i, FIELD],
  [/\|\s{0,4}'/, CELL],
  [/=\s{0,4}(?:EXEC|CALL)\(/i, MACRO],
];

/** Reads the commands that an office document runs when it is opened. */
export function readOfficeFields(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  if (!tools.knowsWindows) return;
  for (const [sign, pattern] of PATTERNS) {
    if (!sign.test(source.text)) continue;
    for (const found of eachMatch(source.text, pattern)) {
      const line = lineOf(source, found);
      if (tools.mentions(line.text))
        tools.readCode({ ...snippet, kind: "html", tag: "bat", source: line });
    }
  }
}

/** Returns the program and its arguments as one command line, with spaces for the quotes and the pipe between them. */
function lineOf(source: Source, found: RegExpExecArray): Source {
  const [whole, program = "", words = ""] = found;
  const end = found.index + whole.lastIndexOf(words) + words.length;
  const start = program === "" ? end - words.length : found.index + whole.indexOf(program);
  const wordsAt = end - words.length - start;
  return source
    .slice(start, end)
    .rewritten(/["'|]/g, ({ index }) => (index >= program.length && index < wordsAt ? " " : null));
}
