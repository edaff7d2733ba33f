import { oncePer } from "../once.js";
import { INDEX_CALLED } from "../query/computed-names.js";
import type { Vocabulary } from "../query/vocabulary.js";
import { upTo } from "../query/word-spellings.js";

/** Matches quoted words of a command before a comma: an option for code (`"-c",`, `"/c",`), or a Windows program (`"x.exe",`). */
export const LISTS_CODE = /["'`](?:-(?:[a-z]*c|[cC]ommand)|\/[cCkK])["'`]\s*,|\.exe["'`]\s*,/;

const SHAPES: readonly string[] = [
  "shell",
  "process",
  "argv",
  "words",
  "exec",
  "line",
  "code",
  "list",
];
/** Captures of the queries. A text that contains none of their words has no finding, and no download that another text could run. */
const SINKS: readonly string[] = [
  "source.download",
  "source.download.method",
  "flow.open",
  "flow.write",
  "flow.write.method",
  "sink.execute",
  "sink.execute.method",
  "sink.file",
  ...SHAPES.flatMap((shape) => [`inject.${shape}`, `inject.${shape}.method`]),
];

/**
 * Whether a text may contain a call that executes something. The text is not parsed: it suffices that the last name of a sink is
 * called, passed, renamed, or followed by a template.
 */
export function mayExecute(vocabulary: Vocabulary, text: string): boolean {
  return gateOf(vocabulary).test(text);
}

const QUOTE = "[\"'\x60]";

const gateOf = oncePer((vocabulary: Vocabulary): RegExp => {
  const names = lastNames(SINKS.flatMap((capture) => vocabulary.expressions(capture)));
  const tags = lastNames(vocabulary.expressions("inject.template"));
  const used = `\\b(?:${names})\\b["'\x60]?(?:\\s*[\\]),]|\\s*(?:\\?\\.)?\\(|\\.(?:call|apply|bind|__call__)\\b|\\s+(?:as\\b|[\\w"'])|\\s*[;:}/<\\\\]|\\s*$)`;
  // a name, or its beginning where it is joined from strings: `window["ev" + "al"]`
  const named = Array.from(
    vocabulary.words("sink.execute"),
    (word) => QUOTE + upTo(QUOTE, [...word, QUOTE]),
  );
  // keywords such as `shell=True`, with which any function starts a shell
  const shellKeywords = [...vocabulary.words("inject.asked")].map(
    (word) => `\\b${word}\\s*=\\s*True\\b`,
  );
  // a computed name: `getattr(builtins, x)(code)`, `window[x]`, `object[x[0]](code)`
  const worked =
    "\\bgetattr\\s*\\(|\\b(?:window|globalThis|self|global|this|top|frames)\\s*\\[" +
    `|[\\w$]\\s?${INDEX_CALLED}`;
  const properties = [...vocabulary.words("sink.property")].join("|") || "(?!)";
  const assigned = `(?:\\.\\s*|["'\x60])(?:${properties})\\b["'\x60]?\\s*(?:\\]\\s*)?[^\\w\\s]{0,2}=(?!=)`;
  const either = [used, ...named, worked, assigned, LISTS_CODE.source, ...shellKeywords].join("|");
  return new RegExp(tags === "" ? either : `${either}|(?:${tags}|\\))\\s?\x60`, "m");
});

/** Returns a pattern for the last name of each path, such as `run` of `subprocess.run`: an import may rename what precedes it. */
function lastNames(expressions: readonly string[]): string {
  const names = expressions.map((each) =>
    each.startsWith("(?:")
      ? each
      : (each
          .replace(/\\\(\\\)$/, "")
          .split("\\.")
          .at(-1) ?? each),
  );
  return [...new Set(names)].join("|");
}
