import type { Language } from "../model.js";
import type { Source } from "../source.js";
import { NOTHING, type Analysis } from "./analysis.js";
import { analyzeAnyCalls, analyzeOther } from "./tokens/analyze.js";
import { analyzeJavaScript } from "./javascript/analyze.js";
import { analyzePowershell } from "./powershell/analyze.js";
import { analyzePython } from "./python/analyze.js";
import { withoutComments } from "./surroundings.js";
import type { CodeTools } from "./code-tools.js";

export { findDecodeExecute } from "./find.js";
export { partsOf } from "./parts.js";
export { withoutStrings } from "./tokens/string-places.js";

/** Analyzes code of a language; `tag` names the language for "unknown", null if there is none. */
export function analyzeCode(
  language: Exclude<Language, "shell">,
  source: Source,
  tag: string | null,
  tools: CodeTools,
): Analysis {
  switch (language) {
    case "python":
      return orAs(analyzePython(source, tools), source, tag, tools, analyzeJavaScript);
    case "javascript":
      return orAs(analyzeJavaScript(source, tools), source, tag, tools, analyzePython);
    case "powershell":
      return analyzePowershell(source, tools);
    case "unknown":
      return analyzeOther(source, tag, tools);
  }
}

/**
 * Also analyzes code as another language if it cannot be read as its own and has no findings. Code without a tag is read for calls that
 * mean the same in every language, too.
 */
function orAs(
  first: Analysis,
  source: Source,
  tag: string | null,
  tools: CodeTools,
  other: typeof analyzePython,
): Analysis {
  if (first.matches.length > 0) return first;
  // a line of PHP or Lua without a tag may look like one of the languages with a grammar
  const analysis =
    tag === null ? { ...first, matches: analyzeAnyCalls(source, tools).matches } : first;
  if (analysis.broken !== true || analysis.matches.length > 0) return analysis;
  const second = other(source, tools, withoutComments(source.text, false));
  const read = second.broken === true ? NOTHING : second;
  const any = tag === null ? analyzeAnyCalls(source, tools).injections : [];
  return {
    ...analysis,
    matches: read.matches,
    limits: [...(analysis.limits ?? []), ...(read.limits ?? [])],
    injections: [...analysis.injections, ...read.injections, ...any],
  };
}
