import { lowerBound } from "../text-search.js";
import type { Source } from "../source.js";
import type { Analysis } from "./analysis.js";
import { callLimits, findCalls } from "./candidates.js";
import { outermost } from "./flow/report.js";
import type { Reading } from "./lowering.js";
import { runProgram } from "./run-program.js";
import { isShown } from "./surroundings.js";
import type { CodeLanguage, CodeTools } from "./code-tools.js";

/**
 * Follows the values of a program that a grammar read. If the parser could not read everything, the calls of `eval` and `exec`
 * are read once more, each separately, so that an error near them does not hide them. Strings and comments remain strings and
 * comments.
 * @param text the parsed text
 * @param read reads a part separately
 */
export function runParsed(
  language: CodeLanguage,
  source: Source,
  text: string,
  reading: Reading,
  tools: CodeTools,
  read: (part: Source, tools: CodeTools) => Analysis,
): Analysis {
  const { texts, broken } = reading;
  const followed = runProgram(
    { language, tag: language, named: (name) => tools.named(language, name) },
    source,
    reading,
    tools,
  );
  const vocabulary = tools.vocabulary(language);
  if (!broken || ![...vocabulary.words("source.decoder")].some((word) => text.includes(word)))
    return followed;
  const { calls, cut } = findCalls(text, vocabulary.words("sink.execute"));
  const parts = calls
    .filter((call) => call.end - call.start < text.trimEnd().length)
    .filter(({ word }) => !insideText(text, texts, word))
    .map(({ start, end }) => source.slice(start, end));
  const readings = parts.map((part) => read(part, tools));
  const limits = [
    ...(followed.limits ?? []),
    ...readings.flatMap((reading) => reading.limits ?? []),
    ...callLimits(source, cut),
  ];
  return {
    ...followed,
    matches: outermost([...followed.matches, ...readings.flatMap(({ matches }) => matches)]),
    ...(limits.length > 0 && { limits }),
  };
}

/** Whether a place is in a string or comment; these are in order. The text of an element is code after the tag of a script. */
function insideText(text: string, texts: Reading["texts"], at: number): boolean {
  const before =
    texts[lowerBound(texts.length, (index) => (texts[index]?.start ?? Infinity) > at) - 1];
  return (
    before !== undefined &&
    at < before.end &&
    (!text.slice(0, before.start).endsWith("<script>") || isShown(text, at))
  );
}
