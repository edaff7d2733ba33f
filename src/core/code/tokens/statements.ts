import type { Expr, FunctionExpr, NameExpr, Parameter, Program, Stmt } from "../ir.js";
import { assigned, callOf, statementOf } from "../lowering.js";
import type { Definition } from "./function-definitions.js";
import type { TokenExpressions } from "./expressions.js";
import { SELECTING, type TokenList } from "./token-list.js";
import type { TypeDefinition } from "./type-definitions.js";

/** Words between the variable of a loop and the iterated value. */
const ITERATING: ReadonlySet<string> = new Set(["in", "of", ":", "range", "<-", "as"]);
/** Words before the label of a case. */
const LABELS: ReadonlySet<string> = new Set(["case", "default"]);
/** Words of conditional statements. */
const CONDITIONS: ReadonlySet<string> = new Set(["if", "unless"]);
/** Words between the arms of a conditional statement. */
const ALTERNATIVES: ReadonlySet<string> = new Set(["else", "elsif", "elif", "elseif"]);
/** Matches the end of an operand: a name with a sigil, a number or a closing bracket. */
const CLOSED = /^(?:[$@%][\w:]+|\d+|[)\]}])$/;
/** Words before a block whose exceptions are handled. */
const TRYING: ReadonlySet<string> = new Set(["try", "do"]);
/** Words before a block that handles exceptions, and before one that always runs. */
const HANDLERS: ReadonlySet<string> = new Set(["catch", "on", "finally"]);
/** Methods that call a block for each item. */
const EACH: ReadonlySet<string> = new Set(["each", "forEach", "foreach"]);
/** Tokens after the first name of a block's parameters. */
const BEHIND_NAMES: ReadonlySet<string> = new Set(["->", "=>", "|", ",", ":", "in"]);
/** Methods that call a block with the object. */
const PASSING: ReadonlySet<string> = new Set(["let", "also", "use", "tap", "withReader"]);

