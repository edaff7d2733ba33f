import { SourceBuilder } from "../../source.js";
import type { Expr, Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { plainText } from "./text-builder.js";
import { combine, UNKNOWN, type Value } from "./value.js";

/** Returns the string of known character codes: `chr(105)`, `string.char(105, 100)`. */
export function lettersOf(engine: Evaluator, { expr, positional }: Call): Value {
  const numbers = expr.args.map(({ value }) =>
    value.kind === "constant" && value.number !== null ? Number(value.number) : NaN,
  );
  if (!numbers.every((each) => each >= 0 && each < 0x110000))
    return combine(positional.map(({ value }) => value));
  engine.spend(numbers.length >> 4);
  const text = numbers.map((each) => String.fromCodePoint(each)).join("");
  const source = new SourceBuilder(engine.source).replace(text, expr.start, expr.end).build();
  return { ...UNKNOWN, texts: [plainText(source)] };
}

/** Returns the character at an index of a known string, counted from the end if the index is negative; null if it is not known. */
export function letterOf(
  engine: Evaluator,
  { taint, texts: [text, other] }: Value,
  at: number,
  { start, end }: Place,
): Value | null {
  const known = text?.source.text ?? "";
  const letter = known[at < 0 ? known.length + at : at];
  if (taint !== null || letter === undefined || other !== undefined || text?.isPartial) return null;
  const source = new SourceBuilder(engine.source).replace(letter, start, end).build();
  return { ...UNKNOWN, texts: [plainText(source)] };
}

/** Evaluates a call that appends to the string of an object and returns the object: `builder.append("…").append(x)`. */
export function grow(engine: Evaluator, { expr, receiver, positional: [more] }: Call): Value {
  if (more === undefined) return receiver;
  const longer =
    receiver.texts.length === 0
      ? { ...combine([receiver, more.value]), texts: more.value.texts }
      : engine.appended(receiver, more);
  let builder: Expr = expr.callee;
  while (builder.kind === "call" || (builder.kind === "member" && builder.object.kind === "call"))
    builder = builder.kind === "call" ? builder.callee : builder.object;
  if (
    builder.kind === "member" &&
    (builder.object.kind === "name" || builder.object.kind === "member")
  )
    engine.bindings.assign(builder.object, longer, expr);
  return longer;
}

/** Returns the content of the receiver, as `response.body` does. If the receiver is a variable, the span ends with the property's name. */
export function contentOf({ receiver, expr: { callee } }: Call): Value {
  const { taint } = receiver;
  const isVariable = callee.kind === "member" && callee.object.kind === "name";
  return taint === null || !isVariable
    ? receiver
    : { ...receiver, taint: { ...taint, end: callee.at.end } };
}
