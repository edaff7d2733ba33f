import type { Opened } from "../model.js";
import { toText } from "../decode/bytes.js";
import { bytesOf, NotConstant } from "./constant-calls.js";
import { Expressions } from "./constant-expressions.js";
import { Undecodable } from "../decode/undecodable.js";

/** Maximum number of calls around a decoder that are considered. */
const MAX_CALLS_AROUND = 12;
/** Maximum number of characters that are searched backward for one opening bracket. */
const MAX_DISTANCE = 4000;

/** The location of an executed expression. */
export interface Executed {
  /** The offset of the decoder's name, or of the variable that contains the executed value. */
  readonly from: number;
  /** The offset of the call that executes the value. */
  readonly sink: number;
  /** The tag of the language. */
  readonly tag: string;
}

/**
 * Decodes an executed expression: a decoder or a variable, with the calls around it up to the call that executes the result.
 * Returns null if the value cannot be computed from literals, or is empty.
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
 * Returns the value of the expression in a range as text; null if it does not consist of literals, decoders, and variables that
 * were assigned such values before.
 */
export function constantText(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  tag: string,
): string | null {
  try {
    const read = new Expressions(text.slice(0, end), tag).sum(start);
    return read.end === end ? toText(bytesOf(read.value)) : null;
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

/** Returns the offset of the receiver of the method at `from`, as in `["…"].pack` and `"…".decode`; `from` if there is none. */
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

/** Returns the offset of the bracket that matches a closing one; -1 if it is too far away. */
function opening(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - MAX_DISTANCE); at--) {
    const character = text[at] ?? "";
    if (character === ")" || character === "]") depth++;
    else if ((character === "(" || character === "[") && --depth === 0) return at;
  }
  return -1;
}

/** Returns the offset of the innermost call around an offset; -1 if none is near. */
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

/** Returns the offset of the name before a parenthesis, or of the parenthesis if it has no name. */
function nameStart(text: string, open: number): number {
  const before = text.slice(Math.max(0, open - 200), open);
  const name = /(?:(?:\[[\w.]+\]::|(?:"[^"\n]*"|'[^'\n]*')\.)?[\w$][\w$.:]*(?:->\w+)*)\s?$/.exec(
    before,
  );
  return name === null ? open : open - name[0].length;
}
