import type { Language } from "../model.js";
import type { Source } from "../source.js";
import type { Analysis } from "./analysis.js";
import { analyzeGeneric } from "./generic/analyze.js";
import { analyzeJavaScript } from "./javascript/analyze.js";
import { analyzePython } from "./python/analyze.js";
import type { CodeTools } from "./tools.js";

export { findDecodeExecute } from "./find.js";

/** Reads code of a language; `tag` names the one meant by "unknown", null where none is given. */
export function analyzeCode(language: Exclude<Language, "shell">, source: Source, tag: string | null, tools: CodeTools): Analysis {
  switch (language) {
    case "python":
      return analyzePython(source, tools);
    case "javascript":
      return analyzeJavaScript(source, tools);
    case "unknown":
      return analyzeGeneric(source, tag, tools);
  }
}
