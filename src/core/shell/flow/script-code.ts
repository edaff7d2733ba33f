import type { Role } from "../../query/role.js";
import { runnerLayoutOf } from "../command-layout.js";
import { readOptions } from "../options.js";
import { withoutPrefix, optionWords } from "./argument.js";
import type { NamedCommand } from "./runner.js";
import { readsCode } from "./sinks.js";
import { silent } from "./stream.js";

/**
 * Analyzes the code of `perl -e CODE`, `awk CODE` or `perl <<EOF` for what it passes to a shell. Returns null, because
 * the command is also evaluated by its other roles.
 */
export function readScriptCode({ word, args, runner, scope }: NamedCommand, role: Role): null {
  const layout = runnerLayoutOf(role);
  const [tag] = layout.words("tag");
  if (tag === undefined) return null;
  const { options, operands } = readOptions(layout, optionWords(args), 1);
  const code = options
    .filter((option) => layout.options("code").has(option.name) && option.valueAt >= 0)
    .map((option) => ({ at: option.valueAt, offset: option.valueOffset }));
  const [operand] = operands;
  const isCode =
    layout.has("operandUnless") &&
    !options.some((option) => layout.options("operandUnless").has(option.name));
  if (code.length === 0 && operand !== undefined && isCode) code.push({ at: operand, offset: 0 });
  const { span } = word;
  const [start, end] = span;
  const via = [readsCode({ name: word.text ?? tag, role, span })];
  for (const { at, offset } of code) {
    const argument = args[at];
    if (argument !== undefined)
      runner.foreign(
        "unknown",
        withoutPrefix(argument, offset).code(),
        [start, argument.span[1]],
        silent,
        via,
        tag,
      );
  }
  const { text } = scope.stdin;
  if (code.length === 0 && operand === undefined && text !== null)
    runner.foreign(
      "unknown",
      text,
      [Math.min(text.from, start), Math.max(text.to, end)],
      silent,
      via,
      tag,
    );
  return null;
}
