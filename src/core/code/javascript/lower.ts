import { readingOf, type Reading } from "../lowering.js";
import type { Syntax } from "../syntax.js";
import { JavaScriptExpressions } from "./expressions.js";
import { JavaScriptStatements } from "./statements.js";

/** Lowers JavaScript; element text of JSX is left out. */
export function lowerJavaScript(text: string, syntax: Syntax, pause: () => void): Reading {
  return readingOf(new JavaScriptStatements(new JavaScriptExpressions(text, pause)).program(syntax.root), syntax);
}
