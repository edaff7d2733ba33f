import { SourceBuilder, type Source } from "../../source.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

/** Code that only Visual Basic programs contain. */
const PROGRAM =
  /\b(?:sub|function)\s{1,4}\w{1,60}\s{0,4}\(|\bcreateobject\s{0,4}\(|^\s{0,40}dim\s{1,4}\w/im;

/** `x = `, `Const x = `, `x = x & `: an assignment. Group 1: the variable. */
const ASSIGNMENT = /^(?:const\s{1,4})?([a-z]\w{0,60})(?:\s{1,4}as\s{1,4}string)?\s{0,8}=\s{0,8}/i;
/**
 * `Shell "…"`, `x = Shell("…")`, `CreateObject("WScript.Shell").Run "…"`, `s.Exec("…")`, `a.ShellExecute "…", "…"`, `process.Create "…"`.
 */
const CALL =
  /(?:(?:^|[\s=(:])shell|\.(?:run|exec|shellexecute|create))(?![\w.])\s{0,8}\(?\s{0,8}(?=["a-z])/gi;

/** A string, the name of a variable, `Chr(34)`. */
const OPERAND = /(?:chrw?\$?\(\s{0,4}(\d{1,3})\s{0,4}\)|("(?:[^"\r\n]|"")*")|([a-z]\w{0,60}))/iy;
const PLUS = /\s{0,8}[&+]\s{0,8}(?:_[ \t]*\r?\n\s{0,40})?/y;
const NEXT = /\s{0,8},\s{0,8}/y;

/** Maximum length of a concatenated string, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 20_000;

interface Read {
  readonly text: Source;
  readonly end: number;
}

/** Reads the command lines that a Visual Basic macro or script passes to the Windows shell. */
export function readVisualBasic(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  if (!tools.knowsWindows || !PROGRAM.test(source.text)) return;
  const variables = new Map<string, Source>();
  for (const [start, end] of statementsOf(source.text)) {
    const statement = source.slice(start, end);
    const [written, name = ""] = ASSIGNMENT.exec(statement.text) ?? [];
    if (written !== undefined) {
      const value = concatenated(tools, statement, written.length, variables);
      if (value !== null) variables.set(name.toLowerCase(), value.text);
    }
    for (const call of statement.text.matchAll(CALL)) {
      const command = commandOf(tools, statement, call.index + call[0].length, variables);
      if (command !== null && tools.mentions(command.text))
        tools.readCode({ ...snippet, kind: "html", tag: "bat", source: command });
    }
  }
}

/** Yields the statements without comments; a line continues after ` _`. */
function* statementsOf(text: string): Generator<readonly [start: number, end: number]> {
  let start = 0;
  for (const found of text.matchAll(/\r?\n|$/g)) {
    if (/[ \t]_[ \t]*$/.test(text.slice(Math.max(start, found.index - 20), found.index))) continue;
    const line = text.slice(start, found.index);
    const first = line.length - line.trimStart().length;
    if (!/^(?:'|rem\b)/i.test(line.trimStart())) yield [start + first, found.index];
    start = found.index + found[0].length;
  }
}

/** Returns the first two arguments of a call as one command line: `"cmd.exe", "/c …"`; null if the first is unknown. */
function commandOf(
  tools: Tools,
  statement: Source,
  start: number,
  variables: ReadonlyMap<string, Source>,
): Source | null {
  const first = concatenated(tools, statement, start, variables);
  if (first === null) return null;
  NEXT.lastIndex = first.end;
  const comma = NEXT.exec(statement.text);
  const second =
    comma === null ? null : concatenated(tools, statement, first.end + comma[0].length, variables);
  if (comma === null || second === null) return first.text;
  return new SourceBuilder(statement)
    .append(first.text)
    .replace(" ", first.end, first.end + comma[0].length)
    .append(second.text)
    .build();
}

/** Returns the concatenation of the known strings and variables of an expression; null if none is known, or if it is too long. */
function concatenated(
  tools: Tools,
  statement: Source,
  start: number,
  variables: ReadonlyMap<string, Source>,
): Read | null {
  const builder = new SourceBuilder(statement);
  let end = start;
  let length = 0;
  for (let at = start; ; ) {
    OPERAND.lastIndex = at;
    const [whole, code, literal, name] = OPERAND.exec(statement.text) ?? [];
    if (whole === undefined) break;
    end = at + whole.length;
    const known = variables.get(name?.toLowerCase() ?? "");
    if (code !== undefined) builder.replace(String.fromCharCode(Number(code)), at, end);
    else if (literal !== undefined)
      builder.append(statement.slice(at + 1, end - 1).rewritten(/""/g, () => '"'));
    else if (known !== undefined) builder.append(known);
    length += code === undefined ? (literal ?? known?.text ?? "").length : 1;
    PLUS.lastIndex = end;
    const plus = PLUS.exec(statement.text);
    if (plus === null || length > MAX_TEXT_LENGTH) break;
    at = end + plus[0].length;
  }
  if (length > MAX_TEXT_LENGTH)
    tools.limit("size", "a string that a macro builds is too long", statement);
  return length === 0 || length > MAX_TEXT_LENGTH ? null : { text: builder.build(), end };
}
