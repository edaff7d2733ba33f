import type { Language } from "../model.js";
import type { Source } from "../source.js";
import { NOTHING, type Analysis } from "./analysis.js";
import { analyzeAnyCalls, analyzeOther } from "./tokens/analyze.js";
import { analyzeJavaScript } from "./javascript/analyze.js";
import { analyzePowershell } from "./powershell/analyze.js";
import { analyzePython } from "./python/analyze.js";
import { withoutComments } from "./comments-and-strings.js";
import type { CodeTools } from "./code-tools.js";

export { findDecodeExecute } from "./find-decode-execute.js";
export { partsOf } from "./split-program.js";
export { withoutStrings } from "./tokens/string-contents.js";

/** Analyzes code of a language. @param tag names the language if it is "unknown"; null if the code has no tag */
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
 * Returns the analysis of code as one language. If the grammar rejected the code and there are no findings, the code is also analyzed
 * as the other language. Code without a tag is also searched for calls whose names mean the same in every language.
 */
function orAs(
  first: Analysis,
  source: Source,
  tag: string | null,
  tools: CodeTools,
  other: typeof analyzePython,
): Analysis {
  if (first.matches.length > 0) return first;
  // without a tag, a line of PHP or Lua may have been taken for Python or JavaScript
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
