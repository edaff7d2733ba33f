import type { QueryFile } from "../assets.js";
import { queryErrorAt } from "./query-error.js";

/** A token of the query language. `value` is the text without delimiters: a string's content, a capture's name. */
export interface Token {
  readonly kind: "open" | "close" | "string" | "capture" | "predicate" | "comment" | "other";
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const shape =
  /(?<blank>\s+)|(?<comment>;[^\n]*)|(?<string>"(?:[^"\\\n]|\\[^\n])*")|@(?<capture>[\w.-]+)|#(?<predicate>[\w-]+[?!]?)|(?<open>[([])|(?<close>[)\]])|(?<other>[^\s;"@#()[\]]+)/y;

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "0": "\0",
  "\\": "\\",
  '"': '"',
};

/** Splits a query file into tokens, without whitespace. */
export function tokensOf(file: QueryFile): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < file.text.length) {
    shape.lastIndex = at;
    const groups = shape.exec(file.text)?.groups;
    if (groups === undefined) throw unreadable(file, at);
    const token = tokenOf(file, groups, at, shape.lastIndex);
    if (token !== null) tokens.push(token);
    at = shape.lastIndex;
  }
  return tokens;
}

function tokenOf(
  file: QueryFile,
  groups: Record<string, string | undefined>,
  start: number,
  end: number,
): Token | null {
  if (groups["string"] !== undefined)
    return { kind: "string", value: unquoted(file, start, groups["string"]), start, end };
  for (const kind of ["capture", "predicate", "comment", "open", "close", "other"] as const) {
    const value = groups[kind];
    if (value !== undefined) return { kind, value, start, end };
  }
  return null;
}

/** Returns the content of a string. Unknown escapes are rejected, because the query language would read `"\d"` as `d`. */
function unquoted(file: QueryFile, start: number, literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\(.)/g, (written: string, character: string, at: number) => {
      const escaped = escapes[character];
      if (escaped !== undefined) return escaped;
      const problem = `in a string of a query, ${written} means ${character}`;
      throw queryErrorAt(
        file,
        start + 1 + at,
        "query-syntax",
        problem,
        `write \\${written}, or ${character} alone`,
      );
    });
}

function unreadable(file: QueryFile, at: number): Error {
  if (file.text[at] === '"')
    return queryErrorAt(
      file,
      at,
      "query-syntax",
      "this string does not end on its line",
      'close it with "',
    );
  return queryErrorAt(
    file,
    at,
    "query-syntax",
    `unexpected ${JSON.stringify(file.text[at])}`,
    "remove it, or write the name after it",
  );
}
