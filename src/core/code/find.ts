import type { Language, Match, SnippetKind } from "../model.js";
import type { Source } from "../source.js";
import type { Analysis } from "./analysis.js";
import { findCalls } from "./candidates.js";
import { analyzeJavaScript } from "./javascript/analyze.js";
import { analyzePython } from "./python/analyze.js";
import { isShown, withoutComments } from "./surroundings.js";
import type { CodeLanguage, CodeTools } from "./tools.js";

const LANGUAGES: readonly CodeLanguage[] = ["python", "javascript"];

/**
 * Looks for rule-18 code in a text of any language: in prose, in a block with another tag or none.
 * Python and JavaScript regions are read by their own analysis and need no search.
 */
export function findDecodeExecute(source: Source, tools: CodeTools, kind: SnippetKind, language: Language): Match[] {
  if (language === "python" || language === "javascript" || !mentionsBoth(source.text, tools)) return [];
  const prose = kind === "prose" || kind === "quoted";
  const text = withoutComments(source.text, prose);
  const order = preferredOrder(text);
  const whole = prose ? [] : readAs(order, (language) => analyze(language, source, tools, text));
  const known = new Set(whole.map((match) => match.span[0]));
  return [...whole, ...cutCalls(source, text, order, tools, prose, known)];
}

/** Calls by their letters, but for those that begin where a match is `known`. */
function cutCalls(source: Source, text: string, order: readonly CodeLanguage[], tools: CodeTools, prose: boolean, known: ReadonlySet<number>): Match[] {
  const words = new Set(LANGUAGES.flatMap((language) => [...tools.vocabulary(language).words("sink.execute")]));
  const unread = findCalls(text, words).filter((call) => !known.has(source.origin(call.word, call.end)[0]));
  const calls = unread.filter((call) => prose || !isShown(text, call.start));
  return calls.flatMap((call) => readAs(order, (language) => analyze(language, source.slice(call.start, call.end), tools)));
}

/** The first language in which something is found decides. */
function readAs(order: readonly CodeLanguage[], read: (language: CodeLanguage) => Analysis): readonly Match[] {
  for (const language of order) {
    const { matches } = read(language);
    if (matches.length > 0) return matches;
  }
  return [];
}

function analyze(language: CodeLanguage, source: Source, tools: CodeTools, text?: string): Analysis {
  return language === "python" ? analyzePython(source, tools, text) : analyzeJavaScript(source, tools, text);
}

/** Both a decoder's and a sink's word must be there, in one language's vocabulary or the other's. */
function mentionsBoth(text: string, tools: CodeTools): boolean {
  const mentions = (capture: string): boolean => LANGUAGES.some((language) => [...tools.vocabulary(language).words(capture)].some((word) => text.includes(word.slice(word.lastIndexOf(".") + 1))));
  return mentions("source.decoder") && mentions("sink.execute");
}

/** What is written like JavaScript is read as that first. */
function preferredOrder(text: string): readonly CodeLanguage[] {
  const javascript = /\batob\b|=>|\b(?:const|let|var|function|window)\b|`|\?\./.test(text);
  return javascript ? ["javascript", "python"] : ["python", "javascript"];
}
