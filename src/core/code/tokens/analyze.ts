import { LISTS_CODE } from "../may-execute.js";
import { Captured } from "../../query/captured-roles.js";
import type { Limit } from "../../model.js";
import type { NameTable } from "../../query/name-table.js";
import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { analyzeJavaScript } from "../javascript/analyze.js";
import { analyzePython } from "../python/analyze.js";
import { analyzeByGrammar, hasReader } from "../grammars/analyze-by-grammar.js";
import { languageOf } from "../../languages/index.js";
import { runProgram } from "../run-program.js";
import type { CodeTools } from "../code-tools.js";
import { definitionsOf } from "./function-definitions.js";
import { ANY, dialectOf, type Dialect } from "../../lex/dialect.js";
import { TokenExpressions } from "./expressions.js";
import { KnownNames, rolesByPath, relevantNames } from "./known-names.js";
import { TokenList } from "./token-list.js";
import { TokenStatements } from "./statements.js";
import { typesOf } from "./type-definitions.js";
import { tokenize } from "../../lex/tokenize.js";

/** Analyzes calls whose names have the same meaning in every language. */
export function analyzeAnyCalls(source: Source, tools: CodeTools): Analysis {
  return readAs(source, ANY, tools);
}

/** Matches what opens strings, here-documents, calls and notebook commands. A text without any of them runs nothing. */
const MAY_RUN = /["'`(!%]|<<|\bqx/;

/**
 * Analyzes the strings that a program in any other language passes to a shell. The tag names the language; code without a known tag is
 * analyzed as Python, as JavaScript, and for calls whose names have the same meaning in every language.
 */
export function analyzeOther(source: Source, tag: string | null, tools: CodeTools): Analysis {
  const dialect = dialectOf(tag);
  if (dialect !== null && hasReader(dialect.calls) && languageOf(tag)?.name === dialect.calls)
    return analyzeByGrammar(dialect.calls, source, tools);
  if (dialect !== null) return readAs(source, dialect, tools);
  if (!MAY_RUN.test(source.text)) return NOTHING;
  const readings = [
    analyzePython(source, tools),
    analyzeJavaScript(source, tools),
    analyzeAnyCalls(source, tools),
  ];
  return {
    ...NOTHING,
    matches: readings[2]?.matches ?? [],
    injections: readings.flatMap(({ injections }) => injections),
    executesStdin: readings.some(({ executesStdin }) => executesStdin === true),
    // limits are ignored if the grammar rejects the text, which is then in another language
    limits: readings.flatMap(({ broken, limits = [] }) => (broken === true ? [] : limits)),
  };
}

function readAs(source: Source, dialect: Dialect, tools: CodeTools): Analysis {
  const table = tools.language(dialect.calls);
  if (!mentions(source.text, dialect, table)) return NOTHING;
  let spentAt = -1;
  const list = new TokenList(
    tokenize(source.text, dialect, 0, (at) => {
      spentAt = at;
    }),
  );
  const definitions = definitionsOf(source.text, list, dialect);
  const types = typesOf(list);
  const names = new KnownNames(
    table,
    new Set([...definitions.values()].map(({ name }) => name)),
    types,
  );
  const expressions = new TokenExpressions(source.text, list, dialect, names);
  const program = new TokenStatements(list, expressions, definitions).program(types);
  const reading = { program, texts: [], broken: false, tooDeep: false, captured: new Captured() };
  const analysis = runProgram(
    { language: "other", tag: dialect.calls, named: rolesByPath(table) },
    source,
    reading,
    tools,
  );
  if (spentAt < 0) return analysis;
  const limit: Limit = {
    limit: "size",
    message:
      "too many strings or comments are not closed, so the rest was not searched for their ends",
    span: source.origin(spentAt, source.text.length),
  };
  return { ...analysis, limits: [...(analysis.limits ?? []), limit] };
}

/** Whether a text contains a relevant name or a string that runs as a command; other texts are not parsed. */
function mentions(text: string, { strings }: Dialect, table: NameTable): boolean {
  if (
    strings.some(({ executes }) => executes) &&
    ["`", "%x", "qx"].some((mark) => text.includes(mark))
  )
    return true;
  return relevantNames(table).test(text) || LISTS_CODE.test(text);
}
