import type { Part, Word } from "../script.js";
import { argumentOf, withoutPrefix, type Argument } from "./argument.js";
import { possibleOf, valueOf, type Value } from "./values.js";
import { mergeRemotes, type CodeText, type Remote } from "./stream.js";

/** Whether a word is the value of `A=(…)`. */
export function isArray({ source, start }: Word): boolean {
  return source.text[start] === "(";
}

/** Returns the words between an array's parentheses, separated by unquoted whitespace. */
export function elementWords(array: Word): Word[] {
  const { source } = array;
  const words: Word[] = [];
  let parts: Part[] = [];
  const finish = (): void => {
    const [first] = parts;
    if (first !== undefined) words.push({ source, start: first.start, end: endOf(parts), parts });
    parts = [];
  };
  for (const part of array.parts) {
    if (part.kind !== "text" || part.quoting !== "none") {
      parts.push(part);
      continue;
    }
    const open = part.start === array.start ? 1 : 0;
    const inner = source.text.slice(part.start + open, part.end);
    const text =
      " ".repeat(open) +
      (part.end === array.end && inner.endsWith(")") ? inner.slice(0, -1) : inner);
    for (const piece of text.matchAll(/\s+|(?:[^\s\\]|\\.)+/gs)) {
      const start = part.start + piece.index;
      if (piece[0].trim() === "") finish();
      else parts.push({ ...part, start, end: start + piece[0].length });
    }
  }
  finish();
  return words;
}

function endOf(parts: readonly Part[]): number {
  const last = parts[parts.length - 1];
  if (last === undefined) return 0;
  return "close" in last ? last.close : last.end;
}

/** Returns KEY if a word is the value in `A[KEY]=VALUE`; null for any other assignment. */
export function keyOf({ source, start }: Word): string | null {
  return (
    /\[([^\][]{1,64})\]\+?=$/.exec(source.text.slice(Math.max(0, start - 68), start))?.[1] ?? null
  );
}

/** Maximum number of array elements that are kept, since each use iterates over all of them. One more represents the rest. */
const MAX_ELEMENTS = 1024;

/** Matches `[KEY]=` before an element between the parentheses. */
const KEY_PREFIX = /^\[([^\][]*)\]=/;

/** Returns the value of an array with these elements. */
export function arrayOf(words: readonly Argument[]): Value {
  const keys = words.map(({ text, shape }) => KEY_PREFIX.exec(text ?? shape ?? ""));
  const elements = words.map((word, index) => withoutPrefix(word, keys[index]?.[0].length ?? 0));
  const fields = new Map(
    elements.flatMap((element, index) =>
      keys[index]?.[1] === undefined ? [] : [[keys[index][1], element]],
    ),
  );
  const isKept = elements.length <= MAX_ELEMENTS;
  return {
    ...gathered(elements),
    elements: isKept ? elements : truncatedList(elements, MAX_ELEMENTS),
    ...(isKept && fields.size > 0 && fields.size === elements.length ? { fields } : {}),
  };
}

/** Returns at most `count` words of a list, and one more that represents the rest. */
export function truncatedList(words: readonly Argument[], count: number): Argument[] {
  const rest = words.slice(count);
  const [first] = rest;
  if (first === undefined) return [...words];
  const { remote } = gathered(rest);
  const code = (): CodeText => ({ ...first.code(), isCut: true });
  return [...words.slice(0, count), { ...argumentOf(first.span, null, code, remote), isCut: true }];
}

/** Returns the combined value of several elements. */
function gathered(elements: readonly Argument[]): Value {
  const remote = elements.reduce<Remote | null>(
    (merged, element) => mergeRemotes(merged, valueOf(element).remote),
    null,
  );
  return { remote, text: null, exported: false, ...possibleOf(elements) };
}

/**
 * Returns the value of an array after `A[KEY]=ELEMENT`. If the element can be assigned neither to a known index nor to a known key, the
 * result has no elements, and combines the previous value and the new one.
 */
export function withElement(before: Value, key: string, element: Argument): Value {
  const { elements = [], fields } = before;
  const at = Number(key);
  const isNew =
    before.remote === null && (before.text ?? "") === "" && before.possible === undefined;
  if (
    (before.elements !== undefined || isNew) &&
    Number.isInteger(at) &&
    at >= 0 &&
    at <= elements.length
  )
    return arrayOf([...elements.slice(0, at), element, ...elements.slice(at + 1)]);
  const name = literalKey(key);
  if (name !== null && (fields?.size ?? (isNew ? 0 : MAX_ELEMENTS)) < MAX_ELEMENTS) {
    const all = new Map(fields).set(name, element);
    return { ...gathered([...all.values()]), fields: all };
  }
  const given = valueOf(element);
  return {
    remote: mergeRemotes(before.remote, given.remote),
    text: null,
    exported: false,
    ...possibleOf([before, given]),
  };
}

/** Returns a key without expansions, with its quotes removed; null for any other key. */
export function literalKey(key: string): string | null {
  return /^(["']?)([\w. -]+)\1$/.exec(key)?.[2] ?? null;
}
