import type { TokenList } from "./token-list.js";

/** Words that define a type with fields. */
const DEFINING: ReadonlySet<string> = new Set(["class", "struct", "record", "enum"]);
/** Maximum number of tokens between the name or parameters of a type and its body. */
const MAX_HEAD_TOKENS = 24;

/** A type that a program defines, the values of which are records. */
export interface TypeDefinition {
  readonly name: string;
  /** The names of the fields, in the order of the constructor's arguments. */
  readonly fields: readonly string[];
  /** The range of the body, as indices of tokens; empty if there is none. */
  readonly body: readonly [from: number, to: number];
  /** The constants of an enumeration: the index of the name, and of the `(` or `=` after it. */
  readonly constants: readonly (readonly [name: number, open: number])[];
}

/** Returns the types with fields that a program defines, by name: `class Step(val name: String)`, `struct Step { … }`. */
export function typesOf(list: TokenList): ReadonlyMap<string, TypeDefinition> {
  const found = new Map<string, TypeDefinition>();
  for (let at = 0; at < list.length; at++) {
    if (!list.isWord(at) || !DEFINING.has(list.text(at))) continue;
    const name = at + 1;
    if (!list.isWord(name) || DEFINING.has(list.text(name))) continue;
    const type = typeAt(list, name, list.text(at) === "enum" || list.text(at - 1) === "enum");
    found.set(type.name, type);
  }
  return found;
}

function typeAt(list: TokenList, at: number, isEnumeration: boolean): TypeDefinition {
  const name = list.text(at);
  const open = list.text(at + 1) === "(" ? at + 1 : -1;
  const from = open < 0 ? at + 1 : list.next(open);
  const body = list.find(
    from,
    Math.min(list.length, from + MAX_HEAD_TOKENS),
    (each) => list.text(each) === "{" || list.text(each) === ";" || list.at(each).kind === "line",
  );
  const isBody = body >= 0 && list.text(body) === "{" && list.closing(body) > 0;
  const declared = open < 0 ? [] : fieldsIn(list, open);
  const fields = declared.length > 0 || !isBody ? declared : assignedFields(list, name, body);
  return {
    name,
    fields,
    body: isBody ? [body, list.closing(body)] : [at, at],
    constants: !isEnumeration
      ? []
      : isBody
        ? constantsIn(list, body)
        : list.text(body - 1) === ":"
          ? casesAfter(list, body)
          : [],
  };
}

/** Returns the names of the parameters of a constructor: `(val name: String, val script: String)`. */
function fieldsIn(list: TokenList, open: number): string[] {
  const close = list.closing(open);
  const names: string[] = [];
  let last = -1;
  let isTyped = false;
  for (let at = open + 1; at <= close; at = at === close ? close + 1 : list.next(at)) {
    const { kind, text } = list.at(at);
    if (text === "," || at === close) {
      if (last >= 0) names.push(list.text(last));
      [last, isTyped] = [-1, false];
    } else if (text === ":" || text === "=") isTyped = true;
    else if (kind === "word" && !isTyped) last = at;
  }
  return names;
}

/** Returns the fields that the constructor in a body assigns: Dart's `const Step(this.name, {required this.script});`. */
function assignedFields(list: TokenList, name: string, body: number): string[] {
  const word = list.find(
    body + 1,
    list.closing(body),
    (at) => list.text(at) === name && list.text(at + 1) === "(",
  );
  if (word < 0) return [];
  const fields: string[] = [];
  for (let at = word + 2; at < list.closing(word + 1); at++)
    if (list.text(at) === "this" && list.text(at + 1) === "." && list.isWord(at + 2))
      fields.push(list.text(at + 2));
  return fields;
}

/** Returns the constant that begins at a token, `case first = "…"` or Scala's `case First extends Step("…")`; empty if there is none. */
function caseAt(list: TokenList, at: number): (readonly [number, number])[] {
  if (list.text(at) !== "case" || !list.isWord(at + 1)) return [];
  if (list.text(at + 2) === "=") return [[at + 1, at + 2]];
  const isMade = list.text(at + 2) === "extends" && list.text(at + 4) === "(";
  return isMade && list.closing(at + 4) > 0 ? [[at + 1, at + 4]] : [];
}

/** Returns the constants of an enumeration without braces: those on the lines after its head that begin with `case`. */
function casesAfter(list: TokenList, line: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let at = list.afterLines(line, list.length);
  while (list.text(at) === "case") {
    found.push(...caseAt(list, at));
    at = list.afterLines(list.statementEnd(at, list.length), list.length);
  }
  return found;
}

/** Returns the constants in an enumeration's body: `FIRST("…"), SECOND("…");` at its beginning, and Swift's `case first = "…"`. */
function constantsIn(list: TokenList, body: number): (readonly [number, number])[] {
  const close = list.closing(body);
  const found: (readonly [number, number])[] = [];
  for (let at = body + 1; at < close; at = list.next(at)) found.push(...caseAt(list, at));
  for (let at = list.afterLines(body + 1, close); at < close; ) {
    const open = at + 1;
    if (!list.isWord(at) || list.text(open) !== "(" || list.closing(open) < 0) break;
    found.push([at, open]);
    const after = list.afterLines(list.next(open), close);
    if (list.text(after) !== ",") break;
    at = list.afterLines(after + 1, close);
  }
  return found;
}
