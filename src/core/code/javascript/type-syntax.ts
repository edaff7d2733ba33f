import type { Lexeme } from "./lexemes.js";

const PREFIXES: ReadonlySet<string> = new Set(["keyof", "typeof", "readonly", "unique", "infer", "asserts", "new"]);
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** The index behind the type that begins at `at`; `at` itself where none does. */
export function skipType(lexemes: readonly Lexeme[], at: number): number {
  const text = (index: number): string => lexemes[index]?.text ?? "";
  let position = at;
  for (;;) {
    while (text(position) === "|" || text(position) === "&" || PREFIXES.has(text(position))) position++;
    const end = skipOne(lexemes, position);
    if (end === position) return at;
    position = skipSuffixes(lexemes, end);
    if (text(position) === "is" || text(position) === "extends") {
      position++;
      continue;
    }
    if (text(position) === "=>" && text(end - 1) === ")" && position === end) {
      position++;
      continue;
    }
    if (text(position) !== "|" && text(position) !== "&") return position;
  }
}

function skipOne(lexemes: readonly Lexeme[], at: number): number {
  const word = lexemes[at]?.text ?? "";
  if (word === "(" || word === "[" || word === "{") return skipBrackets(lexemes, at, word);
  return /^[\w$"'`-]/.test(word) ? at + (word === "-" ? 2 : 1) : at;
}

/** `.Name`, `<…>`, `[]`, all on one line. */
function skipSuffixes(lexemes: readonly Lexeme[], at: number): number {
  let position = at;
  for (;;) {
    const word = lexemes[position];
    if (word === undefined || word.lineBefore) return position;
    if (word.text === "." && /^[\w$]/.test(lexemes[position + 1]?.text ?? "")) position += 2;
    else if (word.text === "<" || word.text === "[") {
      const end = skipBrackets(lexemes, position, word.text);
      if (end === position) return position;
      position = end;
    } else return position;
  }
}

function skipBrackets(lexemes: readonly Lexeme[], at: number, open: string): number {
  const close = CLOSING[open];
  let depth = 0;
  for (let position = at; position < lexemes.length && position < at + 1000; position++) {
    const word = lexemes[position]?.text ?? "";
    if (word === open) depth++;
    else if (word === close && --depth === 0) return position + 1;
    else if (open === "<" && /^[;]$|^&&$|^\|\|$/.test(word)) return at;
  }
  return at;
}
