import { withoutHereDocuments } from "../here-documents.js";
import type { Language, Match, SnippetKind } from "../model.js";
import { oncePer } from "../once.js";
import { roleOf } from "../query/role.js";
import type { Vocabulary } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import { findCalls } from "./candidates.js";
import { stringPlaces } from "./tokens/strings.js";
import { analyzeJavaScript } from "./javascript/analyze.js";
import { analyzePython } from "./python/analyze.js";
import { isShown, withoutComments } from "./surroundings.js";
import type { CodeLanguage, CodeTools } from "./tools.js";

const LANGUAGES: readonly CodeLanguage[] = ["python", "javascript"];

/** Executed strings in executed strings are read this deep. */
const MAX_INJECTIONS = 3;

/**
 * Looks for rule-18 code in a text of any language: in prose, in a block with another tag or none.
 * Python and JavaScript regions are read by their own analysis and need no search.
 */
export function findDecodeExecute(source: Source, tools: CodeTools, kind: SnippetKind, language: Language, tag: string | null): Match[] {
  if (language === "python" || language === "javascript" || !mentionsBoth(source.text, tools)) return [];
  const text = withoutComments(language === "shell" ? withoutHereDocuments(source.text) : source.text);
  const strings = language === "unknown" ? stringPlaces(source, tag) : [];
  // A command that stands in prose is a command: its quotation marks are the shell's.
  const isProse = language !== "shell" && (kind === "prose" || kind === "quoted");
  return findCalls(text, sinks(tools))
    .filter((call) => isProse || !isShown(text, call.start, strings))
    .map((call) => source.slice(call.start, call.end))
    .flatMap((call) => languagesOf(call.text, tools).flatMap((each) => analyze(each, call, tools)));
}

function sinks(tools: CodeTools): ReadonlySet<string> {
  return new Set(LANGUAGES.flatMap((language) => [...tools.vocabulary(language).words("sink.execute")]));
}

/** Rule-18 code of one language, also in strings that the code itself executes. */
function analyze(language: CodeLanguage, source: Source, tools: CodeTools, depth = 0): readonly Match[] {
  const { matches, injections } = language === "python" ? analyzePython(source, tools) : analyzeJavaScript(source, tools);
  if (depth >= MAX_INJECTIONS) return matches;
  const inner = injections.filter((each) => each.language === language);
  return [...matches, ...inner.flatMap((each) => analyze(language, each.source, tools, depth + 1))];
}

/** Both a decoder's and a sink's word must be there, in one language's vocabulary or the other's. */
function mentionsBoth(text: string, tools: CodeTools): boolean {
  const mentions = (kind: "decoders" | "sinks"): boolean =>
    LANGUAGES.some((language) => lastNames(tools.vocabulary(language))[kind].some((name) => text.includes(name)));
  return mentions("decoders") && mentions("sinks");
}

/** `b64decode` of `base64.b64decode`: what a call is told by, whatever stands before it. */
const lastNames = oncePer((vocabulary: Vocabulary) => {
  const names = (capture: string): readonly string[] =>
    Array.from(vocabulary.words(capture), (word) => word.slice(word.lastIndexOf(".") + 1));
  return { decoders: names("source.decoder"), sinks: names("sink.execute") };
});

/** The languages whose decoders a text names; Python where it names none. */
function languagesOf(text: string, tools: CodeTools): readonly CodeLanguage[] {
  const named = LANGUAGES.filter((language) => decodersOf(tools, language).test(text));
  return named.length > 0 ? named : ["python"];
}

/** The names of a language's decoders, without those that are another language's. */
function decodersOf(tools: CodeTools, language: CodeLanguage): RegExp {
  const vocabulary = tools.vocabulary(language);
  const names = decoderNames.get(vocabulary) ?? wordsOf([...vocabulary.words("source.decoder")].filter(
    (word) => roleOf(tools.named(language, word), "source.decoder")?.settings["foreign"] === undefined,
  ));
  decoderNames.set(vocabulary, names);
  return names;
}

function wordsOf(words: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${words.map((word) => word.replace(/\W/g, "\\$&")).join("|") || "(?!)"})\\b`);
}

const decoderNames = new WeakMap<Vocabulary, RegExp>();
