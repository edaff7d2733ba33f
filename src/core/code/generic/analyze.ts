import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { LISTS_CODE } from "../flow/handed.js";
import { outermost } from "../flow/report.js";
import { analyzeJavaScript } from "../javascript/analyze.js";
import { analyzePython } from "../python/analyze.js";
import type { CodeTools } from "../tools.js";
import { ANY, dialectOf } from "./dialect.js";
import { GenericReader, type GenericLanguage } from "./reader.js";
import { wordsOf } from "./words.js";

/** Calls whose names mean the same in whatever language they stand. */
export function analyzeAnyCalls(source: Source, tools: CodeTools): Analysis {
  return readAs(source, { dialect: ANY, words: wordsOf(tools.language("any")), table: tools.language("any") });
}

/** The signs by which strings, here-documents, calls and a notebook's commands begin: without any, nothing is handed on. */
const HANDS_ON = /["'`(!%]|<<|\bqx/;

/** Strings that calls of any other language hand to a shell. The tag names the language; without one, all are thought of. */
export function analyzeGeneric(source: Source, tag: string | null, tools: CodeTools): Analysis {
  const dialect = dialectOf(tag);
  if (dialect !== null) return readAs(source, { dialect, words: wordsOf(tools.language(dialect.calls)), table: tools.language(dialect.calls) });
  if (!HANDS_ON.test(source.text)) return NOTHING;
  const readings = [analyzePython(source, tools), analyzeJavaScript(source, tools), analyzeAnyCalls(source, tools)];
  return { matches: readings[2]?.matches ?? [], notes: [], injections: readings.flatMap((reading) => reading.injections), executesStdin: readings.some((reading) => reading.executesStdin === true) };
}

function readAs(source: Source, language: GenericLanguage): Analysis {
  if (!mentions(source.text, language)) return NOTHING;
  const reader = new GenericReader(source, language);
  const injections = reader.read();
  return { ...NOTHING, injections, matches: language.words.follows ? outermost(reader.flows()) : [] };
}

/** A scan that spares the reading of texts that name nothing of interest. */
function mentions(text: string, { dialect, words }: GenericLanguage): boolean {
  if (dialect.strings.some((syntax) => syntax.executes) && /`|%x|qx/.test(text)) return true;
  return words.telling.some((name) => text.includes(name)) || LISTS_CODE.test(text);
}
