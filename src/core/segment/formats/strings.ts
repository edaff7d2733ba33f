import { SourceBuilder, type Source } from "../../source.js";

const SIMPLE: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0", a: "\u0007", v: "\v", e: "\u001b", _: " ", N: " " };
const CODED = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2}))/y;

/** The inside of a double-quoted string of JSON, YAML or TOML, escapes decoded. */
export function decodeEscapes(source: Source, start: number, end: number): Source {
  const { text } = source;
  const builder = new SourceBuilder(source);
  let from = start;
  for (let at = text.indexOf("\\", start); at >= 0 && at < end; at = text.indexOf("\\", from)) {
    builder.copy(from, at);
    const next = escapeEnd(text, at);
    builder.put(escapeValue(text, at, next), at, next);
    from = Math.min(next, end);
  }
  return builder.copy(from, end).build();
}

function escapeEnd(text: string, at: number): number {
  CODED.lastIndex = at;
  const coded = CODED.exec(text);
  if (coded !== null) return at + coded[0].length;
  if (text[at + 1] === "\n" || text[at + 1] === "\r") return at + (/^\\\r?\n\s*/.exec(text.slice(at, at + 400))?.[0].length ?? 2);
  return at + 2;
}

function escapeValue(text: string, at: number, end: number): string {
  const char = text[at + 1] ?? "";
  if (char === "\n" || char === "\r") return "";
  if (end > at + 2) {
    const code = parseInt(text.slice(at + 2, end).replace(/[{}]/g, ""), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  }
  return SIMPLE[char] ?? char;
}

/** The inside of a single-quoted YAML string: two quotes stand for one. */
export function decodeDoubled(source: Source, start: number, end: number): Source {
  const builder = new SourceBuilder(source);
  let from = start;
  for (let at = source.text.indexOf("''", from); at >= 0 && at + 2 <= end; at = source.text.indexOf("''", from)) {
    builder.copy(from, at).put("'", at, at + 2);
    from = at + 2;
  }
  return builder.copy(from, end).build();
}

/** Line ends inside a flow scalar, with the blanks around them, are one blank. */
export function foldLines(source: Source): Source {
  if (!source.text.includes("\n")) return source;
  const builder = new SourceBuilder(source);
  let from = 0;
  for (const found of source.text.matchAll(/(?<!\\)(?:[ \t\r]*\n)+[ \t]*/g)) {
    builder.copy(from, found.index).put(" ", found.index, found.index + found[0].length);
    from = found.index + found[0].length;
  }
  return builder.copy(from, source.text.length).build();
}

/** A source in which each doubled character that `doubles` finds stands once. */
export function undoubled(source: Source, doubles: RegExp): Source {
  const builder = new SourceBuilder(source);
  let from = 0;
  for (const { 0: pair, index } of source.text.matchAll(doubles)) {
    builder.copy(from, index).put(pair[0] ?? "", index, index + 2);
    from = index + 2;
  }
  return from === 0 ? source : builder.copy(from, source.text.length).build();
}
