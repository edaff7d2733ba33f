import type { Expr, FunctionExpr, NameExpr, Parameter, Program, Stmt } from "../ir.js";
import { assigned, callOf, statementOf } from "../lowering.js";
import type { Definition } from "./function-definitions.js";
import type { TokenExpressions } from "./expressions.js";
import type { TokenList } from "./token-list.js";
import type { TypeDefinition } from "./type-definitions.js";

/** Words between the variable of a loop and the iterated value. */
const ITERATING: ReadonlySet<string> = new Set(["in", "of", ":", "range", "<-", "as"]);
/** Words before the label of a case. */
const LABELS: ReadonlySet<string> = new Set(["case", "default"]);
/** Methods that call a block for each item. */
const EACH: ReadonlySet<string> = new Set(["each", "forEach", "foreach"]);

/** Reads statements of a language without a grammar from its tokens, in sequence. */
export class TokenStatements {
  private readonly functions: Stmt[] = [];

  constructor(
    private readonly list: TokenList,
    private readonly expressions: TokenExpressions,
    private readonly definitions: ReadonlyMap<number, Definition>,
  ) {
    expressions.block = (open, close) =>
      this.functionOf(null, this.blockParameters(open + 1), [open + 1, close]);
  }

  program(types: ReadonlyMap<string, TypeDefinition>): Program {
    const body = this.statements(0, this.list.length);
    const constants = [...types.values()].flatMap((type) => this.constants(type));
    return {
      body: [...this.functions, ...constants, ...body],
      locals: [],
      tooDeep: this.expressions.tooDeep,
    };
  }

  /** Lowers the constants of an enumeration, and the list of them, which is the value of the type's name. */
  private constants({ name, constants }: TypeDefinition): Stmt[] {
    const { expressions } = this;
    const made = constants.map(([at, open]) => {
      const own = expressions.nameAt(at);
      const value =
        this.list.text(open) === "="
          ? expressions.range(open + 1, this.list.statementEnd(open + 1, this.list.length))
          : expressions.made(name, at, open);
      return { own, value };
    });
    const [first] = made;
    if (first === undefined) return [];
    const type: NameExpr = { ...first.own, name };
    const items = made.map(({ own }) => ({ name: null, spread: false, value: own }));
    return [
      ...made.map(({ own, value }) => assigned(own, own, value)),
      assigned(type, type, { ...type, kind: "list", items }),
    ];
  }

  private statements(from: number, to: number): Stmt[] {
    const body: Stmt[] = [];
    for (let at = from; at < to; ) {
      const own = this.definitions.get(at);
      if (own !== undefined && own.body[1] <= to) {
        this.define(own);
        at = own.body[1];
        continue;
      }
      const end = this.list.statementEnd(at, to);
      const computed = this.computed(at, end);
      if (computed !== null) {
        body.push(computed);
        at = this.list.closing(end) + 1;
        continue;
      }
      if (end > at) body.push(...this.statement(at, end));
      at = Math.max(end, at + 1);
    }
    return body;
  }

  /** Lowers Swift's `var name: Type { … }` to an assignment of what the block returns; returns null for any other statement. */
  private computed(from: number, open: number): Stmt | null {
    const { list, expressions } = this;
    const isProperty =
      list.text(from) === "var" && list.isWord(from + 1) && list.text(from + 2) === ":";
    if (!isProperty || list.text(open) !== "{" || list.closing(open) < 0) return null;
    if (list.find(from, open, (at) => list.text(at) === "=") > 0) return null;
    const first = list.afterLines(open + 1, list.closing(open));
    const isNested = list.text(first) === "get" && list.closing(first + 1) > 0;
    const start = isNested ? first + 1 : open;
    const name = expressions.nameAt(from + 1);
    const getter = this.functionOf(null, [], [start + 1, list.closing(start)]);
    return assigned(name, name, callOf(getter, getter, []));
  }

  private define({ name, parameters, body }: Definition): void {
    const place = { start: this.list.at(body[0]).start, end: this.list.at(body[1]).end };
    const read = parameters.map(
      ({ target, rest, default: range }): Parameter => ({
        target,
        rest,
        fallback: range === undefined ? null : this.expressions.range(...range),
      }),
    );
    this.functions.push(
      assigned(place, { kind: "name", name, ...place }, this.functionOf(name, read, body)),
    );
  }

  private functionOf(
    name: string | null,
    parameters: readonly Parameter[],
    [from, to]: readonly [number, number],
  ): FunctionExpr {
    const locals = parameters.flatMap(({ target }) =>
      target.kind === "name" ? [target.name] : [],
    );
    const place = { start: this.list.at(from).start, end: this.list.at(to).end };
    return {
      kind: "function",
      ...place,
      name,
      parameters,
      body: withOutput(this.expressions.nested(() => this.statements(from, to)) ?? []),
      locals,
      receiver: null,
      getter: false,
    };
  }

