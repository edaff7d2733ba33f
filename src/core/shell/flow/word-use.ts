import { roleOf } from "../../query/role.js";
import { fileName } from "../../scan.js";
import type { Command, Word } from "../script.js";
import type { Argument } from "./argument.js";
import { builtins, declarations, isIgnoring } from "./builtins.js";
import { expandAll, literalText, perform } from "./expand-words.js";
import { hasEffects } from "./has-effects.js";
import type { Runner, Scope } from "./runner.js";
import { isShell } from "./unknown-launcher.js";

/** How the words of a command are used: `unread` if the command is unknown, `printed` if the command only prints them. */
export type WordUse = "read" | "unread" | "printed";

/** Returns how the words of a command are used, by its name. */
export function wordUseOf({ words }: Command, runner: Runner, scope: Scope): WordUse {
  const [first, ...rest] = words;
  if (first === undefined || hasEffects(first)) return "read";
  const use = wordUseOfFirst(first, runner, scope);
  // an unknown command may start a shell among its words
  if (use === "unread" && rest.some((each) => mayBeShell(each, runner))) return "read";
  // `printf -v NAME` stores its output
  if (
    use === "printed" &&
    rest.some((each) => hasEffects(each) || each.source.text.startsWith("-v", each.start))
  )
    return "read";
  return use === "unread" || first.parts[0]?.kind === "text" ? use : "read";
}

function wordUseOfFirst(first: Word, runner: Runner, scope: Scope): WordUse {
  const literal = literalText(first);
  if (literal !== null) return wordUseOfName(literal, runner, scope);
  const [word] = expandAll([first], runner, scope);
  if (word?.alternatives === undefined) return wordUseOfName(word?.text ?? "", runner, scope);
  const uses = new Set(
    word.alternatives.map(([each]) => wordUseOfName(each?.text ?? "", runner, scope)),
  );
  const [use = "read"] = uses.size === 1 ? uses : [];
  return use;
}

function mayBeShell({ source, start, end, parts }: Word, runner: Runner): boolean {
  if (parts.length !== 1 || parts[0]?.kind !== "text") return false;
  const name = fileName(source.text.slice(start, end));
  return name !== "" && isShell(runner.roles(name, []));
}

function wordUseOfName(written: string, runner: Runner, { env }: Scope): WordUse {
  const name = written.slice(written.lastIndexOf("/") + 1);
  if (
    !/^(?:[\w.+-]+|\[\[?)$/.test(name) ||
    declarations.has(name) ||
    (builtins.has(name) && !isIgnoring(name))
  )
    return "read";
  const isFunction = env.lookup(name) !== null;
  if (runner.isUnknown(name)) return isFunction ? "read" : "unread";
  return !isFunction && roleOf(runner.roles(name, []), "flow.print") !== null ? "printed" : "read";
}

/** Returns the arguments of a command; words that are not used are expanded only for their effects, and omitted. */
export function wordsOf(
  words: readonly Word[],
  use: WordUse,
  isDiscarded: boolean,
  runner: Runner,
  scope: Scope,
): Argument[] {
  switch (use) {
    case "unread":
      return words.flatMap((word, index) => {
        // the program in a process substitution (`>(sh)`) reads what the command writes
        if (index === 0 || word.parts.some(({ kind }) => kind === "process"))
          return expandAll([word], runner, scope);
        perform(word, runner, scope);
        return [];
      });
    default:
      return expandAll(words, runner, isDiscarded ? { ...scope, env: scope.env.shown() } : scope);
  }
}
