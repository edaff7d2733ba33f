import { lowerBound } from "../text-search.js";
import type { Source } from "../source.js";
import type { Analysis } from "./analysis.js";
import { callLimits, findCalls } from "./find-calls.js";
import { outermost } from "./flow/report.js";
import type { Reading } from "./lowering.js";
import { runProgram } from "./run-program.js";
import { isInString } from "./comments-and-strings.js";
import type { CodeLanguage, CodeTools } from "./code-tools.js";

/**
 * Evaluates a parsed program. If it has syntax errors and contains the name of a decoding function, each call of an executing function
 * such as `eval` is also analyzed separately, so that an error near a call does not hide it. Calls in strings and comments are ignored.
 * @param text the parsed text
 * @param read analyzes a part of the source separately
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
  const { calls, unread } = findCalls(text, vocabulary.words("sink.execute"));
  const parts = calls
    .filter((call) => call.end - call.start < text.trimEnd().length)
    .filter(({ word }) => !insideText(text, texts, word))
    .map(({ start, end }) => source.slice(start, end));
  const readings = parts.map((part) => read(part, tools));
  const limits = [
    ...(followed.limits ?? []),
    ...readings.flatMap((reading) => reading.limits ?? []),
    ...callLimits(source, unread),
  ];
  return {
    ...followed,
    matches: outermost([...followed.matches, ...readings.flatMap(({ matches }) => matches)]),
    ...(limits.length > 0 && { limits }),
  };
}

/** Whether an offset is in one of the strings and comments, which are in order. The text after `<script>` is code, except in strings. */
function insideText(text: string, texts: Reading["texts"], at: number): boolean {
  const before =
    texts[lowerBound(texts.length, (index) => (texts[index]?.start ?? Infinity) > at) - 1];
  return (
    before !== undefined &&
    at < before.end &&
    (!text.slice(0, before.start).endsWith("<script>") || isInString(text, at))
  );
}
