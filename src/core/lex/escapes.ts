import type { EscapeStyle } from "../languages/string-syntax.js";
import type { TextRange } from "./lines.js";

/** A part of a string literal: copied as written, or an escape with its `text`. */
export interface Chars extends TextRange {
  readonly kind: "chars";
  /** The decoded text; null for characters that are copied as written. */
  readonly text: string | null;
}

/**
 * Splits the inside of a literal, `text.slice(start, end)`, into parts that are copied and parts that are decoded. `holes` are
 * the expressions inside it, in order.
 */
export function decodeParts<Hole extends TextRange>(
  text: string,
  start: number,
  end: number,
  holes: readonly Hole[],
  style: EscapeStyle,
): (Chars | Hole)[] {
  const parts: (Chars | Hole)[] = [];
  let position = start;
  for (const hole of holes) {
    decodeRange(text, position, hole.start, style, parts);
    parts.push(hole);
    position = hole.end;
  }
  decodeRange(text, position, end, style, parts);
  return parts;
}

function decodeRange(
  text: string,
  start: number,
  end: number,
  style: EscapeStyle,
  parts: { push(part: Chars): unknown },
): void {
  let copied = start;
  let position = start;
  while (position < end) {
    const escape = readEscape(text, position, end, style);
    if (escape === null) {
      position++;
      continue;
    }
    if (copied < position) parts.push({ kind: "chars", start: copied, end: position, text: null });
    parts.push({
      kind: "chars",
      start: position,
      end: position + escape.length,
      text: escape.text,
    });
    position += escape.length;
    copied = position;
  }
  if (copied < end) parts.push({ kind: "chars", start: copied, end, text: null });
}

interface Escape {
  readonly length: number;
  readonly text: string;
}

function readEscape(text: string, at: number, end: number, style: EscapeStyle): Escape | null {
  const first = text[at];
  if (style.doubledBraces && (first === "{" || first === "}") && text[at + 1] === first)
    return { length: 2, text: first };
  if (first !== undefined && first === style.doubledQuote && text[at + 1] === first)
    return { length: 2, text: first };
  if (style.raw || first !== "\\" || at + 1 >= end) return null;
  if (text.startsWith("\r\n", at + 1)) return { length: 3, text: "" };
  const numeric = style.numeric ? readNumericEscape(text.slice(at, Math.min(end, at + 12))) : null;
  if (numeric !== null) return numeric;
  const letter = text[at + 1] ?? "";
  const { letters = {} } = style;
  const meaning = Object.hasOwn(letters, letter) ? letters[letter] : undefined;
  if (meaning !== undefined) return { length: 2, text: meaning };
  return style.keepUnknown ? { length: 2, text: `\\${letter}` } : { length: 2, text: letter };
}

const NUMERIC =
  /^\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|u\{([\dA-Fa-f]{1,6})\}|([0-7]{1,3}))/;

function readNumericEscape(text: string): Escape | null {
  const [all, ...groups] = NUMERIC.exec(text) ?? [];
  const octal = groups.pop();
  const digits = octal ?? groups.find((each) => each !== undefined);
  if (all === undefined || digits === undefined) return null;
  const code = parseInt(digits, octal === undefined ? 16 : 8);
  return { length: all.length, text: code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd" };
}
