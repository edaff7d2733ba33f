import { roleOf } from "../../query/role.js";
import { decoded, decodes } from "./taint-sources.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { fieldsOf, spreadItems } from "./lists.js";
import { contentOfTable } from "./tables.js";
import { isRecord } from "./instances.js";
import { joinRecords } from "./joined-records.js";
import { combine, itemOf, UNKNOWN, type Item, type Value } from "./value.js";

/** Returns the items of the list that a call creates from its arguments, or from its only argument if that is a list: `List.of(array)`. */
export function listed(positional: readonly Item[]): readonly Item[] {
  const [only, ...more] = positional;
  return only === undefined || more.length > 0 ? positional : spreadItems(only);
}

/** Returns the value of an unknown call, which may return a field of a record that is its receiver or an argument. */
function withRecords(engine: Evaluator, call: Call, stored: Value): Value {
  const { receiver, positional } = call;
  const records = (
    receiver.fields === null ? positional.map((item) => item.value) : [receiver]
  ).filter((value) => value.fields !== null);
  // in `inflate(code, { to: "string" })` the record only contains options
  const isOption =
    receiver.fields === null &&
    positional.some(({ value }) => value.fields === null && value.taint !== null);
  return records.length === 0 || isOption ? stored : fieldsOf(engine, call, records, stored);
}

/**
 * Returns the records that the functions passed to a call return, as a list that may also be one of them: `names.map((name) => new
 * Plugin(name))`, `cache.fetch(key) { Plugin.new }`. Returns null if they return no record.
 */
function madeRecords(engine: Evaluator, { expr }: Call, answers: readonly Value[]): Value | null {
  const records = answers.filter(isRecord);
  if (records.length === 0) return null;
  const joined = joinRecords(engine, records);
  return { ...joined, items: [itemOf(joined, expr)] };
}

/** Returns the value of an unknown call: the records that functions passed to it return, or a field of its record. */
export function madeBy(
  engine: Evaluator,
  call: Call,
  answers: readonly Value[],
  stored: Value,
): Value {
  return madeRecords(engine, call, answers) ?? withRecords(engine, call, stored);
}

/**
 * Returns the value of an unknown call in a language whose calls are described by names: its first argument, with the others as added
 * items if the first is a list, or its receiver.
 */
export function unknownResult(
  engine: Evaluator,
  call: Call,
  first: Value,
  { taint, cut }: Value,
  answers: readonly Value[],
): Value {
  const { receiver, positional } = call;
  const made = madeRecords(engine, call, answers);
  if (made !== null) return made;
  const record = [receiver, first].find(({ fields }) => fields !== null);
  if (record !== undefined) return fieldsOf(engine, call, [record], { ...UNKNOWN, taint });
  const content = contentOfTable(engine, receiver);
  if (content !== null) return { ...content, items: [itemOf(content, call.expr)], texts: [] };
  if (first.items !== null) {
    const list = engine.list([
      { value: first, spread: true, start: 0, end: 0 },
      ...positional.slice(1),
    ]);
    return { ...list, taint, ...(cut && { cut }) };
  }
  // in `process:read("*a")` the argument is not the output of the process
  const hasText = first.texts.length > 0 && receiver.taint?.origin !== "command";
  return {
    ...UNKNOWN,
    taint,
    texts: hasText ? first.texts : receiver.texts,
    items: hasText ? null : receiver.items,
    constant: false,
  };
}

/** Returns the value of an unknown call: it may contain any argument, and the result of a decoder that is an argument (`xs.map(atob)`). */
export function passed(engine: Evaluator, call: Call): Value {
  const values = call.positional.map((item) => {
    const roles = engine.roles.of(item.value.api, item);
    const decoder = roleOf(roles, "source.decoder") ?? roleOf(roles, "source.letters");
    // in `set.add(Buffer)` no argument names an encoding, so nothing is decoded
    const isDecoder =
      decoder !== null &&
      (decoder.settings["with"] === undefined || decodes(engine, call, decoder));
    return isDecoder ? decoded(engine, item, item.value.api, decoder) : item.value;
  });
  // the callee may itself be the result of something tainted: `partial(f, x)()`
  return combine([
    call.receiver,
    ...values,
    ...[...call.named.values()].map((item) => item.value),
    call.callee,
  ]);
}
