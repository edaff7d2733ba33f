import { SourceBuilder, type Source } from "../source.js";

/** The quotes around a part of a word, which determine how quote removal treats it. */
export type Quoting = "none" | "double" | "single" | "ansi" | "here-document";

/** Matches a word that needs no quotes in a shell. */
export const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

const NUMERIC_ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/y;

/** The characters before which a backslash is removed within quotes; outside quotes, it is removed before every character. */
const ESCAPABLE: Readonly<Record<"double" | "here-document", string>> = {
  double: '$`"\\\n',
  "here-document": "$`\\\n",
};

/** Appends `source.text.slice(start, end)` to `out` after the shell's quote removal. */
export function unquote(
  out: SourceBuilder,
  source: Source,
  start: number,
  end: number,
  quoting: Quoting,
): void {
  if (quoting === "single") {
    out.copy(start, end);
    return;
  }
  const text = source.text;
  let copied = start;
  for (let at = text.indexOf("\\", start); at !== -1 && at < end; at = text.indexOf("\\", at)) {
    const next = text[at + 1];
    if (next === undefined || at + 1 >= end) break;
    const escape = quoting === "ansi" ? ansiEscape(text, at) : plainEscape(next, quoting);
    if (escape === null) {
      at += 2;
      continue;
    }
    out.copy(copied, at).replace(escape.value, at, at + escape.length);
    at += escape.length;
    copied = at;
  }
  out.copy(copied, end);
}

function plainEscape(
  next: string,
  quoting: "none" | "double" | "here-document",
): { value: string; length: number } | null {
  if (quoting !== "none" && !ESCAPABLE[quoting].includes(next)) return null;
  return { value: next === "\n" ? "" : next, length: 2 };
}

function ansiEscape(text: string, at: number): { value: string; length: number } | null {
  const simple = SIMPLE_ESCAPES[text[at + 1] ?? ""];
  if (simple !== undefined) return { value: simple, length: 2 };
  NUMERIC_ESCAPE.lastIndex = at;
  const [whole, ...hexadecimal] = NUMERIC_ESCAPE.exec(text) ?? [];
  if (whole === undefined) return null;
  const octal = hexadecimal.pop();
  const code =
    octal === undefined ? Number.parseInt(hexadecimal.join(""), 16) : Number.parseInt(octal, 8);
  return { value: code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd", length: whole.length };
}

/** A word of a text, without its quotes, and its range. */
export interface SplitWord {
  readonly word: Source;
  readonly start: number;
  readonly end: number;
}

const SPACED_WORD = /(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/gs;
const QUOTED_PART = /'[^']*'|"(?:[^"\\]|\\.)*"|(?:[^'"\\]|\\.)+/gs;

/** Yields the words of a text, separated by whitespace outside quotes, after quote removal. */
export function* splitWords(source: Source, from = 0): Generator<SplitWord> {
  for (const { 0: written, index: at } of source.text.slice(from).matchAll(SPACED_WORD)) {
    const out = new SourceBuilder(source);
    const start = from + at;
    for (const { 0: part, index } of written.matchAll(QUOTED_PART)) {
      const quoting = part.startsWith("'") ? "single" : part.startsWith('"') ? "double" : "none";
      const quote = quoting === "none" ? 0 : 1;
      unquote(out, source, start + index + quote, start + index + part.length - quote, quoting);
    }
    yield { word: out.build(), start, end: start + written.length };
  }
}

/** Returns the text of a range after quote removal, without a map of its offsets. */
export function unquotedText(source: Source, start: number, end: number, quoting: Quoting): string {
  const raw = source.text.slice(start, end);
  if (quoting === "single" || !raw.includes("\\")) return raw;
  const out = new SourceBuilder(source);
  unquote(out, source, start, end, quoting);
  return out.build().text;
}
