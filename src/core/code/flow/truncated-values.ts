import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import type { Evaluator } from "./evaluator.js";
import { commandLines } from "./text-builder.js";
import { listsOf, type Item, type KnownText, type Value } from "./value.js";

/** Whether a part of a value, or of one of its items, is missing because it became too large. */
export function isCut(value: Value): boolean {
  return (
    value.cut === true ||
    value.texts.some(hasCut) ||
    listsOf(value).some((list) =>
      list.some((item) => item.value.cut === true || item.value.texts.some(hasCut)),
    )
  );
}

function hasCut({ cut }: KnownText): boolean {
  return cut === true;
}

/** Records a limit for the code at a place if one of the values that it executes is not complete. */
export function recordCut(engine: Evaluator, place: Place, values: readonly Value[]): void {
  if (values.some(isCut)) addLimit(engine, place);
}

/** Returns texts that the code at a place executes, and records a limit if one of them is not complete. */
export function executedSources(
  engine: Evaluator,
  place: Place,
  texts: readonly KnownText[],
): Source[] {
  if (texts.some(hasCut)) addLimit(engine, place);
  return texts.map(({ source }) => source);
}

/** Returns the command lines of words that the code at a place executes, as {@link executedSources} does. */
export function executedLines(
  engine: Evaluator,
  place: Place,
  words: readonly Item[],
): readonly Source[] {
  return executedSources(engine, place, commandLines(engine, words));
}

function addLimit(engine: Evaluator, place: Place): void {
  engine.limits.add(
    "size",
    "a value that is executed is too large to be evaluated completely",
    place,
  );
}

/** Records a limit for a call that executes one of its arguments or its receiver, if one of them is not complete. */
export function recordCutArguments(
  engine: Evaluator,
  call: {
    readonly expr: Place;
    readonly receiver: Value;
    readonly positional: readonly Item[];
    readonly named: ReadonlyMap<string, Item>;
  },
): void {
  const items = [...call.positional, ...call.named.values()];
  recordCut(engine, call.expr, [call.receiver, ...items.map(({ value }) => value)]);
}
