import type { Source } from "../../source.js";

const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "0": "\0",
  a: "\u0007",
  v: "\v",
  e: "\u001b",
  _: " ",
  N: " ",
};
/** Matches a backslash with a character code, with a line end and the whitespace after it, or with any other character. */
const ESCAPE =
  /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|\r?\n\s*|([\s\S]))/g;

/** Returns the content `[start, end)` of a double-quoted string of JSON, YAML or TOML, with escapes decoded. */
export function decodeEscapes(source: Source, start: number, end: number): Source {
  return source.slice(start, end).rewritten(ESCAPE, ([, ...codes]) => {
    const char = codes.pop();
    const code = parseInt(codes.find((one) => one !== undefined) ?? "", 16);
    if (Number.isNaN(code)) return char === undefined ? "" : (SIMPLE[char] ?? char);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** Returns the content `[start, end)` of a single-quoted YAML string, in which two quotes mean one. */
export function decodeDoubled(source: Source, start: number, end: number): Source {
  return undoubled(source.slice(start, end), /''/g);
}

/** Replaces line ends inside a flow scalar, with the spaces around them, by one space. */
export function foldLines(source: Source): Source {
  return source.rewritten(/(?<![\\ \t\r])(?:[ \t\r]*\n)+[ \t]*/g, () => " ");
}

/** Returns a source in which each doubled character that `doubles` matches occurs once. */
export function undoubled(source: Source, doubles: RegExp): Source {
  return source.rewritten(doubles, ([pair]) => pair[0] ?? "");
}
