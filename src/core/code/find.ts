import { withoutHereDocuments } from "../lex/here-documents.js";
import { languageOf } from "../languages/index.js";
import type { Language, Limit, Match, SnippetKind } from "../model.js";
import { oncePer } from "../once.js";
import { anyOf, escaped } from "../scan.js";
import type { Vocabulary } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import { callLimits, findCalls } from "./candidates.js";
import { stringPlaces } from "./tokens/string-places.js";
import { analyzeJavaScript } from "./javascript/analyze.js";
import { analyzePython } from "./python/analyze.js";
import { isShown, withoutComments } from "./surroundings.js";
import type { CodeLanguage, CodeTools } from "./code-tools.js";

/** The matches of a search, and the limits that it reached. */
interface Found {
  readonly matches: readonly Match[];
  readonly limits: readonly Limit[];
  /** Whether the text has syntax errors. */
  readonly broken?: boolean;
}

const NONE: Found = { matches: [], limits: [] };

const LANGUAGES: readonly CodeLanguage[] = ["python", "javascript"];

/** Maximum depth to which executed strings in executed strings are read. */
const MAX_INJECTIONS = 8;

/**
 * Finds decode-and-execute calls in a text of any language: in prose, in a block with another tag or none. Python and JavaScript
 * regions are read by their own analysis and need no search.
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
  // A command in prose is shell: its quotation marks belong to the shell.
  const prose = language !== "shell" && (kind === "prose" || kind === "quoted");
  const text = withoutComments(
    language === "shell" ? withoutHereDocuments(source.text) : source.text,
    prose,
  );
  const words = new Set(
    LANGUAGES.flatMap((each) => [...tools.vocabulary(each).words("sink.execute")]),
  );
  const strings = language === "unknown" ? stringPlaces(source, tag) : [];
  const candidates = findCalls(text, words);
  const calls = candidates.calls.filter((call) => prose || !isShown(text, call.start, strings));
  const cut = callLimits(source, candidates.cut);
  if (calls.length === 0 && !hasDecoder) return { matches: [], limits: cut };
  const places = new Map(calls.map((call) => [source.origin(call.word, call.end)[0], call]));
  // Data flow through names is followed if the text may be one program.
  const whole = prose
    ? []
    : languagesOf(text, tools).map((each) => wholeText(each, source, tools, text, tag));
  const followed = whole.flatMap(({ matches }) => matches);
  const letters = followed.every(({ span }) => places.has(span[0]))
    ? new Set<number>()
    : placesOf(words, source);
  const kept = followed.filter(({ span }) => places.has(span[0]) || !letters.has(span[0]));
  const known = new Set(kept.map((match) => match.span[0]));
  const unread = [...places]
    .filter(([place]) => !known.has(place))
    .map(([, call]) => source.slice(call.start, call.end));
  const parts = unread.flatMap((part) =>
    languagesOf(part.text, tools).map((each) => analyze(each, part, tools)),
  );
  return {
    matches: [...kept, ...parts.flatMap(({ matches }) => matches)],
    limits: [...cut, ...[...whole, ...parts].flatMap(({ limits }) => limits)],
  };
}

/** Maximum number of characters of a text in another language that are parsed to see whether this grammar reads it, too. */
const HEAD = 8000;

/**
 * Returns the findings in a text that may be one program. A text in another language is one only if this grammar reads its
 * beginning without an error, and the limits of reading it do not count.
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

/** Returns the beginning of a long text, up to an unindented line after an empty one; all of a short text. */
function headOf(text: string): string {
  if (text.length <= HEAD) return text;
  const head = text.slice(0, HEAD);
  const end = Array.from(head.matchAll(/\n[ \t]*\n(?=\S)/g)).at(-1)?.index;
  return head.slice(0, end);
}

/** Returns the offsets of the words in the document. A match of the whole text at one of them counts only if a call was found there. */
function placesOf(words: ReadonlySet<string>, source: Source): ReadonlySet<number> {
  return new Set(
    Array.from(
      source.text.matchAll(anyOf(words, "g")),
      (word) => source.origin(word.index, word.index + 1)[0],
    ),
  );
}

/** Returns the decode-and-execute calls of one language, also in strings that the code itself executes. */
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

/** Whether a text contains a word of a capture in the vocabulary of either language. */
function mentions(text: string, tools: CodeTools, capture: string): boolean {
  return LANGUAGES.some((language) => tools.vocabulary(language).isNamedIn(text, capture));
}

/** Returns the languages whose decoders and fetchers a text names; Python if it names none. */
function languagesOf(text: string, tools: CodeTools): readonly CodeLanguage[] {
  const named = LANGUAGES.filter((language) => sourcesOf(tools.vocabulary(language)).test(text));
  return named.length > 0 ? named : ["python"];
}

/** Returns a pattern for the names of decoders and fetchers in a language. */
const sourcesOf = oncePer((vocabulary: Vocabulary): RegExp => {
  const names = ["source.decoder", "source.fetch"].flatMap((capture) =>
    Array.from(vocabulary.words(capture), escaped),
  );
  return new RegExp(`\\b(?:${names.join("|") || "(?!)"})\\b`);
});
