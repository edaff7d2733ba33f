/** Commands in the options and operands of other commands: `tar --checkpoint-action=exec=CODE`, `hyperfine CODE`. */

import { listed, roleOf, type Role } from "../../query/role.js";
import { layoutOf, lineOf } from "../command-layout.js";
import { prefixOf } from "../prefixes.js";
import { cut, optionWords, type Argument } from "./argument.js";
import { programName } from "./resolve.js";
import { childShell, type Runner, type Scope } from "./runner.js";
import { executeArgument, readsCode, sinkOf } from "./sinks.js";
import { altered, silent } from "./stream.js";

/** Wrappers beyond so many are not looked through. */
const mostWrappers = 64;

/** Runs the commands in options and operands of a command, behind wrappers and launchers, too. */
export function runOptionCommands(words: readonly Argument[], runner: Runner, scope: Scope): void {
  if (runner.profile !== "extended") return;
  let args = words;
  for (let depth = 0; depth < mostWrappers; depth++) {
    const [word] = args;
    const name = word === undefined ? null : programName(word, runner);
    if (word === undefined || name === null) return;
    const roles = runner.roles(name, args);
    for (const role of roles)
      if (role.capture === "inject.option") runOption(name, word, role, args, runner, scope);
    const wrapper = roleOf(roles, "flow.wrapper") ?? roleOf(roles, "flow.launcher");
    const prefix = wrapper === null ? null : prefixOf(wrapper, optionWords(args), 0);
    if (prefix?.kind !== "words") return;
    args = args.slice(prefix.next, prefix.end);
  }
  const [first, last = first] = [args[0], args.at(-1)];
  if (first !== undefined && last !== undefined)
    runner.limit("depth", "wrappers of one command nest too deep", [first.span[0], last.span[1]]);
}

function runOption(
  name: string,
  word: Argument,
  role: Role,
  args: readonly Argument[],
  runner: Runner,
  scope: Scope,
): void {
  const layout = layoutOf(role);
  const line = lineOf(layout, optionWords(args), 1);
  if (line === null) return;
  const options = line.options
    .filter((option) => layout.options("code").has(option.name) && option.valueAt >= 0)
    .map(({ valueAt, valueOffset }) => ({ at: valueAt, offset: valueOffset }));
  const operands = layout.is("operand", "code") ? line.operands : [];
  const begins = listed(role, "begins").map(beginning);
  for (const { at, offset } of [...options, ...operands.map((at) => ({ at, offset: 0 }))]) {
    const argument = args[at];
    const command = argument === undefined ? null : commandIn(cut(argument, offset), begins);
    if (command === null) continue;
    const sink = sinkOf(word, name, role);
    executeArgument(runner, sink, command, "it is a command that it runs");
    runner.code(command.code(), childShell(scope, silent), command.span, [readsCode(sink)]);
  }
}

/** What a value has to begin with: `exec=`, `alias.*=!`, a word with a blank behind it. */
function beginning(entry: string): RegExp {
  const text = entry.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&").replace("*", "[^=\\s]{1,60}");
  const isWord = /[a-z]$/.test(entry);
  const start = entry.includes("=") ? "(?:^|,)" : "^";
  return new RegExp(`${start}${isWord ? `${text}\\s` : text.replace(/=$/, "(?:=|\\s+)")}`, "i");
}

/** The command in a value; null where it does not begin as it has to. Lists of JSON hold a command in each text. */
function commandIn(argument: Argument, begins: readonly RegExp[]): Argument | null {
  const { source } = argument.code();
  const { text } = source;
  const match = begins.map((each) => each.exec(text)).find((each) => each !== null);
  if (begins.length > 0 && match === undefined) return null;
  const from = match === undefined || match === null ? 0 : match.index + match[0].length;
  // the list of JSON, or the mark of another command inside an editor's (`silent! !CODE`)
  const open = /^\s*(?:\[\s*["']|!)/.exec(text.slice(from))?.[0].length ?? 0;
  // the end of a list, and the key that ends a line
  const end = text.length - (/(?:["']\s*\]\s*\}?|(?:\\[nr]|\^M)+)\s*$/.exec(text)?.[0].length ?? 0);
  if (from + open >= end) return null;
  const inner = source.slice(from + open, end);
  const lines =
    open === 0
      ? inner
      : inner.overlay(inner.text.replace(/["']\s*,\s*["']/g, (list) => list.replace(/[^]/g, "\n")));
  const code = altered(argument.code(), { source: lines });
  return { ...argument, text: null, span: lines.origin(0, lines.text.length), code: () => code };
}