/** Statements, with the index of the token after them. */
interface Branched {
  readonly statements: Stmt[];
  readonly end: number;
}

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
      const branched = this.branched(at, end, to);
      if (branched !== null) {
        body.push(...branched.statements);
        at = branched.end;
        continue;
      }
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

  /** Lowers a statement of which only some parts run; returns null for any other statement. */
  private branched(from: number, end: number, to: number): Branched | null {
    const word = this.list.text(from);
    if (CONDITIONS.has(word)) return this.conditional(from, to);
    if (TRYING.has(word)) return this.attempt(from, to);
    return (word === "switch" ? this.switched(from, end) : null) ?? this.selected(from, end);
  }

  /** Lowers `if (condition) { … } else if (other) { … } else { … }`, also without braces. */
  private conditional(from: number, to: number): Branched | null {
    const { list } = this;
    const heads: Stmt[] = [];
    const arms: Stmt[][] = [];
    let end = from;
    for (let at = from; ; at = list.afterLines(end, to)) {
      const isElse = list.text(at) === "else";
      if (arms.length > 0 && !ALTERNATIVES.has(list.text(at))) break;
      const isLast = isElse && !CONDITIONS.has(list.text(at + 1));
      const head = isElse ? at + 1 : at;
      const body = isLast ? list.afterLines(head, to) : this.bodyAfter(head, to);
      if (body < 0 || body >= to) break;
      if (!isLast) heads.push(...this.statement(head, body));
      const arm = this.arm(body, to);
      arms.push(arm.statements);
      end = arm.end;
      if (isLast) return { statements: [...heads, { kind: "branch", arms, total: true }], end };
    }
    return arms.length === 0
      ? null
      : { statements: [...heads, { kind: "branch", arms, total: false }], end };
  }

  /** Returns the index of the first token after a condition; -1 if it is not known where the condition ends. */
  private bodyAfter(head: number, to: number): number {
    const { list } = this;
    const end = list.statementEnd(head, to);
    if (list.text(end) === "{") return end;
    const close = list.text(head + 1) === "(" ? list.closing(head + 1) : -1;
    return close < 0 ? -1 : list.afterLines(close + 1, to);
  }

  /** Lowers a block in braces, or a single statement. */
  private arm(from: number, to: number): Branched {
    const { list } = this;
    const close = list.text(from) === "{" ? list.closing(from) : -1;
    if (close >= 0) return { statements: this.inner(from + 1, close), end: close + 1 };
    const end = list.statementEnd(from, to);
    return {
      statements: this.statement(from, end),
      end: list.text(end) === ";" ? end + 1 : Math.max(end, from + 1),
    };
  }

  private inner(from: number, to: number): Stmt[] {
    return this.expressions.nested(() => this.statements(from, to)) ?? [];
  }

  /** Lowers `switch (value) { case "a": … default: … }`; returns null if the block has no labels. */
  private switched(from: number, open: number): Branched | null {
    const { list } = this;
    const close = list.text(open) === "{" ? list.closing(open) : -1;
    if (close < 0) return null;
    const labels: number[] = [];
    for (let at = open + 1; at < close; at = list.next(at))
      if (LABELS.has(list.text(at))) labels.push(at);
    if (labels.length === 0) return null;
    const arms = labels.map((label, at) => this.inner(label, labels[at + 1] ?? close));
    const total = labels.some((label) => list.text(label) === "default");
    return {
      statements: [...this.statement(from, open), { kind: "branch", arms, total }],
      end: close + 1,
    };
  }

  /** Lowers `when (value) { "a" -> { … } else -> { … } }` and `value match { … }`; null if it is a part of another expression. */
  private selected(from: number, end: number): Branched | null {
    const { list } = this;
    const open = list.find(from, end, (at) => list.isSelection(at));
    const isStatement = SELECTING.has(list.text(from)) || open === from + 2;
    if (open < 0 || !isStatement) return null;
    const arms = list.selected(open).map(([start, stop]) => this.arm(start, stop).statements);
    return {
      statements: [
        ...this.expressions.matched(from, open).flatMap(statementOf),
        { kind: "branch", arms, total: true },
      ],
      end: list.closing(open) + 1,
    };
  }

  /** Lowers `try { … } catch (e) { … } finally { … }`; returns null if no block handles exceptions. */
  private attempt(from: number, to: number): Branched | null {
    const { list } = this;
    const open = list.afterLines(from + 1, to);
    const close = list.text(open) === "{" ? list.closing(open) : -1;
    if (close < 0) return null;
    const handlers: Stmt[][] = [];
    let last: Stmt[] = [];
    let end = close + 1;
    for (let at = list.afterLines(end, to); HANDLERS.has(list.text(at)); ) {
      const body = list.statementEnd(at, to);
      if (list.text(body) !== "{" || list.closing(body) < 0) break;
      const arm = this.arm(body, to);
      if (list.text(at) === "finally") last = arm.statements;
      else handlers.push(arm.statements);
      end = arm.end;
      at = list.afterLines(end, to);
    }
    if (end === close + 1) return null;
    const body = this.inner(open + 1, close);
    return { statements: [{ kind: "try", body, handlers, otherwise: [], last }], end };
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
    const condition = this.list.find(from + 1, to, (at) => CONDITIONS.has(this.list.text(at)));
    if (condition > 0 && this.isBehind(condition))
      return [{ kind: "branch", arms: [this.statement(from, condition)], total: false }];
    if (this.list.text(from) === "return" && to > from + 1)
      return [mayReturn(this.expressions.range(from + 1, to))];
    return (
      this.loop(from, to) ?? [
        ...statementOf(this.expressions.range(from, to)),
        ...this.each(from, to),
      ]
    );
  }

  /** Whether a condition follows what it decides about, as in Perl: `$name = "value" if $condition`. */
  private isBehind(at: number): boolean {
    const { kind, text } = this.list.at(at - 1);
    return kind === "string" || CLOSED.test(text);
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

  /**
   * Lowers `list.each do |name|` and `list.forEach { name -> … }` to loops that assign the items, and `value.let { name -> … }` to an
   * assignment. Returns none for any other statement.
   */
  private each(from: number, to: number): Stmt[] {
    const { list } = this;
    const isWhole = PASSING.has(list.text(to - 1));
    const isCalling = isWhole || EACH.has(list.text(to - 1));
    if (!isCalling || list.text(to - 2) !== "." || to - 2 <= from) return [];
    const value = this.expressions.range(from, to - 2);
    const name = [to + 1, to + 2].find(
      (at) => list.isWord(at) && BEHIND_NAMES.has(list.text(at + 1)),
    );
    const targets = [
      ...(name === undefined ? [] : [this.expressions.nameAt(name)]),
      { ...this.expressions.nameAt(to - 1), name: "it" },
    ];
    if (isWhole) return targets.map((target) => assigned(target, target, value));
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
  switch (last?.kind) {
    case "do":
      return [...body.slice(0, -1), { kind: "output", value: last.value }];
    case "branch":
      return [...body.slice(0, -1), { ...last, arms: last.arms.map(withOutput) }];
    case "try":
      return [
        ...body.slice(0, -1),
        { ...last, body: withOutput(last.body), handlers: last.handlers.map(withOutput) },
      ];
    default:
      return [...body];
  }
}
