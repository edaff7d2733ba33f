import { once } from "../../once.js";
import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { mayExecute } from "../may-execute.js";
import { completed } from "../complete-excerpt.js";
import { readingOf, type Reading } from "../lowering.js";
import { runParsed } from "../run-parsed.js";
import { notParsed } from "../run-program.js";
import type { Syntax } from "../read-syntax.js";
import type { CodeTools } from "../code-tools.js";
import { JavaScriptReader } from "./statements.js";
import { eraseAssertions, eraseTypes } from "./erase-types.js";

/**
 * Analyzes JavaScript, JSX and TypeScript (without its types): decode-and-execute calls, and strings that are passed to a shell or run.
 * @param text the parsed text: the source's text, with spaces for the parts that are not code
 */
export function analyzeJavaScript(source: Source, tools: CodeTools, text = source.text): Analysis {
  if (!mayExecute(tools.vocabulary("javascript"), source.text)) return NOTHING;
  const reading = readJavaScript(source, text, tools);
  if (reading === null || tools.expired()) return notParsed(source, tools);
  return runParsed("javascript", source, text, reading, tools, analyzeJavaScript);
}

/**
 * Parses a text as JavaScript. If that fails and the text may be an excerpt or contain types, parses it as TypeScript, or else as
 * JavaScript after the excerpt is completed and the types are erased.
 */
function readJavaScript(source: Source, text: string, tools: CodeTools): Reading | null {
  const lower = (syntax: Syntax, pause: () => void): Reading =>
    readingOf(new JavaScriptReader(source.text, pause).program(syntax.root), syntax);
  const asserted = once(() => eraseAssertions(text));
  let plain = text;
  const reading = tools.parse("javascript", text, (syntax, pause) => {
    if (syntax.broken) plain = eraseTypes(completed(asserted()));
    return plain === text ? lower(syntax, pause) : null;
  });
  if (plain === text) return reading;
  const typed = tools.parse("tsx", asserted(), (syntax, pause) =>
    syntax.broken ? null : lower(syntax, pause),
  );
  return typed ?? tools.parse("javascript", plain, lower);
}
