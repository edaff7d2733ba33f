import { lowerBound } from "../search.js";
import type { Source } from "../source.js";
import type { Analysis } from "./analysis.js";
import { findCalls } from "./candidates.js";
import type { Reading } from "./lowering.js";
import { isShown } from "./surroundings.js";
import type { CodeLanguage, CodeTools } from "./tools.js";

/**
 * Where the parser could not read everything: reads the calls of `eval` and `exec` once more, each by
 * itself, so that a broken neighbour does not hide them. Strings and comments stay what they are.
 */
export function recoverCalls(
  language: CodeLanguage,
  source: Source,
  text: string,
  { texts, broken }: Reading,
  tools: CodeTools,
  read: (part: Source) => Analysis,
): Analysis["matches"] {
  const vocabulary = tools.vocabulary(language);
  if (!broken || ![...vocabulary.words("source.decoder")].some((word) => text.includes(word))) return [];
  const parts = findCalls(text, vocabulary.words("sink.execute")).filter((call) => call.end - call.start < text.trimEnd().length);
  return parts.flatMap(({ start, end, word }) => (insideText(text, texts, word) ? [] : read(source.slice(start, end)).matches));
}

/** Whether a place lies in a string or comment; these are in order. The text of an element is code behind the tag of a script. */
function insideText(text: string, texts: Reading["texts"], at: number): boolean {
  const before = texts[lowerBound(texts.length, (index) => (texts[index]?.start ?? Infinity) > at) - 1];
  return before !== undefined && at < before.end && (!text.slice(0, before.start).endsWith("<script>") || isShown(text, at));
}
