import { readingOf, type Reading } from "../lowering.js";
import type { Syntax } from "../syntax.js";
import { PythonExpressions } from "./expressions.js";
import { PythonStatements } from "./statements.js";

/** Lowers Python. `execStatements` are the offsets of Python 2 `exec` statements, read as assignments. */
export function lowerPython(text: string, syntax: Syntax, execStatements: ReadonlySet<number>, pause: () => void): Reading {
  return readingOf(new PythonStatements(new PythonExpressions(text, execStatements, pause)).program(syntax.root), syntax);
}
