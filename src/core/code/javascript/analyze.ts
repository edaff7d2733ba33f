import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { mayExecute } from "../gate.js";
import { fillPlaceholders } from "../placeholders.js";
import { outermost } from "../flow/report.js";
import { recoverCalls } from "../recover.js";
import { notParsed, runProgram } from "../run.js";
import { readSyntax, type Syntax } from "../syntax.js";
import type { CodeTools } from "../tools.js";
import { lowerJavaScript } from "./lower.js";
import { eraseTypes } from "./types.js";

/**
 * Reads JavaScript, JSX and (its types left out) TypeScript: rule 18, and strings handed to a shell or run.
 * @param text what is parsed: the source's text, with parts of it blanked out where they are no code
 */
export function analyzeJavaScript(source: Source, tools: CodeTools, text = source.text): Analysis {
  if (!mayExecute(tools.vocabulary("javascript"), source.text)) return NOTHING;
  const syntax = parseJavaScript(text, tools);
  if (syntax === null || tools.expired()) return notParsed(source, tools);
  const followed = runProgram("javascript", source, lowerJavaScript(source.text, syntax), syntax, tools);
  const recovered = recoverCalls("javascript", source, text, syntax, tools, (part) => analyzeJavaScript(part, tools));
  return { ...followed, matches: outermost([...followed.matches, ...recovered]) };
}

/** Parses as it stands; where that fails, once more without placeholders and type annotations. */
function parseJavaScript(text: string, tools: CodeTools): Syntax | null {
  const tree = tools.parse("javascript", text);
  if (tree === null) return null;
  const syntax = readSyntax(tree);
  if (!syntax.broken) return syntax;
  const plain = eraseTypes(fillPlaceholders(text));
  const second = plain === text ? null : tools.parse("javascript", plain);
  return second === null ? syntax : readSyntax(second);
}
