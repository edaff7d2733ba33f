import { randomUUID } from "node:crypto";

/** A random prefix, which no input contains, of the strings that stand for numbers. */
const MARK = `${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([^"]+)"`, "g");
/** Matches a number that JavaScript may change: one with many digits, or with an exponent that may be out of range. */
const MAY_CHANGE = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;
const NUMBER = /-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/** A number that JavaScript cannot represent exactly; `source` contains its characters in JSON. */
export class ExactNumber {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }

  toJSON(): string {
    return MARK + this.source;
  }
}

/** Parses JSON, with an `ExactNumber` for each number that JavaScript would change. @throws SyntaxError as `JSON.parse` */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_CHANGE.test(text)) return value;
  const marked = withMarks(text);
  return marked === text ? value : JSON.parse(marked, revive);
}

/** Returns a value as JSON, with the original characters of each `ExactNumber`. */
export function stringifyExact(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}

/** Returns the JSON with a marked string instead of each number that JavaScript would change. */
function withMarks(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const between = quote < 0 ? text.slice(at) : text.slice(at, quote);
    parts.push(between.replace(NUMBER, marked));
    if (quote < 0) break;
    const end = stringEnd(text, quote);
    parts.push(text.slice(quote, end));
    at = end;
  }
  return parts.join("");
}

function marked(number: string): string {
  return !MAY_CHANGE.test(number) || String(Number(number)) === number
    ? number
    : `"${MARK}${number}"`;
}

function stringEnd(text: string, quote: number): number {
  for (let at = quote + 1; ; at++) {
    at = text.indexOf('"', at);
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}

function revive(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith(MARK)
    ? new ExactNumber(value.slice(MARK.length))
    : value;
}
