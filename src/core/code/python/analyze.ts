import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { mayExecute } from "../may-execute.js";
import { completed } from "../complete-excerpt.js";
import { readingOf } from "../lowering.js";
import { runParsed } from "../run-parsed.js";
import { notParsed } from "../run-program.js";
import type { CodeTools } from "../code-tools.js";
import { PythonReader } from "./statements.js";
import { notebookCommands } from "./notebook-commands.js";

/** Matches the keyword of Python 2's statement `exec code`. */
const EXEC_STATEMENT = /(^|[;:])([ \t]*)exec([ \t]+)(?=[\w"'])(?!(?:in|is|and|or|if|else|not)\b)/gm;

/**
 * Analyzes Python: decode-and-execute calls, and strings that are passed to a shell or run as Python.
 * @param text the parsed text: the source's text, with spaces for the parts that are not code
 */
export function analyzePython(source: Source, tools: CodeTools, text = source.text): Analysis {
  const notebook = notebookCommands(source, text);
  if (!mayExecute(tools.vocabulary("python"), source.text) && notebook.commands.length === 0)
    return NOTHING;
  const statements = new Set<number>();
  const plain = notebook.text.replace(
    EXEC_STATEMENT,
    (_match: string, before: string, indent: string, blanks: string, at: number) => {
      statements.add(at + before.length + indent.length);
      // the statement is parsed as an assignment of the same length, so that offsets do not change
      return `${before}${indent}exec=${" ".repeat(blanks.length - 1)}`;
    },
  );
  const reading = tools.parse("python", completed(plain), (syntax, pause) =>
    readingOf(new PythonReader(source.text, statements, pause).program(syntax.root), syntax),
  );
  if (reading === null || tools.expired()) return notParsed(source, tools);
  const analysis = runParsed("python", source, plain, reading, tools, analyzePython);
  const isInText = (at: number): boolean =>
    reading.texts.some((each) => each.start < at && at < each.end);
  const commands = notebook.commands
    .filter((each) => !isInText(each.at))
    .map((each) => each.injection);
  return { ...analysis, injections: [...commands, ...analysis.injections] };
}