  private statement(from: number, to: number): Stmt[] {
    const label = this.labelEnd(from, to);
    if (label > from) return this.statement(label, to);
    if (this.list.text(from) === "return" && to > from + 1)
      return [mayReturn(this.expressions.range(from + 1, to))];
    return (
      this.loop(from, to) ?? [
        ...statementOf(this.expressions.range(from, to)),
        ...this.each(from, to),
      ]
    );
  }

  /** Returns the index of the token after the label of a case, `case "a":`; the index itself if there is none. */
  private labelEnd(from: number, to: number): number {
    const { list } = this;
    if (!LABELS.has(list.text(from))) return from;
    const colon = list.find(from + 1, to, (at) => list.text(at) === ":");
    return colon < 0 || colon + 1 >= to ? from : colon + 1;
  }

  /** Lowers the head of a loop, such as `for name in list` or `for my $name (list)`; returns null for any other statement. */
  private loop(from: number, to: number): Stmt[] | null {
    const { list } = this;
    if (!["for", "foreach"].includes(list.text(from))) return null;
    const open = list.find(from + 1, to, (at) => list.text(at) === "(");
    const isNamed =
      open > from + 1 &&
      list.closing(open) > 0 &&
      list.isWord(open - 1) &&
      !ITERATING.has(list.text(open - 1));
    if (isNamed && list.find(from, open, (at) => ITERATING.has(list.text(at))) < 0)
      return [this.loopOver(open - 1, this.expressions.elements(open, list.closing(open)))];
    const [start, end] = open === from + 1 ? [open + 1, list.closing(open)] : [from + 1, to];
    const separator = list.find(start, end, (at) => ITERATING.has(list.text(at)));
    if (separator < 0) return null;
    if (list.text(separator) === "as")
      return [this.loopOver(end - 1, this.expressions.range(start, separator))];
    const name = list.text(separator - 1) === ":=" ? separator - 2 : separator - 1;
    return [
      this.loopOver(name, this.expressions.range(separator + 1, end)),
      ...statementOf(this.expressions.range(Math.max(end, separator), to)),
    ];
  }

  private loopOver(name: number, value: Expr): Stmt {
    return {
      kind: "loop",
      over: { target: this.expressions.nameAt(name), value },
      head: [],
      body: [],
    };
  }

  /** Lowers `list.each do |name|` and `list.forEach { name -> … }` to loops that assign the items. Returns none for any other statement. */
  private each(from: number, to: number): Stmt[] {
    const { list } = this;
    if (!EACH.has(list.text(to - 1)) || list.text(to - 2) !== "." || to - 2 <= from) return [];
    const value = this.expressions.range(from, to - 2);
    const name = [to + 1, to + 2].find((at) => list.isWord(at));
    const targets = [
      ...(name === undefined ? [] : [this.expressions.nameAt(name)]),
      { ...this.expressions.nameAt(to - 1), name: "it" },
    ];
    const loops = targets.map(
      (target): Stmt => ({ kind: "loop", over: { target, value }, head: [], body: [] }),
    );
    // `table.each { key, value -> … }`
    const isPair = name !== undefined && list.text(name + 1) === "," && list.isWord(name + 2);
    if (!isPair) return loops;
    const target = this.expressions.nameAt(name + 2);
    const element: Expr = { ...target, kind: "index", object: value, index: null };
    return [...loops, assigned(target, target, element)];
  }

  /** Returns the parameters of a block: `{ name -> … }`, `{ |name| … }`. */
  private blockParameters(from: number): Parameter[] {
    const at = this.list.text(from) === "|" ? from + 1 : from;
    const isNamed = this.list.isWord(at) && ["->", "|", "=>"].includes(this.list.text(at + 1));
    return isNamed ? [{ target: this.expressions.nameAt(at), fallback: null, rest: false }] : [];
  }
}

/** Returns a `return` statement that possibly does not run, because the tokens do not show its condition. */
function mayReturn(value: Expr): Stmt {
  return {
    kind: "branch",
    arms: [[{ kind: "leave", how: "return", value }]],
    total: false,
  };
}

/** Returns a body with its last expression as an output statement: it is the value if nothing is returned. */
function withOutput(body: readonly Stmt[]): Stmt[] {
  const last = body.at(-1);
  return last?.kind === "do"
    ? [...body.slice(0, -1), { kind: "output", value: last.value }]
    : [...body];
}
