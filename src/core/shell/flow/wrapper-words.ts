import { roleOf } from "../../query/role.js";
import type { Command, Word } from "../script.js";
import type { Argument } from "./argument.js";
import { builtins, declarations, isIgnoring } from "./builtins.js";
import { acts, expandAll, perform } from "./expand.js";
import type { Runner, Scope } from "./runner.js";

/** What becomes of the words of a command, as far as its name tells: nothing looks at those of one that is not known. */
export type WordUse = "read" | "unread" | "printed";

export function wordUseOf({ words }: Command, runner: Runner, scope: Scope): WordUse {
  const [first, ...rest] = words;
  if (first === undefined || acts(first)) return "read";
  const use = wordUseOfFirst(first, runner, scope);
  // a shell among the words may be what an unknown command starts
  if (use === "unread" && rest.some((each) => mayBeShell(each, runner))) return "read";
  // `printf -v NAME` keeps what it prints
  if (
    use === "printed" &&
    rest.some((each) => acts(each) || each.source.text.startsWith("-v", each.start))
  )
    return "read";
  return use === "unread" || first.parts[0]?.kind === "text" ? use : "read";
}

function wordUseOfFirst(first: Word, runner: Runner, scope: Scope): WordUse {
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
  const written = source.text.slice(start, end);
  const name = written.slice(written.lastIndexOf("/") + 1);
  return name !== "" && roleOf(runner.roles(name, []), "sink.interpreter") !== null;
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

/** Expands the words of a command as far as somebody looks at them. @param isForNobody what it prints is read by nobody */
export function wordsOf(
  words: readonly Word[],
  use: WordUse,
  isForNobody: boolean,
  runner: Runner,
  scope: Scope,
): Argument[] {
  switch (use) {
    case "unread":
      return words.flatMap((word, index) => {
        // a program in its place (`>(sh)`) reads what the command reads
        if (index === 0 || word.parts.some(({ kind }) => kind === "process"))
          return expandAll([word], runner, scope);
        perform(word, runner, scope);
        return [];
      });
    default:
      return expandAll(words, runner, isForNobody ? { ...scope, env: scope.env.shown() } : scope);
  }
}
