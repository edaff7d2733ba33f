import { endOf, executed, roleAt, type Command } from "./command.js";
import type { Evaluator } from "./evaluator.js";

/** Matches the options that precede code on the command lines of shells and interpreters other than PowerShell. */
const CODE_OPTION = /^(?:\/[ck]|-[a-z]*c|-e|--eval)$/i;

/**
 * Reports fetched or decoded code that another shell or interpreter runs, as in `cmd /c $line` and `bash -c $code`. Returns false for
 * any other command.
 */
export function executeOperand(engine: Evaluator, command: Command, name: string): boolean {
  const { words } = command;
  const option = words.findIndex(({ text }) => text !== null && CODE_OPTION.test(text));
  const word = option < 0 ? undefined : words[option + 1];
  const taint = word?.item.value.taint;
  if (word === undefined || !taint || taint.origin === "command") return false;
  const role =
    roleAt(engine, "sink.other", name) ??
    engine.options.commands?.interprets?.([name])?.role ??
    null;
  if (role === null) return false;
  const { value } = word.item;
  executed(engine, value, command, { role, end: endOf(word.expr, value) });
  return true;
}
