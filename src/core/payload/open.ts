import type { Opened } from "../model.js";
import { toText, toUtf8 } from "./bytes.js";
import { bytesOf, NotConstant } from "./constant-calls.js";
import type { Codec } from "./codecs.js";
import { Expressions } from "./constant-expressions.js";
import { Undecodable } from "./undecodable.js";

/** Maximum length of a literal that is decoded: a longer payload in a finding is not useful. */
const MAX_LITERAL_LENGTH = 256 * 1024;

/** Returns the bytes of a literal after the decoders of a pipe, or why it cannot be decoded. */
export function openPiped(text: string, through: readonly Codec[]): Opened {
  return opened(() => {
    if (text.length > MAX_LITERAL_LENGTH) throw new Undecodable("the literal is too long");
    return through.reduce((bytes, codec) => codec(bytes), toUtf8(text));
  });
}

/** Maximum number of calls around a decoder that are considered. */
const MAX_CALLS_AROUND = 12;
/** Maximum number of characters before it in which they may begin. */
const MAX_DISTANCE = 4000;

/** The place of an executed expression's value. */
export interface Executed {
  /** The offset of the decoder's name, or of the variable with the value. */
  readonly from: number;
  /** The offset of the call that executes it. */
  readonly sink: number;
  /** The tag of the language. */
  readonly tag: string;
}

/**
 * Decodes an executed expression: a decoder or a variable, and the calls around it up to the one that executes it. Returns null
 * if it is not made of literals.
 */
export function openExpression(text: string, { from, sink, tag }: Executed): Opened | null {
  const expressions = new Expressions(text, tag);
  const stop = sink < from ? sink : -1;
  let best: Opened | null = null;
  let start = receiverStart(text, from);
  for (let count = 0; count < MAX_CALLS_AROUND && start > stop; count++) {
    const value = computed(expressions, start);
    if (value === null && best !== null) break;
    best = value ?? best;
    if (best !== null && "failure" in best) break;
    start = enclosing(text, start);
  }
  return best !== null && "bytes" in best && best.bytes.length === 0 ? null : best;
}

/**
 * Returns the text of the expression at a place, if it is made of literals and decoders; null for any other. It may use names
 * that were assigned values before.
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

/** Returns where the receiver of a method begins, as in `["…"].pack` and `"…".decode`. */
function receiverStart(text: string, from: number): number {
  const access = /(?:\.|->)$/.exec(text.slice(Math.max(0, from - 2), from));
  if (access === null) return from;
  const end = from - access[0].length;
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

/** Returns the bracket that matches a closing one; -1 if it is too far away. */
function opening(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - MAX_DISTANCE); at--) {
    const character = text[at] ?? "";
    if (character === ")" || character === "]") depth++;
    else if ((character === "(" || character === "[") && --depth === 0) return at;
  }
  return -1;
}

/** Returns where the innermost call around a place begins; -1 if none is near. */
function enclosing(text: string, from: number): number {
  let depth = 0;
  for (let at = from - 1; at >= Math.max(0, from - MAX_DISTANCE); at--) {
    const character = text[at];
    if (character === ")") depth++;
    else if (character === "(" && depth-- === 0) return nameStart(text, at);
    else if (character === ";" && depth === 0) return -1;
  }
  return -1;
}

/** Returns where the name before a parenthesis begins; the parenthesis if there is no name. */
function nameStart(text: string, open: number): number {
  const before = text.slice(Math.max(0, open - 200), open);
  const name = /(?:(?:\[[\w.]+\]::|(?:"[^"\n]*"|'[^'\n]*')\.)?[\w$][\w$.:]*(?:->\w+)*)\s?$/.exec(
    before,
  );
  return name === null ? open : open - name[0].length;
}
