import type { Chars, Hole } from "./ir.js";

/** How the escapes of a string literal are written. */
export interface EscapeStyle {
  /** Escapes of one letter, and what they stand for. */
  readonly letters: Readonly<Record<string, string>>;
  /** A backslash before any other character: kept (Python), or dropped (JavaScript, most others). */
  readonly keepUnknown: boolean;
  /** `\x41`, `\101`, `\u0041` and the like. */
  readonly numeric: boolean;
  /** `{{` and `}}` stand for one brace (Python's formatted literals). */
  readonly doubledBraces: boolean;
  /** No escapes by backslash: raw literals. */
  readonly raw: boolean;
  /** The quote that stands for itself where it is written twice; empty where none does. */
  readonly doubledQuote: string;
}

const CONTROL = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" };

export const PYTHON_ESCAPES: EscapeStyle = {
  letters: { ...CONTROL, a: "\x07", "\\": "\\", "'": "'", '"': '"', "\n": "" },
  keepUnknown: true,
  numeric: true,
  doubledBraces: false,
  raw: false,
  doubledQuote: "",
};

export const JAVASCRIPT_ESCAPES: EscapeStyle = {
  letters: { ...CONTROL, "\n": "" },
  keepUnknown: false,
  numeric: true,
  doubledBraces: false,
  raw: false,
  doubledQuote: "",
};

/** Double quotes in most languages of the C family, and in Ruby, Perl, PHP. */
export const C_ESCAPES: EscapeStyle = { ...JAVASCRIPT_ESCAPES, letters: { ...CONTROL, a: "\x07", e: "\x1b", "\n": "" } };

/** Single quotes in Ruby, Perl, PHP: only the quote and the backslash are escaped. */
export const QUOTE_ESCAPES: EscapeStyle = { letters: { "\\": "\\", "'": "'" }, keepUnknown: true, numeric: false, doubledBraces: false, raw: false, doubledQuote: "" };

/** No escapes. */
export const RAW: EscapeStyle = { ...QUOTE_ESCAPES, raw: true };

/** No escapes but the quote, which is written twice: C#'s verbatim strings. */
export const VERBATIM: EscapeStyle = { ...RAW, doubledQuote: '"' };

/**
 * Splits the inside of a literal, `text.slice(start, end)`, into what is copied and what is decoded.
 * `holes` are the expressions inside it, in order.
 */
export function decodeParts(text: string, start: number, end: number, holes: readonly Hole[], style: EscapeStyle): (Chars | Hole)[] {
  const parts: (Chars | Hole)[] = [];
  let position = start;
  for (const hole of holes) {
    decodeStretch(text, position, hole.start, style, parts);
    parts.push(hole);
    position = hole.end;
  }
  decodeStretch(text, position, end, style, parts);
  return parts;
}

function decodeStretch(text: string, start: number, end: number, style: EscapeStyle, parts: (Chars | Hole)[]): void {
  let copied = start;
  let position = start;
  while (position < end) {
    const escape = readEscape(text, position, end, style);
    if (escape === null) {
      position++;
      continue;
    }
    if (copied < position) parts.push({ kind: "chars", start: copied, end: position, text: null });
    parts.push({ kind: "chars", start: position, end: position + escape.length, text: escape.text });
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
  if (style.doubledBraces && (first === "{" || first === "}") && text[at + 1] === first) return { length: 2, text: first };
  if (first !== undefined && first === style.doubledQuote && text[at + 1] === first) return { length: 2, text: first };
  if (style.raw || first !== "\\" || at + 1 >= end) return null;
  if (text.startsWith("\r\n", at + 1)) return { length: 3, text: "" };
  const numeric = style.numeric ? readNumericEscape(text.slice(at, Math.min(end, at + 12))) : null;
  if (numeric !== null) return numeric;
  const letter = text[at + 1] ?? "";
  const meaning = Object.hasOwn(style.letters, letter) ? style.letters[letter] : undefined;
  if (meaning !== undefined) return { length: 2, text: meaning };
  return style.keepUnknown ? { length: 2, text: `\\${letter}` } : { length: 2, text: letter };
}

const HEX_ESCAPES: readonly RegExp[] = [/^\\x([0-9A-Fa-f]{2})/, /^\\u([0-9A-Fa-f]{4})/, /^\\U([0-9A-Fa-f]{8})/, /^\\u\{([0-9A-Fa-f]{1,6})\}/];

function readNumericEscape(text: string): Escape | null {
  for (const pattern of HEX_ESCAPES) {
    const hex = pattern.exec(text);
    if (hex !== null) return { length: hex[0].length, text: fromCode(parseInt(hex[1] ?? "", 16)) };
  }
  const octal = /^\\([0-7]{1,3})/.exec(text);
  return octal === null ? null : { length: octal[0].length, text: fromCode(parseInt(octal[1] ?? "", 8)) };
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}
