import type { Argument, Entry, Expr, NameExpr, Place } from "../ir.js";
import { escaped } from "../../scan.js";
import { oncePerName } from "../../once.js";
import { assignment, callOf } from "../lowering.js";
import { TokenArguments } from "./token-arguments.js";
import { ACCESS } from "./token-targets.js";

/** Names of the current object. Its members are treated as names of the program. */
const SELVES: ReadonlySet<string> = new Set(["this", "self", "$this", "static"]);
/** Tokens in the type arguments of a name. */
const TYPE_OPERATORS: ReadonlySet<string> = new Set(["<", ">", "&", ",", "[", "]", ".", "::", "?"]);

/** Words before the name of a type or module that a program defines. */
const TYPE_KEYWORDS =
  "class|struct|object|trait|interface|enum|union|impl|module|defmodule|package|namespace|type|record|protocol|actor|mod";
/** The namespace of the standard library of C++. */
const NAMESPACE = "std";

/** An expression, and the index of the token after it. */
export type Read = readonly [expr: Expr, next: number];

/** Reads what may follow a value: members, calls and an initializer. */
export abstract class TokenPostfix extends TokenArguments {
  /** Applies the members, calls and initializers after a value. */
  protected postfix(first: Expr, from: number, to: number): Read {
    let [expr, at] = [first, from];
    for (;;) {
      at = this.typesEnd(this.assertionEnd(at), to);
      const read =
        this.member(expr, at, to) ?? this.call(expr, at, to) ?? this.initialised(expr, at, to);
      if (read === null) return [this.byName(expr, at - 1), at];
      [expr, at] = read;
    }
  }

  /** Returns the index of the token after marks that a value is not null, before a member: `steps[name]!.script`, `step?.script`. */
  private assertionEnd(at: number): number {
    const { list } = this;
    let end = at;
    while (["!", "?"].includes(list.text(end)) && list.isAdjacent(end)) end++;
    return list.text(end) === "." && list.isAdjacent(end) ? end : at;
  }

  /** Returns the index of the token after the type arguments at an index, as in `ArrayList<String>(`; the index if there are none. */
  protected typesEnd(at: number, to: number): number {
    const { list } = this;
    if (list.text(at) === "<>" && list.text(at + 1) === "(") return at + 1;
    if (list.text(at) !== "<" || !list.isAdjacent(at)) return at;
    let end = at + 1;
    while (end < to && (list.isWord(end) || TYPE_OPERATORS.has(list.text(end)))) end++;
    return list.text(end - 1) === ">" && ["(", "{", "::"].includes(list.text(end)) ? end : at;
  }

  /**
   * Returns an expression. In the body of a type, its fields are read. A member that is read may also have the value that the program
   * assigned to a variable of its name.
   */
  protected byName(expr: Expr, at: number): Expr {
    if (expr.kind === "name" && this.names.isField(expr.name, at)) {
      const { start, end } = expr;
      const field: NameExpr = { ...expr, name: fieldName(expr.name) };
      return { kind: "choice", start, end, tested: [], options: [expr, field] };
    }
    if (expr.kind !== "member") return expr;
    if (expr.object.kind === "text") return expr.object;
    const own: NameExpr = { kind: "name", name: expr.property, ...expr.at };
    return { kind: "choice", start: expr.start, end: expr.end, tested: [], options: [expr, own] };
  }

  /** Reads `.name`, `::name` or `->name`, which may be on the next line; returns null for anything else. */
  protected member(object: Expr, at: number, to: number): Read | null {
    const { list } = this;
    const operator = list.afterLines(at, to);
    const { text } = list.at(operator);
    // Scala's `"…".!`
    if (text === "." && list.text(operator + 1) === "!" && operator + 1 < to) {
      const mark = list.at(operator + 1);
      const callee: Expr = {
        kind: "member",
        start: object.start,
        end: mark.end,
        object,
        property: "!",
        at: mark,
        bracketed: false,
      };
      return [this.callOf(callee, [], mark.end), operator + 2];
    }
    // Perl's `$record->{key}`
    if (text === "->" && this.dialect.dotJoins && operator + 1 < to) {
      const element = this.bracketed(object, operator + 1, to);
      if (element !== null) return element;
    }
    if (
      !ACCESS.has(text) ||
      !list.isWord(operator + 1) ||
      operator + 1 >= to ||
      !list.isAdjacent(operator + 1)
    )
      return null;
    if (text === "." && this.dialect.dotJoins) return null;
    if (text === ":" && (!list.isAdjacent(operator) || list.text(operator + 2) !== "("))
      return null;
    const name = this.nameAt(operator + 1);
    const { dotJoins } = this.dialect;
    const isOwn =
      object.kind === "name" &&
      ((SELVES.has(object.name) && !dotJoins) || this.isConstant(object.name, name.name));
    if (isOwn) return [{ ...name, start: object.start }, operator + 2];
    const place = { start: object.start, end: name.end };
    const member: Expr = {
      kind: "member",
      ...place,
      object,
      property: name.name,
      at: name,
      bracketed: false,
    };
    // Perl calls a method without parentheses, too
    const isCalled =
      dotJoins && this.names.isFunction(name.name) && list.text(operator + 2) !== "(";
    return [isCalled ? this.callOf(member, [], name.end) : member, operator + 2];
  }

