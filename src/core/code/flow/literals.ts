import { joinedLiteral, literalText, type Literal } from "../../literal.js";
import type { TextExpr } from "../ir.js";
import type { Evaluator } from "./evaluator.js";
import { combine, type Item, type Value } from "./value.js";

/** Returns a value as a literal; null if it is not known from literals. The numbers in a list are its bytes. */
export function literalOf(engine: Evaluator, value: Value): Literal | null {
  const { taint, items, constant, texts } = value;
  if (items !== null && constant === null) return literalOfBytes(engine, items);
  if (taint !== null) return taint.literal ?? null;
  if (constant !== null) return typeof constant === "object" ? constant : null;
  const [text, ...others] = texts;
  if (text === undefined || value.cut === true || text.cut === true || text.isPartial === true)
    return null;
  return literalText(text.source.text, others.length > 0);
}

/** Returns strings, or the characters with these numbers, as one literal. */
export function literalOfBytes(engine: Evaluator, items: readonly Item[]): Literal | null {
  const [first] = items;
  if (typeof first?.value.constant !== "number") return joinedItems(engine, items);
  if (!engine.options.budget.spendFollowed(items.length)) return null;
  const codes = items.map(({ value: { constant } }) =>
    typeof constant === "number" && Number.isInteger(constant) ? constant : -1,
  );
  return codes.every((code) => code >= 0 && code < 0x110000)
    ? literalText(codes.map((code) => String.fromCodePoint(code)).join(""))
    : null;
}

/** Returns items as one literal; null if one of them is not known. */
export function joinedItems(engine: Evaluator, items: readonly Item[]): Literal | null {
  if (!engine.options.budget.spendFollowed(items.length)) return null;
  const parts: Literal[] = [];
  for (const { value, spread } of items) {
    const part = spread || value.items !== null ? null : literalOf(engine, value);
    if (part === null) return null;
    parts.push(part);
  }
  return joinedLiterals(engine, parts);
}

/** Returns several literals as one; null if that is too much work. */
export function joinedLiterals(engine: Evaluator, parts: readonly Literal[]): Literal | null {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return engine.options.budget.spendFollowed(length >> 4) ? joinedLiteral(parts) : null;
}

/** Returns a value with its literal, or without one if it is not known. The strings of the value may be only similar to the value. */
export function withLiteral(value: Value, literal: Literal | null): Value {
  const { taint } = value;
  if (taint === null)
    return literal === null && value.texts.length === 0
      ? value
      : { ...value, constant: literal ?? false };
  if (taint.origin !== "decoded") return value;
  const { literal: _, ...others } = taint;
  return { ...value, taint: literal === null ? others : { ...others, literal } };
}

/** Returns a value that is computed from others; only that of one operand, as in `await x`, may be the operand itself. */
export function carried(values: readonly Value[]): Value {
  return values.length > 1 ? withLiteral(combine(values), null) : combine(values);
}

/** Whether a value has a literal that is not one of its strings. */
function isFollowed({ taint, constant }: Value): boolean {
  return taint?.origin === "decoded" || (constant !== null && typeof constant !== "number");
}

/**
 * Returns joined values with the literal that the items are together. In a loop, the items may contain what an earlier iteration
 * joined, so the literal is unknown.
 */
export function withJoined(engine: Evaluator, value: Value, items: readonly Item[]): Value {
  if (!items.some((item) => isFollowed(item.value))) return value;
  return withLiteral(value, engine.statements.isRepeated ? null : joinedItems(engine, items));
}

/** Returns the value of a string literal with the literal that it and its embedded expressions are together. */
export function withEmbedded(
  engine: Evaluator,
  value: Value,
  { parts }: TextExpr,
  embedded: ReadonlyMap<object, Value>,
): Value {
  if (embedded.size === 0 || ![...embedded.values()].some(isFollowed)) return value;
  const { text } = engine.source;
  const literals = parts.flatMap((part) => {
    if (part.kind === "chars") return [literalText(part.text ?? text.slice(part.start, part.end))];
    const stored = embedded.get(part);
    return (stored && literalOf(engine, stored)) ?? [];
  });
  return withLiteral(
    value,
    literals.length < parts.length ? null : joinedLiterals(engine, literals),
  );
}
