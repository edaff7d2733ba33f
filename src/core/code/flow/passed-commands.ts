import type { Call } from "./evaluated-call.js";
import { executedLines, executedSources, recordCut } from "./truncated-values.js";
import type { Evaluator } from "./evaluator.js";
import { joinTexts } from "./text-builder.js";
import type { Item } from "./value.js";

/** Matches names of calls that compare, print or store their arguments, so that a list is data. */
const KEEPS =
  /^(?:assert|expect|should|to[A-Z]|deep|strict|equal|eq$|is[A-Z]|match|called|contain|include|log|print|debug|info|warn|error|describe|it$|test|want|add|append|push|put|set|insert|of$|as[A-Z]|copy|freeze|dump|format|str$|repr|len$|join)/i;

/** Matches the name of a shell of Windows, and its option for code. */
const WINDOWS_SHELL = /^(?:.*[\\/])?(?:powershell|pwsh|cmd)(?:\.exe)?$/i;
const WINDOWS_CODE = /^(?:-c(?:ommand)?|\/[ck])$/i;

/**
 * Whether items are a program, its option for code and the code, in a list or as arguments of an unknown call: `new Exec("x", ["bash",
 * "-c", "…"])`, `exec("bash", "-c", "…")`.
 */
function isCommandList(name: string, items: readonly Item[] | null): items is readonly Item[] {
  if (items === null || items.length < 3 || KEEPS.test(name)) return false;
  const [program = "", ...words] = items.map((item) => item.value.texts[0]?.source.text ?? "");
  return WINDOWS_SHELL.test(program)
    ? words.slice(0, -1).some((word) => WINDOWS_CODE.test(word))
    : /^[\w./-]+$/.test(program) && /^-[a-z]*c$/.test(words[0] ?? "");
}

/** Whether two arguments of an unknown call are a Windows program and its command line: `run("powershell.exe", "-Command …")`. */
function isCommandLine(name: string, [program, line]: readonly Item[]): boolean {
  const [path = "", options = ""] = [program, line].map(
    (item) => item?.value.texts[0]?.source.text ?? "",
  );
  return /^\S+\.exe$/i.test(path) && /^[-/]\w+\s/.test(options) && !KEEPS.test(name);
}

/** Reads commands that are passed to an unknown call: the words of a shell command, or a program and its command line. */
export function runLists(engine: Evaluator, call: Call): void {
  if (call.callee.api !== null && engine.roles.isRedefined(call.callee.api)) return;
  const name = call.method === "" ? (call.callee.api?.path.split(".").at(-1) ?? "") : call.method;
  const given = [...call.positional, ...call.named.values()].map(({ value }) => value);
  // `launch("bash", ["-c", "…"])`
  const split = call.positional.map((program, at) => {
    const words = call.positional[at + 1]?.value.items;
    return words ? [program, ...words] : null;
  });
  for (const items of [call.positional, ...split, ...given.map((value) => value.items)]) {
    if (!isCommandList(name, items)) continue;
    recordCut(engine, call.expr, given);
    for (const code of executedLines(engine, call.expr, items))
      engine.report.inject("shell", code, call.expr, `"${name}"`, []);
  }
  for (const at of call.positional.keys()) {
    const pair = call.positional.slice(at, at + 2);
    if (!isCommandLine(name, pair)) continue;
    for (const code of executedSources(engine, call.expr, joinTexts(engine, pair, " ")))
      engine.report.inject("shell", code, call.expr, `"${name}"`, []);
  }
}