  /** Whether an enumeration of the program defines a constant, which is then also a name. */
  private isConstant(type: string, name: string): boolean {
    return this.names.constantsOf(type).some(([at]) => this.list.text(at) === name);
  }

  /** Reads `name(…)`, `name[…]`, and `name "…"` if calls need no parentheses; returns null for anything else. */
  protected call(callee: Expr, at: number, to: number): Read | null {
    const { list, dialect } = this;
    const { text, kind } = list.at(at);
    const close = at < to ? list.closing(at) : -1;
    const isNamed = callee.kind === "name" || callee.kind === "member";
    const path = pathOf(callee);
    if (
      text === "(" &&
      close > 0 &&
      close < to &&
      (list.isAdjacent(at) || (isNamed && !dialect.adjacent && !dialect.juxtaposed))
    ) {
      const args = this.arguments(at + 1, close);
      if (this.names.makesList(path))
        return [this.listOf(args, { start: callee.start, end: list.at(close).end }), close + 1];
      return [this.callOf(callee, args, list.at(close).end), close + 1];
    }
    if (text === "[" && path.endsWith("!") && close > at + 1 && close < to && list.isAdjacent(at))
      return [this.items(at, close), close + 1];
    // of the braces, Perl's `$table{$key}`
    const isTable =
      dialect.dotJoins &&
      (callee.kind === "name" ||
        callee.kind === "index" ||
        (callee.kind === "member" && callee.bracketed)) &&
      this.source[callee.start] === "$";
    const element = text === "[" || isTable ? this.bracketed(callee, at, to) : null;
    if (element !== null) return element;
    if (!isNamed || at >= to || kind === "line" || [".", "=", ",", ":=", ")"].includes(text))
      return null;
    const isValue =
      (kind === "string" || kind === "word" || (text === "{" && !list.isBlock(at))) &&
      !list.isAdjacent(at) &&
      !dialect.adjacent;
    const isCommand = dialect.commandCalls
      ? this.names.isListed(path)
      : isValue && this.names.takesWords(path);
    const isSymbol =
      text === ":" && !list.isAdjacent(at) && list.isAdjacent(at + 1) && list.isWord(at + 1);
    const isBare =
      (isSymbol || kind === "string") &&
      dialect.commandCalls &&
      !dialect.juxtaposed &&
      !dialect.ending.has(path);
    if (!isCommand && !isBare) return null;
    return [this.callOf(callee, this.arguments(at, to), list.at(to - 1).end), to];
  }

  /** Reads the brackets of an element, `name[…]` or `name{…}`; returns null for anything else. */
  private bracketed(object: Expr, at: number, to: number): Read | null {
    const { list } = this;
    const close = at < to ? list.closing(at) : -1;
    if (close <= 0 || close >= to || !list.isAdjacent(at)) return null;
    if (list.text(at) === "{") return [this.element(object, at, close), close + 1];
    if (list.text(at) !== "[") return null;
    if (close === at + 1) return [object, close + 1];
    // R's `list[["name"]]`
    const isDoubled = list.text(at + 1) === "[" && list.closing(at + 1) === close - 1;
    const place = { start: object.start, end: list.at(close).end };
    const index = isDoubled ? this.range(at + 2, close - 1) : this.index(at + 1, close);
    return [{ kind: "index", ...place, object, index }, close + 1];
  }

  /** Lowers the index of an element, which is a number in Perl's `$list[1]`; indices of some other languages begin with 1. */
  private index(from: number, to: number): Expr {
    const { list, dialect } = this;
    const { start, end, text } = list.at(from);
    const isNumber = dialect.dotJoins && to === from + 1 && /^\d+$/.test(text);
    return isNumber
      ? { kind: "constant", start, end, truth: text !== "0", number: text }
      : this.range(from, to);
  }

  /** Lowers `table{key}`, of which a key that is a word is a string. */
  private element(object: Expr, open: number, close: number): Expr {
    const { list } = this;
    const place = { start: object.start, end: list.at(close).end };
    const isWord = close === open + 2 && /^\w+$/.test(list.text(open + 1));
    if (!isWord) return { kind: "index", ...place, object, index: this.range(open + 1, close) };
    const name = this.nameAt(open + 1);
    return { kind: "member", ...place, object, property: name.name, at: name, bracketed: true };
  }

