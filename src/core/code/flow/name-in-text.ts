import type { Place } from "../ir.js";
import type { Evaluator } from "./evaluator.js";
import type { Item, Value } from "./value.js";

/** Matches a name, or several names separated by dots. */
const DOTTED = /^[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,8}$/;

/** Returns the value of the dotted name that is the whole executed string, as in `eval("base64.b64decode")`; null for any other string. */
export function nameIn({ bindings }: Evaluator, program: Item | undefined): Value | null {
  const text = program?.value.texts[0];
  const written = text?.source.text ?? "";
  if (program === undefined || text === undefined || !DOTTED.test(written)) return null;
  const { open, close } = text;
  const isLiteral = open !== null && close !== null && close.start - open.end === written.length;
  const placeOf = (from: number, to: number): Place =>
    isLiteral ? { start: open.end + from, end: open.end + to } : program;
  const [first = "", ...rest] = written.split(".");
  let at = first.length;
  let whole = placeOf(0, at);
  let value = bindings.name({ kind: "name", name: first, start: whole.start, end: whole.end });
  for (const name of rest) {
    const end = at + 1 + name.length;
    value = bindings.memberOf(value, name, placeOf(0, end), placeOf(at + 1, end), whole);
    at = end;
    whole = placeOf(0, end);
  }
  return value;
}
