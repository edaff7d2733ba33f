import type { Opened } from "../model.js";
import { toText, toUtf8 } from "./bytes.js";
import { bytesOf, NotConstant } from "./constant-calls.js";
import type { Codec } from "./codecs.js";
import { Expressions } from "./constant-expressions.js";
import { Undecodable } from "./undecodable.js";

/** Longer literals are not decoded: nobody reads what they hold beside a finding. */
const longestLiteral = 256 * 1024;

/** What a literal becomes on its way through the decoders of a pipe. */
export function openPiped(text: string, through: readonly Codec[]): Opened {
  return opened(() => {
    if (text.length > longestLiteral) throw new Undecodable("the literal is too long");
    return through.reduce((bytes, codec) => codec(bytes), toUtf8(text));
  });
}

/** Calls around a decoder that are looked at. */
const mostAround = 12;
/** Characters before it in which they may begin. */
const farthest = 4000;

/** Where the value of an expression stands that is executed. */
export interface Executed {
  /** The decoder's name, or that of the variable that holds the value. */
  readonly from: number;
  /** The call that executes it. */
  readonly sink: number;
  /** The language. */
  readonly tag: string;
}

/**
 * What an expression of a program gives that is executed: a decoder or a variable, and the calls around it up to the one that
 * executes it. Null where it is not made of literals.
 */
export function openExpression(text: string, { from, sink, tag }: Executed): Opened | null {
  const expressions = new Expressions(text, tag);
  const stop = sink < from ? sink : -1;
  let best: Opened | null = null;
  let start = receiverStart(text, from);
  for (let count = 0; count < mostAround && start > stop; count++) {
    const value = computed(expressions, start);
    if (value === null && best !== null) break;
    best = value ?? best;
    if (best !== null && "failure" in best) break;
    start = enclosing(text, start);
  }
  return best !== null && "bytes" in best && best.bytes.length === 0 ? null : best;
}

/**
 * The letters that the expression at a place stands for, where it is made of literals and decoders; null for any other. It may read
 * the names that were given values before.
 */
export function constantLetters(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  tag: string,
): string | null {
  try {
    const read = new Expressions(text.slice(0, end), tag).sum(start);
    return read.end === end ? toText(bytesOf(read.value), false) : null;
  } catch (error) {
    if (error instanceof NotConstant || error instanceof Undecodable) return null;
    throw error;
  }
}

function computed(expressions: Expressions, at: number): Opened | null {
  try {
    return opened(() => bytesOf(expressions.sum(at).value));
  } catch (error) {
    if (error instanceof NotConstant) return null;
    throw error;
  }
}

function opened(compute: () => Uint8Array): Opened {
  try {
    return { bytes: compute() };
  } catch (error) {
    if (error instanceof Undecodable) return { failure: error.message };
    throw error;
  }
}

/** `["…"].pack`, `"…".decode`: where that begins on which a method is called. */
function receiverStart(text: string, from: number): number {
  const joint = /(?:\.|->)$/.exec(text.slice(Math.max(0, from - 2), from));
  if (joint === null) return from;
  const end = from - joint[0].length;
  const last = text[end - 1] ?? "";
  if (last === ")" || last === "]") {
    const open = opening(text, end - 1);
    return open < 0 ? from : nameStart(text, open);
  }
  if (last === '"' || last === "'") {
    const open = text.lastIndexOf(last, end - 2);
    return open < 0 ? from : open;
  }
  return nameStart(text, end);
}

/** The bracket that a closing one belongs to; -1 where it is too far away. */
function opening(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - farthest); at--) {
    const sign = text[at] ?? "";
    if (sign === ")" || sign === "]") depth++;
    else if ((sign === "(" || sign === "[") && --depth === 0) return at;
  }
  return -1;
}

/** Where the call begins in whose parentheses a place stands; -1 where none is near. */
function enclosing(text: string, from: number): number {
  let depth = 0;
  for (let at = from - 1; at >= Math.max(0, from - farthest); at--) {
    const sign = text[at];
    if (sign === ")") depth++;
    else if (sign === "(" && depth-- === 0) return nameStart(text, at);
    else if (sign === ";" && depth === 0) return -1;
  }
  return -1;
}

/** Where the name before a parenthesis begins; the parenthesis if there is no name. */
function nameStart(text: string, open: number): number {
  const before = text.slice(Math.max(0, open - 200), open);
  const name = /(?:(?:\[[\w.]+\]::|(?:"[^"\n]*"|'[^'\n]*')\.)?[\w$][\w$.:]*(?:->\w+)*)\s?$/.exec(
    before,
  );
  return name === null ? open : open - name[0].length;
}