  protected callOf(callee: Expr, args: readonly Argument[], end: number): Expr {
    // a function of the program is called by its name, even as a member of an object that is not a library's
    const own: Expr =
      callee.kind === "member" &&
      this.names.isFunction(callee.property) &&
      !this.isOfLibrary(callee)
        ? { kind: "name", name: callee.property, ...callee.at }
        : callee;
    const place = { start: callee.start, end };
    if (this.dialect.dotJoins && own.kind === "name" && this.names.isFunction(own.name))
      return callOf(place, own, this.perlArguments(callee, args));
    const fields = own.kind === "name" ? this.names.fieldsOf(own.name) : null;
    const call = fields === null ? callOf(place, own, args) : constructed(place, own, args, fields);
    const object = own !== callee && callee.kind === "member" ? callee.object : null;
    // `Step("…").run()` also creates the object
    return object?.kind === "call" || object?.kind === "sequence"
      ? { kind: "sequence", ...place, operands: [object, call] }
      : call;
  }

  /**
   * Whether a member is certainly not the program's: an object of a listed call or a literal has it (`Command::new("sh").arg`), or a type
   * that the program does not define (`URL(…).readText`).
   */
  private isOfLibrary(callee: Expr): boolean {
    let expr = callee;
    let isListed = false;
    while (expr.kind === "member" || expr.kind === "call") {
      isListed ||= this.names.isListed(pathOf(expr), 2);
      expr = expr.kind === "member" ? expr.object : expr.callee;
    }
    if (expr.kind !== "name") return isListed || expr.kind === "list" || expr.kind === "text";
    if (this.isType(expr.name)) return false;
    return isListed || expr.name === NAMESPACE || /^[A-Z]/.test(expr.name);
  }

  /** Whether the program defines a type or module. */
  private readonly isType = oncePerName((name) =>
    new RegExp(`\\b(?:${TYPE_KEYWORDS})(?:<\\w*>)?\\s+${escaped(name)}\\b`).test(this.source),
  );

  /** Returns the arguments of a Perl function: a method gets its object first, and pairs are the content of one hash. */
  private perlArguments(callee: Expr, args: readonly Argument[]): Argument[] {
    const item = (value: Expr): Argument => ({ name: null, spread: false, value });
    const pairs = args.filter(({ name }) => name !== null);
    const [first, last] = [pairs[0], pairs.at(-1)];
    return [
      ...(callee.kind === "member" ? [item(callee.object)] : []),
      ...args.filter(({ name }) => name === null),
      ...(first === undefined || last === undefined
        ? []
        : [item(this.listOf(pairs, { start: first.value.start, end: last.value.end }))]),
    ];
  }

  /** Returns the constant of an enumeration that a constructor makes of the arguments in parentheses. */
  made(type: string, at: number, open: number): Expr {
    const close = this.list.closing(open);
    const callee: NameExpr = { ...this.nameAt(at), name: type };
    return this.callOf(callee, this.arguments(open + 1, close), this.list.at(close).end);
  }

  /** Reads `new Type { Name = value }` as a call with keywords, `[]string{"…"}` and `Type{"…"}` as lists; null for anything else. */
  protected initialised(type: Expr, open: number, to: number): Read | null {
    const close =
      this.list.text(open) === "{" && !this.list.isBlock(open) ? this.list.closing(open) : -1;
    if (close < 0 || close >= to) return null;
    const args = this.arguments(open + 1, close);
    const end = this.list.at(close).end;
    const isList = !args.some(({ name }) => name !== null) && type.kind !== "call";
    return [
      isList
        ? { kind: "list", start: type.start, end, items: args }
        : this.callOf(type.kind === "call" ? type.callee : type, args, end),
      close + 1,
    ];
  }
}

/**
 * Returns a call of a constructor, with the record of its fields as the value. Each argument is evaluated once, and each field is also
 * added to the values that the body of the type reads.
 */
function constructed(
  place: Place,
  callee: Expr,
  args: readonly Argument[],
  fields: readonly string[],
): Expr {
  const stored: Expr[] = [];
  const entries: Entry[] = [];
  const given = args.map((argument, at): Argument => {
    const key = argument.name ?? fields[at];
    if (key === undefined || argument.spread) return argument;
    const { start, end } = argument.value;
    const value: NameExpr = { kind: "name", name: `(argument at ${String(start)})`, start, end };
    const field: NameExpr = { ...value, name: fieldName(key) };
    const either: Expr = { kind: "choice", start, end, tested: [], options: [field, value] };
    stored.push(assignment(place, value, argument.value), assignment(place, field, either));
    entries.push({ key, spread: false, value });
    return { ...argument, value };
  });
  const call = callOf(place, callee, given);
  if (entries.length === 0) return call;
  const record: Expr = { kind: "record", ...place, entries };
  return { kind: "sequence", ...place, operands: [...stored, call, record] };
}

/** Returns the name under which the values of a field in all objects are stored. */
function fieldName(name: string): string {
  return `(field ${name})`;
}

function pathOf(expr: Expr): string {
  if (expr.kind === "name") return expr.name;
  return expr.kind === "member" ? `${pathOf(expr.object)}.${expr.property}` : "";
}
