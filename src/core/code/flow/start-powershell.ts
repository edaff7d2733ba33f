import { startedFile } from "../../downloads.js";
import { encodedCommand } from "../../decode/encoded-command.js";
import type { Role } from "../../query/role.js";
import { fileName } from "../../scan.js";
import type { Source } from "../../source.js";
import { runFile } from "./command-files.js";
import { optionName, pathOf, wordsOf, type Word, type Words } from "./command-words.js";
import { endOf, executed, isBare, roleAt, withInput, type Command } from "./command.js";
import type { Evaluator } from "./evaluator.js";
import { plainText, spacedWords } from "./text-builder.js";
import { combine, itemOf, UNKNOWN, type Value } from "./value.js";

/** Options of `Start-Process` after the arguments of the program. */
const STARTS: readonly string[] = [
  "verb",
  "wait",
  "windowstyle",
  "passthru",
  "nonewwindow",
  "workingdirectory",
  "credential",
  "erroraction",
  "redirectstandardoutput",
  "redirectstandarderror",
];

/** Handles a command that starts PowerShell with a program: `powershell -c "…"`, `pwsh -EncodedCommand …`, `… | powershell -Command -`. */
export function runOwnShell(engine: Evaluator, command: Command, role: Role | null): Value {
  const { words, input, start } = command;
  const { report, options } = engine;
  const program = options.commands?.program?.(wordsOf(words)) ?? null;
  if (program === null) return UNKNOWN;
  const operand = program.at === undefined ? undefined : words[program.at];
  // a command with an unknown name is PowerShell only if it has the option for an encoded program
  if (role === null && program.kind !== "encoded") return UNKNOWN;
  if (program.kind === "stdin" && input?.taint)
    executed(
      engine,
      input,
      { start: command.from, end: command.head.end },
      { role, end: command.head.end },
    );
  if (operand === undefined) return UNKNOWN;
  if (program.kind === "file") {
    runFile(engine, command, operand.expr, pathOf(operand) ?? "");
    return UNKNOWN;
  }
  if (program.kind === "encoded") {
    const step = report.step("decode", operand.expr, "the encoded program is in the text itself");
    const { start: from } = operand.expr;
    const { end } = operand.item;
    const literal = encodedCommand(operand.text ?? "");
    const taint = {
      start: from,
      end,
      source: operand.expr,
      origin: "decoded" as const,
      role,
      steps: [step],
      ...(literal !== null && { literal }),
    };
    report.executeAt({ start: command.program ?? start, end }, command, taint, null, true);
    return UNKNOWN;
  }
  return runWords(engine, command, operand, words.slice(program.at), role);
}

/** Handles the program in the arguments of PowerShell: a script block, a string, or words without quotes. */
function runWords(
  engine: Evaluator,
  command: Command,
  operand: Word,
  rest: Words,
  role: Role | null,
): Value {
  const { report, source, options } = engine;
  const { value } = operand.item;
  if (value.closure !== null) {
    const { closure } = value;
    return withInput(engine, command.input, () => engine.functions.invoke(closure, [])) ?? UNKNOWN;
  }
  // words without quotes are a program, and so is an argument that begins with a type
  if (operand.isBare || source.text[operand.expr.start] === "[") {
    const end = rest.at(-1)?.expr.end ?? operand.expr.end;
    report.inject("powershell", source.slice(operand.expr.start, end), command, "it", [role]);
    return UNKNOWN;
  }
  // outside of PowerShell, variables in a string in double quotes are not expanded
  if (value.taint !== null && (options.commands?.beside !== true || value.texts.length === 0))
    executed(engine, value, command, { role, end: endOf(operand.expr, value) });
  else
    for (const { source: text } of value.texts)
      report.inject("powershell", text, command, "it", [role]);
  return UNKNOWN;
}

