import { oncePer } from "../once.js";
import type { Vocabulary } from "../query/vocabulary.js";

/** A list of words, or a program of Windows before its command line, as far as the signs show: `"-c",`, `"x.exe",`. */
export const LISTS_CODE = /["'`]-[a-z]*c["'`]\s*,|\.exe["'`]\s*,/;

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
/** Captures whose words must be there before anything can be found, or a file is downloaded that others run. */
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
 * Whether a text may hold a call of anything that executes: a scan that spares a parse. It looks for a
 * sink's last name where it is called, passed on, given another name, or followed by a template.
 */
export function mayExecute(vocabulary: Vocabulary, text: string): boolean {
  return gateOf(vocabulary).test(text);
}

const gateOf = oncePer((vocabulary: Vocabulary): RegExp => {
  const names = lastNames(SINKS.flatMap((capture) => vocabulary.expressions(capture)));
  const tags = lastNames(vocabulary.expressions("inject.template"));
  const used = `\\b(?:${names})\\b["'\x60]?(?:\\s*[\\]),]|\\s*(?:\\?\\.)?\\(|\\.(?:call|apply|bind|__call__)\\b|\\s+(?:as\\b|[\\w"'])|\\s*[;:}/<\\\\]|\\s*$)`;
  const named = `["'\x60](?:${[...vocabulary.words("sink.execute")].map((word) => [...word].join(JOINED)).join("|")})["'\x60]`;
  // the keyword by which any function asks for a shell
  const shellKeywords = [...vocabulary.words("inject.asked")].map(
    (word) => `\\b${word}\\s*=\\s*True\\b`,
  );
  // a name that is worked out: `getattr(builtins, x)(code)`, `window[x](code)`
  const worked = "\\bgetattr\\s*\\(|\\b(?:window|globalThis|self|global|this|top|frames)\\s*\\[";
  const properties = [...vocabulary.words("sink.property")].join("|") || "(?!)";
  const assigned = `(?:\\.\\s*|["'\x60])(?:${properties})\\b["'\x60]?\\s*(?:\\]\\s*)?[^\\w\\s]{0,2}=(?!=)`;
  const either = [used, named, worked, assigned, LISTS_CODE.source, ...shellKeywords].join("|");
  return new RegExp(tags === "" ? either : `${either}|(?:${tags}|\\))\\s?\x60`, "m");
});

/** Between the letters of a name that is put together out of strings: `window["ev" + "al"]`. */
const JOINED = "(?:[\"'\x60]\\s*(?:\\+\\s*)?[\"'\x60])?";

/** `run` of `subprocess.run`: an import may give the rest another name. An expression of a pattern stays as it is. */
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
