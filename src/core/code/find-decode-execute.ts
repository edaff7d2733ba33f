import { withoutHereDocuments } from "../lex/here-documents.js";
import { languageOf } from "../languages/index.js";
import type { Language, Limit, Match, SnippetKind } from "../model.js";
import { oncePer } from "../once.js";
import { anyOf, escaped } from "../scan.js";
import type { Vocabulary } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import { callLimits, findCalls } from "./find-calls.js";
import { stringPlaces } from "./tokens/string-contents.js";
import { analyzeJavaScript } from "./javascript/analyze.js";
import { analyzePython } from "./python/analyze.js";
import { isInString, withoutComments } from "./comments-and-strings.js";
import type { CodeLanguage, CodeTools } from "./code-tools.js";

/** The matches of a search, and the limits that were reached. */
interface Found {
  readonly matches: readonly Match[];
  readonly limits: readonly Limit[];
  /** Whether the text has syntax errors. */
  readonly broken?: boolean;
}

const NONE: Found = { matches: [], limits: [] };

const LANGUAGES: readonly CodeLanguage[] = ["python", "javascript"];

/** Maximum nesting depth of executed strings that are analyzed. */
const MAX_INJECTIONS = 8;

/**
 * Finds decode-and-execute calls of Python and JavaScript in a text of any other language: in prose, and in a block with another tag
 * or none. Returns nothing for Python and JavaScript, whose own analysis finds them.
 */
export function findDecodeExecute(
  source: Source,
  tools: CodeTools,
  kind: SnippetKind,
  language: Language,
  tag: string | null,
): Found {
  if (
    language === "python" ||
    language === "javascript" ||
    !mentions(source.text, tools, "sink.execute")
  )
    return NONE;
  const hasDecoder = mentions(source.text, tools, "source.decoder");
  if (!hasDecoder && !mentions(source.text, tools, "source.fetch")) return NONE;
  // shell commands in prose are read like code, because their quotation marks are shell quotes
  const isProse = language !== "shell" && (kind === "prose" || kind === "quoted");
  const text = withoutComments(
    language === "shell" ? withoutHereDocuments(source.text) : source.text,
    isProse,
  );
  const words = new Set(
    LANGUAGES.flatMap((each) => [...tools.vocabulary(each).words("sink.execute")]),
  );
  const strings = language === "unknown" ? stringPlaces(source, tag) : [];
  const candidates = findCalls(text, words);
  const calls = candidates.calls.filter(
    (call) => isProse || !isInString(text, call.start, strings),
  );
  const unreadCalls = callLimits(source, candidates.unread);
  if (calls.length === 0 && !hasDecoder) return { matches: [], limits: unreadCalls };
  const places = new Map(calls.map((call) => [source.origin(call.word, call.end)[0], call]));
  // the text may be one program, in which values are passed through names
  const whole = isProse
    ? []
    : languagesOf(text, tools).map((each) => wholeText(each, source, tools, text, tag));
  const followed = whole.flatMap(({ matches }) => matches);
  const wordOffsets = followed.every(({ span }) => places.has(span[0]))
    ? new Set<number>()
    : placesOf(words, source);
  // a match at one of the words counts only if that word is one of the calls
  const kept = followed.filter(({ span }) => places.has(span[0]) || !wordOffsets.has(span[0]));
  const known = new Set(kept.map((match) => match.span[0]));
  const unread = [...places]
    .filter(([place]) => !known.has(place))
    .map(([, call]) => source.slice(call.start, call.end));
  const parts = unread.flatMap((part) =>
    languagesOf(part.text, tools).map((each) => analyze(each, part, tools)),
  );
  return {
    matches: [...kept, ...parts.flatMap(({ matches }) => matches)],
    limits: [...unreadCalls, ...[...whole, ...parts].flatMap(({ limits }) => limits)],
  };
}

/** Maximum number of characters of a text with the tag of another language that are parsed to see whether a grammar accepts it. */
const MAX_HEAD_LENGTH = 8000;

/**
 * Analyzes a text as one program of a language. A text with the tag of another language is analyzed only if the grammar accepts its
 * beginning, and limits are ignored if the grammar rejects the rest.
 */
function wholeText(
  language: CodeLanguage,
  source: Source,
  tools: CodeTools,
  text: string,
  tag: string | null,
): Found {
  const isOther = languageOf(tag)?.family === "other";
  if (isOther && tools.parse(language, headOf(text), ({ broken }) => broken) !== false) return NONE;
  const found = analyze(language, source, tools, text);
  return isOther && found.broken === true ? { ...found, limits: [] } : found;
}

/** Returns a short text, or the beginning of a long one, up to the last line in it that is not indented and follows an empty line. */
function headOf(text: string): string {
  if (text.length <= MAX_HEAD_LENGTH) return text;
  const head = text.slice(0, MAX_HEAD_LENGTH);
  const end = Array.from(head.matchAll(/\n[ \t]*\n(?=\S)/g)).at(-1)?.index;
  return head.slice(0, end);
}

/** Returns the offsets in the document at which the words occur. */
function placesOf(words: ReadonlySet<string>, source: Source): ReadonlySet<number> {
  return new Set(
    Array.from(
      source.text.matchAll(anyOf(words, "g")),
      (word) => source.origin(word.index, word.index + 1)[0],
    ),
  );
}

/** Returns the decode-and-execute calls of one language, including those in strings that the code executes as the same language. */
function analyze(
  language: CodeLanguage,
  source: Source,
  tools: CodeTools,
  text?: string,
  depth = 0,
): Found {
  const {
    matches,
    injections,
    broken,
    limits = [],
  } = language === "python"
    ? analyzePython(source, tools, text)
    : analyzeJavaScript(source, tools, text);
  const inner = injections.filter((each) => each.language === language);
  if (depth >= MAX_INJECTIONS)
    return { matches, limits: [...limits, ...inner.map(({ source: code }) => tooDeep(code))] };
  const found = inner.map((each) => analyze(language, each.source, tools, undefined, depth + 1));
  return {
    matches: [...matches, ...found.flatMap((each) => each.matches)],
    limits: [...limits, ...found.flatMap((each) => each.limits)],
    ...(broken === true && { broken }),
  };
}

function tooDeep(code: Source): Limit {
  const span = code.origin(0, code.text.length);
  return { limit: "depth", message: "code strings are nested too deeply", span };
}

/** Whether a text contains a word that Python's or JavaScript's queries list for a capture. */
function mentions(text: string, tools: CodeTools, capture: string): boolean {
  return LANGUAGES.some((language) => tools.vocabulary(language).isNamedIn(text, capture));
}

/** Returns the languages whose decoders or fetchers a text names; Python if it names none. */
function languagesOf(text: string, tools: CodeTools): readonly CodeLanguage[] {
  const named = LANGUAGES.filter((language) => sourcesOf(tools.vocabulary(language)).test(text));
  return named.length > 0 ? named : ["python"];
}

/** Returns a pattern that matches the names of a language's decoders and fetchers. */
const sourcesOf = oncePer((vocabulary: Vocabulary): RegExp => {
  const names = ["source.decoder", "source.fetch"].flatMap((capture) =>
    Array.from(vocabulary.words(capture), escaped),
  );
  return new RegExp(`\\b(?:${names.join("|") || "(?!)"})\\b`);
});