/** Handles a command that starts a program: `Start-Process powershell -ArgumentList '-c', '…'`. */
export function startProgram(engine: Evaluator, command: Command): Value {
  const { words } = command;
  const named = (full: string, ...others: readonly string[]): number =>
    words.findIndex((word) => {
      const option = optionName(word);
      return option !== null && (full.startsWith(option) || others.includes(option));
    });
  const list = named("argumentlist", "args");
  const file = named("filepath", "path", "execute");
  const program =
    words[file >= 0 ? file + 1 : words.findIndex((word) => optionName(word) === null)];
  const rest = words.slice(
    list >= 0 ? list + 1 : program === undefined ? 0 : words.indexOf(program) + 1,
  );
  const end = rest.findIndex((word) => STARTS.some((option) => option === optionName(word)));
  const given = (end < 0 ? rest : rest.slice(0, end)).flatMap(flat);
  const name = program?.text ?? "";
  const role = roleAt(engine, "sink.shell", fileName(name).toLowerCase());
  if (program !== undefined && role === null)
    runFile(engine, command, program.expr, pathOf(program) ?? "");
  if (role === null && roleAt(engine, "flow.start", fileName(name).toLowerCase()) !== null)
    for (const word of given.flatMap(wordsInText))
      runFile(engine, command, word.item, startedFile(word.text ?? ""));
  if (program === undefined || role === null) return combine(words.map(({ item }) => item.value));
  return startShell(engine, { ...command, program: program.expr.start }, given, role);
}

/** Returns the items of a list as separate words; any other word unchanged. */
function flat(word: Word): Words {
  const { items } = word.item.value;
  if (items === null || word.expr.kind !== "list") return wordsOfName(word);
  return word.expr.items.flatMap(({ value }, at): Word[] => {
    const item = items[at];
    return item === undefined
      ? []
      : [
          {
            expr: value,
            item,
            text: item.value.texts[0]?.source.text ?? null,
            isBare: isBare(value),
          },
        ];
  });
}

/** Returns the items of a list in a variable as separate words with the range of the variable: `powershell $options`. */
export function wordsOfName(word: Word): Words {
  const { items } = word.item.value;
  if (items === null || word.expr.kind === "list") return [word];
  return items.map(({ value }) => ({
    expr: word.expr,
    item: itemOf(value, word.expr),
    text: value.texts[0]?.source.text ?? null,
    isBare: false,
  }));
}

/** Handles the start of PowerShell with arguments, which are separate words or one string that contains all of them. */
export function startShell(engine: Evaluator, command: Command, given: Words, role: Role): Value {
  const [only] = given;
  const text = only?.item.value.texts[0];
  if (given.length !== 1 || only === undefined || text === undefined || only.isBare)
    return runOwnShell(engine, { ...command, words: given }, role);
  const line = text.source;
  const words = wordsInText(only);
  const program = engine.options.commands?.program?.(words.map((word) => word.text)) ?? null;
  if (program?.kind !== "words") return runOwnShell(engine, { ...command, words }, role);
  const from = words[program.at ?? 0]?.index ?? 0;
  const [, , inside] = /^(["'])([\s\S]*)\1\s*$/.exec(line.text.slice(from)) ?? [];
  const code =
    inside === undefined
      ? line.slice(from, line.text.length)
      : line.slice(from + 1, from + 1 + inside.length);
  const { taint } = only.item.value;
  if (taint !== null) executed(engine, only.item.value, command, { role, end: only.expr.end });
  else engine.report.inject("powershell", code, command, "it", [role]);
  return UNKNOWN;
}

/** Returns the words of a string that contains several arguments. */
function wordsInText(word: Word): ReturnType<typeof wordIn>[] {
  const line = word.item.value.texts[0]?.source;
  if (line === undefined) return [];
  return Array.from(spacedWords(line), (part) => wordIn(word, part.word, part.start));
}

/** Returns a part of a word's text as a separate word; `index` is its offset in that text. */
function wordIn(word: Word, source: Source, index: number): Word & { readonly index: number } {
  const { expr } = word;
  const value = { ...UNKNOWN, texts: [plainText(source)] };
  const [part, ...more] = expr.kind === "text" ? expr.parts : [];
  const isAsWritten = part?.kind === "chars" && part.text === null && more.length === 0;
  const start = isAsWritten ? part.start + index : expr.start;
  return {
    expr,
    item: itemOf(value, isAsWritten ? { start, end: start + source.text.length } : expr),
    text: source.text,
    isBare: true,
    index,
  };
}
