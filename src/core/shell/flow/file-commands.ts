import { appliedRole, isAsked } from "../layout.js";
import { optionWords, type Argument } from "./argument.js";
import type { NamedCommand } from "./runner.js";
import { adviseOfFile, sinkOf } from "./sinks.js";
import { writeFile } from "./written-files.js";

/** A command word that names a file rather than a program of the search path. */
const PATH = /[\\/]|\.(?:exe|msi|bat|cmd|ps1)$/i;
/** The endings of an archive. */
const ARCHIVE = /(?:\.(?:tar|tgz|tbz2?|txz|zip|gz|bz2|xz|zst|7z|rar|cab|nupkg|vsix))+$/i;

/** Follows downloaded files through a command that names them anew, unpacks them or runs them (rule 17). */
export function followFiles(command: NamedCommand): void {
  const { name, word, args, steps, runner, scope } = command;
  const { env, stdin } = scope;
  if (word.text !== null && PATH.test(word.text) && env.written(word.text) !== null)
    adviseOfFile(runner, sinkOf(word, name), word, env.files);
  const operands = args.slice(1).filter(isOperand);
  if (isOne(command, "flow.start"))
    for (const argument of args.slice(1)) {
      // `rundll32 FILE,Entry`, `regsvr32 /i:FILE`
      const path = argument.text?.replace(/^[-/]\w{1,20}[:=]/, "").replace(/,[^\\/]*$/, "") ?? "";
      if (path !== "" && env.written(path) !== null)
        adviseOfFile(runner, sinkOf(word, name, null, steps), argument, env.files, path);
    }
  if (isOne(command, "flow.tee")) {
    const appends = args.some(({ text }) => /^(?:-\w*a\w*|--append)$/.test(text ?? ""));
    for (const { text } of operands) writeFile(text, stdin, appends, runner, scope);
  }
  if (isOne(command, "flow.unpack"))
    for (const { text } of operands) {
      const archive = env.written(text);
      const stem = text.replace(ARCHIVE, "");
      if (archive !== null && stem !== text) env.write(`${stem}/`, archive);
    }
  if (isOne(command, "flow.move")) rename(operands, command);
}

/** `mv FILE… TARGET`: the target is the file, or the folder that it is put into. */
function rename(operands: readonly Named[], { runner, scope: { env } }: NamedCommand): void {
  const target = operands.at(-1)?.text;
  if (target === undefined) return;
  for (const { text } of operands.slice(0, -1)) {
    const moved = env.written(text);
    const base = text.replace(/^.*[\\/]/, "");
    const folder: string = target.replace(/[\\/]$/, "");
    runner.files.copy(text, folder === target ? target : `${folder}/${base}`);
    if (moved === null) continue;
    if (folder === target) env.write(target, moved);
    env.write(folder === "." ? base : `${folder}/${base}`, moved);
  }
}

type Named = Argument & { readonly text: string };

function isOperand(argument: Argument): argument is Named {
  return argument.text !== null && argument.text !== "" && !argument.text.startsWith("-");
}

function isOne({ roles, args }: NamedCommand, capture: string): boolean {
  const words = optionWords(args);
  const role = appliedRole(roles, capture, words);
  return role !== null && isAsked(role, words);
}
