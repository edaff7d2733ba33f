import type { Role } from "../../query/role.js";
import type { Call } from "./evaluated-call.js";
import { isShell, isShellLine } from "./taint-sources.js";
import type { Evaluator } from "./evaluator.js";
import { itemOf, usedAt, type Item } from "./value.js";

/** Returns the words of a call that starts a program: its arguments, or those of a list or process object that it gets or is called on. */
export function wordsOf(
  { described }: Evaluator,
  { expr: { callee }, receiver, positional }: Call,
): Item[] {
  if (positional.length === 0 && callee.kind === "member")
    return [...(described.wordsOf(itemOf(receiver, callee.at)) ?? receiver.items ?? [])];
  return positional.flatMap(
    (item) =>
      described.wordsOf(item) ?? item.value.items?.map((word) => usedBy(item, word)) ?? [item],
  );
}

/** Returns a word of a list with the range of the variable that contains the list, except for the words of a process. */
function usedBy(list: Item, word: Item): Item {
  const isWritten = list.start <= word.start && word.end <= list.end;
  const isMade = list.value.taint?.origin === "command";
  return isWritten || isMade || word.value.taint === null
    ? word
    : { ...itemOf(usedAt(word.value, list, "", null), list), spread: word.spread };
}

/** Whether the words of a call come from its receiver: `process.Start()`. */
export function isOwnProcess({ positional }: Call, words: readonly Item[]): boolean {
  return positional.length === 0 && words.length > 0;
}

/** Matches options of shells and interpreters that are followed by code. */
const CODE_OPTION = /^["']?(?:-\w*[ce]|\/[ck]|--?command|-enc\w*)\b/i;

/** Matches a pattern of PHP with the modifier that makes its replacement code: `/x/e`. */
const EVALUATING = /^\s*([^\w\s\\]).*\1\w*e\w*$/s;

/**
 * Returns the argument that a call executes: the one that its pattern names, or else the first one. If the words start a shell, it is
 * the code after the shell's option. In a language in which any argument may be code, it is a fetched or decoded one.
 */
export function programOf(
  engine: Evaluator,
  { expr, positional }: Call,
  executor: Role | null,
  words: readonly Item[],
): Item | undefined {
  if (executor?.settings["argument"] === "last") return positional.at(-1);
  const [first] = positional;
  const { traits } = engine;
  if (executor?.settings["of"] === "pattern")
    return first?.value.texts.some(({ source }) => EVALUATING.test(source.text)) === true
      ? positional[1]
      : undefined;
  if (!traits.isLoose) return first;
  // the words of a program that runs no code: `IO.popen(["git", "log", text])`
  if (expr.args[0]?.value.kind === "list" && isOtherProgram(engine, first?.value.items ?? []))
    return undefined;
  const written = positional.flatMap((item) => [
    item,
    ...(item.value.items ?? []).filter(({ start }) => start > expr.start),
  ]);
  const isGiven = ({ value: { taint } }: Item): boolean =>
    taint !== null && taint.origin !== "command";
  if (traits.anyArgument && executor?.settings["of"] !== "shell")
    return written.find(isGiven) ?? first;
  if (executor?.settings["of"] !== "shell" && !(first !== undefined && isShell(engine, first)))
    return first;
  const textAt = (at: number): string => words[at]?.value.texts[0]?.source.text ?? "";
  return words.find(
    (item, at) =>
      isGiven(item) &&
      (isShellLine(item) ||
        CODE_OPTION.test(textAt(at - 1)) ||
        CODE_OPTION.test(textAt(at)) ||
        (at === 1 && words.length === 2)),
  );
}

/** Whether words are those of a known program that is not a shell. */
function isOtherProgram(engine: Evaluator, words: readonly Item[]): boolean {
  const isKnown = (words[0]?.value.texts.length ?? 0) > 0;
  return isKnown && words.length > 1 && !words.some((word) => isShell(engine, word));
}
