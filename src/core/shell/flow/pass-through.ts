import { roleOf } from "../../query/role.js";
import { optionWords, stepAt, type Argument } from "./argument.js";
import { descriptorOf, isStdinName, readFrom } from "./descriptors.js";
import { readFifo } from "./fifos.js";
import { runProgramFile } from "./interpreters.js";
import { throughCommand } from "./decoder-input.js";
import { filtered } from "./text-filters.js";
import type { NamedCommand } from "./runner.js";
import { mergeRemotes, passed, silent, type Stream } from "./stream.js";

/**
 * Returns the output of a command without a more specific role: its input and, for commands such as `cat`, also the content of
 * operands that are descriptors, FIFOs or process substitutions.
 */
export function passThrough(command: NamedCommand): Stream {
  const { name, word, roles, args, runner, scope } = command;
  const script = runProgramFile(command);
  if (script !== null) return script;
  const [from] = word.span;
  let { remote, text } = scope.stdin;
  if (
    roleOf(roles, "flow.searcher") !== null &&
    optionWords(args).some((option) => /^(?:-\w*q|--quiet$|--silent$)/.test(option ?? ""))
  )
    return silent;
  const carrier = roleOf(roles, "flow.carrier");
  const reads = carrier !== null || roleOf(roles, "flow.drain") !== null;
  if (roleOf(roles, "flow.reader") !== null && readsFilesOnly(args)) ({ remote, text } = silent);
  if (text?.inherited === true && !reads) text = null;
  if (text !== null && runner.profile === "extended") text = filtered(text, name, args);
  if (remote !== null)
    remote = remote.inherited && !reads ? null : throughCommand(passed(remote, from), name, args);
  if (carrier !== null) {
    const step = stepAt("carry", word, `${name} passes on what it reads`, carrier);
    for (const argument of args.slice(1)) {
      const descriptor = descriptorOf(argument.text);
      const opened =
        descriptor === null ? (readFifo(argument, runner) ?? silent) : readFrom(scope, descriptor);
      const read = argument.process?.part.direction === "<" ? argument.process.output : opened;
      const carried = read.remote && passed(read.remote, from);
      remote = mergeRemotes(remote, carried && { ...carried, steps: [...carried.steps, step] });
      text ??= read.text;
    }
  }
  return { remote, text };
}

/** Whether a command such as `cat FILE` reads only files: it has operands, and none of them refers to standard input. */
function readsFilesOnly(args: readonly Argument[]): boolean {
  const files = args
    .slice(1)
    .filter(({ text }) => text === null || text === "-" || !text.startsWith("-"));
  return (
    files.length > 0 &&
    files.every(
      ({ text, process }) =>
        process !== null || (text !== null && text !== "-" && !isStdinName(text)),
    )
  );
}
