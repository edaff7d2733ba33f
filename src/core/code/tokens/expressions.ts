import type { Argument, Expr, NameExpr, Place, Target, TextExpr } from "../ir.js";
import { assignment, callOf, inert, MAX_NESTING } from "../lowering.js";
import type { Dialect } from "./dialect.js";
import type { KnownNames } from "./names.js";
import { TokenList } from "./token-list.js";
import { tokenize, type Token } from "./tokenize.js";

/** Signs that give a name its value. */
const ASSIGNING: ReadonlySet<string> = new Set(["=", ":=", "<-"]);
/** Before `=`: a comparison. */
const COMPARING: ReadonlySet<string> = new Set(["=", "!", "<", ">", "~"]);
/** Before `=`: what is added to what the name holds. */
const GROWING: ReadonlySet<string> = new Set([".", "+"]);
/** Words that precede a value and are not values. */
const BEFORE_VALUES: ReadonlySet<string> = new Set([
  "new",
  "return",
  "await",
  "try",
  "yield",
  "throw",
  "raise",
  "not",
  "my",
  "else",
  "case",
  "in",
]);
/** Words before a name that is followed by its value. */
const DEFINERS: ReadonlySet<string> = new Set([
  "define",
  "def",
  "defvar",
  "defconst",
  "defparameter",
  "setq",
  "setf",
]);
/** `(let ((name "…")`, `(let [name "…"]` */
const BINDERS: ReadonlySet<string> = new Set(["((", "let["]);
/** The object whose members are names of the text itself. */
const SELVES: ReadonlySet<string> = new Set(["this", "self", "$this", "static"]);
const JOINTS: ReadonlySet<string> = new Set([".", "::", "->", ":", "?."]);
const TYPE_SIGNS: ReadonlySet<string> = new Set(["<", ">", "&", ",", "[", "]", ".", "::", "?"]);
const KEYED: ReadonlySet<string> = new Set([":", "=>", "="]);

/** An expression, with the token behind it. */
type Read = readonly [expr: Expr, next: number];

/** Expressions of a language without a grammar, as far as its tokens tell: what stands side by side is put together. */
export class TokenExpressions {
  private nesting = 0;
  tooDeep = false;
  /** Lowers the statements of a block that is a value; set by the statements. */
  block: (open: number, close: number) => Expr = (open) => inert(this.list.at(open));

  constructor(
    private readonly source: string,
    readonly list: TokenList,
    private readonly dialect: Dialect,
    private readonly names: KnownNames,
  ) {}

  /** The expression that a range of tokens stands for. */
  range(from: number, to: number): Expr {
    if (this.nesting >= MAX_NESTING) {
      this.tooDeep = true;
      return inert(this.list.at(from));
    }
    this.nesting++;
    const [start, end] = this.list.trimmed(from, to);
    const expr =
      start >= end
        ? inert(this.list.at(from))
        : (this.choice(start, end) ?? this.assigned(start, end) ?? this.operands(start, end));
    this.nesting--;
    return expr;
  }

  private place(from: number, to: number): Place {
    return { start: this.list.at(from).start, end: this.list.at(to - 1).end };
  }

  /** `condition ? first : second`; null for any other text. */
  private choice(from: number, to: number): Expr | null {
    const question = this.list.find(from, to, (at) => this.list.text(at) === "?");
    const colon =
      question < 0 ? -1 : this.list.find(question, to, (at) => this.list.text(at) === ":");
    if (colon < 0) return null;
    const sign = this.assigningSign(from, question);
    const condition = this.range(sign < 0 ? from : sign + 1, question);
    const options = [this.range(question + 1, colon), this.range(colon + 1, to)];
    const value: Expr = { kind: "choice", ...this.place(from, to), tested: [condition], options };
    return sign < 0 ? value : assignment(this.place(from, to), this.target(from, sign), value);
  }

  private assigningSign(from: number, to: number): number {
    return this.list.find(from, to, (at) => {
      const { kind, text } = this.list.at(at);
      return (
        kind === "sign" && ASSIGNING.has(text) && at > from && !(text === "=" && this.compares(at))
      );
    });
  }

  private compares(at: number): boolean {
    const { list } = this;
    return (
      (list.isAdjacent(at) && COMPARING.has(list.text(at - 1))) ||
      (list.isAdjacent(at + 1) && COMPARING.has(list.text(at + 1)))
    );
  }

  /** `name = value`, `name: type = value`, `type name = value`, `name .= value`, `name << value`. */
  private assigned(from: number, to: number): Expr | null {
    const { list } = this;
    let sign = this.assigningSign(from, to);
    let operator = "=";
    if (sign > 0 && GROWING.has(list.text(sign - 1))) operator = "+=";
    else if (sign < 0) {
      sign = list.find(from, to, (at) => list.text(at) === "<" && list.text(at + 1) === "<") + 1;
      if (sign <= from + 1) return null;
      operator = "+=";
    }
    const isList =
      list.at(from).kind === "string" && list.find(from, sign, (at) => list.text(at) === ",") > 0;
    const others = list.find(
      sign,
      to,
      (at) => list.text(at - 1) === "," && ASSIGNING.has(list.text(list.behindLines(at, to) + 1)),
    );
    if (isList || others > 0) return this.listOf(this.arguments(from, to), this.place(from, to));
    return assignment(
      this.place(from, to),
      this.target(from, operator === "=" ? sign : sign - 1),
      this.range(sign + 1, to),
      operator,
    );
  }

  /** What precedes an assigning sign. */
  private target(from: number, to: number): Target {
    const { list } = this;
    const [opened, end] = list.text(from) === "(" ? [true, list.closing(from)] : [false, to];
    const parts: number[] = [];
    let last = -1;
    let typed = false;
    for (let at = opened ? from + 1 : from; at < Math.max(end, from); at = list.next(at)) {
      const { kind, text } = list.at(at);
      if (text === ",") {
        parts.push(last);
        typed = false;
      } else if (
        text === "(" &&
        !opened &&
        list.isWord(at - 1) &&
        at > from &&
        !list.isAdjacent(at)
      )
        return this.target(at, list.closing(at) + 1);
      else if (text === "<")
        at = Math.max(
          at,
          list.find(at, end, (each) => list.text(each) === ">"),
        );
      else if (text === ":") typed ||= last >= 0;
      else if ((kind === "word" || kind === "string") && !typed) {
        last = at;
        typed =
          this.dialect.typeBehind === true &&
          text !== "var" &&
          text !== "const" &&
          !JOINTS.has(list.text(at + 1));
      }
    }
    parts.push(last);
    const targets = parts.map((at): NameExpr | null => (at < 0 ? null : this.nameAt(at)));
    return targets.length === 1 && !opened && targets[0]
      ? targets[0]
      : { kind: "items", items: targets };
  }

  /** A name without its sigils; a string may stand for one (`"user-data" = …`). */
  nameAt(at: number): NameExpr {
    const token = this.list.at(at);
    return {
      kind: "name",
      start: token.start,
      end: token.end,
      name:
        token.literal === null
          ? withoutSigils(token.text)
          : this.source.slice(token.literal.open.end, token.literal.close.start),
    };
  }

  private operands(from: number, to: number): Expr {
    const { list, dialect } = this;
    const operands: Expr[] = [];
    const rest: Expr[] = [];
    let ended = false;
    for (let at = from; at < to; ) {
      const { text } = list.at(at);
      ended ||= operands.length > 0 && dialect.ending.has(text);
      const [expr, next] = this.operand(at, to);
      if (expr !== null) (ended ? rest : operands).push(expr);
      at = next;
    }
    const place = this.place(from, to);
    const [only] = operands;
    const value: Expr =
      operands.length === 1 && only !== undefined ? only : { kind: "concat", ...place, operands };
    return rest.length === 0 ? value : { kind: "sequence", ...place, operands: [...rest, value] };
  }

  private operand(at: number, to: number): readonly [Expr | null, number] {
    const { list } = this;
    const token = list.at(at);
    const close = Math.min(list.closing(at), to);
    if (token.kind === "string" && token.literal !== null)
      return this.postfix(this.text(token), at + 1, to);
    if (token.kind === "word")
      return BEFORE_VALUES.has(token.text) || withoutSigils(token.text) === ""
        ? [null, at + 1]
        : this.name(at, to);
    if (token.kind !== "sign" || close < 0) return [null, at + 1];
    if (token.text === "[")
      return close === at + 1
        ? [null, close + 1]
        : this.postfix(this.items(at, close), close + 1, to);
    if (token.text === "(") return this.postfix(this.group(at, close), close + 1, to);
    if (token.text === "{")
      return list.isBlock(at)
        ? [this.block(at, close), close + 1]
        : this.postfix(this.items(at, close), close + 1, to);
    return [null, at + 1];
  }

  /** What is in parentheses: a value, a list of several, or the call of a language where calls are lists. */
  private group(open: number, close: number): Expr {
    if (this.dialect.juxtaposed)
      return this.list.text(open - 1) === "'"
        ? this.items(open, close)
        : this.range(open + 1, close);
    const args = this.arguments(open + 1, close);
    const [only] = args;
    return args.length === 1 && only !== undefined
      ? only.value
      : { kind: "list", ...this.place(open, close + 1), items: args };
  }

  /** A list, or a record where its items have keys. */
  private items(open: number, close: number): Expr {
    return this.listOf(this.arguments(open + 1, close), this.place(open, close + 1));
  }

  private listOf(items: readonly Argument[], place: Place): Expr {
    if (!items.some(({ name }) => name !== null)) return { kind: "list", ...place, items };
    return {
      kind: "record",
      ...place,
      entries: items.map(({ name, value }) => ({ key: name, spread: false, value })),
    };
  }

  /** A name with its members and calls. */
  private name(at: number, to: number): Read {
    const { list } = this;
    const before = `${list.text(at - 2)}${list.text(at - 1)}`;
    const isBound = this.dialect.juxtaposed && BINDERS.has(before);
    const isDefined = list.text(at).startsWith("@") || isBound || DEFINERS.has(list.text(at - 1));
    const isConstructed = this.isConstructed(at);
    if (isConstructed || (isDefined && at + 1 < to && list.at(at + 1).kind === "string")) {
      const [value, behind] = this.operand(isConstructed ? at + 2 : at + 1, to);
      const next = isConstructed ? behind + 1 : behind;
      return [assignment(this.place(at, next), this.nameAt(at), value ?? inert(list.at(at))), next];
    }
    const name = this.nameAt(at);
    // Perl's `my $name = shift;`
    if (name.name === "shift" && this.dialect.dotJoins) {
      return [
        {
          ...name,
          kind: "index",
          object: { ...name, name: "_" },
          index: { ...name, kind: "constant", truth: false, number: "0" },
        },
        at + 1,
      ];
    }
    // PHP's `@` only hides errors
    const hides = list.text(at).startsWith("@") && list.text(at + 1) === "(";
    return this.postfix(hides ? { ...name, start: name.start + 1 } : name, at + 1, to);
  }

  /** `std::string name("…")`, `std::string name{"…"}` */
  private isConstructed(at: number): boolean {
    const { list } = this;
    const isTyped =
      list.isWord(at - 1) && !BEFORE_VALUES.has(list.text(at - 1)) && list.isAdjacent(at + 1);
    return (
      isTyped &&
      list.at(at + 2).kind === "string" &&
      list.closing(at + 1) === at + 3 &&
      !this.names.isListed(list.text(at))
    );
  }

  private postfix(first: Expr, from: number, to: number): Read {
    let [expr, at] = [first, from];
    for (;;) {
      at = this.typesEnd(at, to);
      const read =
        this.member(expr, at, to) ?? this.call(expr, at, to) ?? this.initialised(expr, at, to);
      if (read === null) return [this.byName(expr), at];
      [expr, at] = read;
    }
  }

  /** Behind the types in a name: `ArrayList<String>(`. */
  private typesEnd(at: number, to: number): number {
    const { list } = this;
    if (list.text(at) === "<>" && list.text(at + 1) === "(") return at + 1;
    if (list.text(at) !== "<" || !list.isAdjacent(at)) return at;
    let end = at + 1;
    while (end < to && (list.isWord(end) || TYPE_SIGNS.has(list.text(end)))) end++;
    return list.text(end - 1) === ">" && ["(", "{", "::"].includes(list.text(end)) ? end : at;
  }

  /** Of a member that is only read, its name alone tells as well: what the text assigned to it. */
  private byName(expr: Expr): Expr {
    if (expr.kind !== "member") return expr;
    if (expr.object.kind === "text") return expr.object;
    const own: NameExpr = { kind: "name", name: expr.property, ...expr.at };
    return { kind: "choice", start: expr.start, end: expr.end, tested: [], options: [expr, own] };
  }

  /** `.name`, `::name`, `->name`, also on the next line. */
  private member(object: Expr, at: number, to: number): Read | null {
    const { list } = this;
    const joint = list.behindLines(at, to);
    const { text } = list.at(joint);
    // Scala's `"…".!`
    if (text === "." && list.text(joint + 1) === "!" && joint + 1 < to) {
      const sign = list.at(joint + 1);
      const callee: Expr = {
        kind: "member",
        start: object.start,
        end: sign.end,
        object,
        property: "!",
        at: sign,
        bracketed: false,
      };
      return [this.callOf(callee, [], sign.end), joint + 2];
    }
    if (
      !JOINTS.has(text) ||
      !list.isWord(joint + 1) ||
      joint + 1 >= to ||
      !list.isAdjacent(joint + 1)
    )
      return null;
    if (text === "." && this.dialect.dotJoins) return null;
    if (text === ":" && (!list.isAdjacent(joint) || list.text(joint + 2) !== "(")) return null;
    const name = this.nameAt(joint + 1);
    if (object.kind === "name" && SELVES.has(object.name))
      return [{ ...name, start: object.start }, joint + 2];
    const place = { start: object.start, end: name.end };
    return [
      { kind: "member", ...place, object, property: name.name, at: name, bracketed: false },
      joint + 2,
    ];
  }

  /** `name(…)`, `name[…]`, and `name "…"` where calls need no parentheses. */
  private call(callee: Expr, at: number, to: number): Read | null {
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
        return [
          { kind: "list", start: callee.start, end: list.at(close).end, items: args },
          close + 1,
        ];
      return [this.callOf(callee, args, list.at(close).end), close + 1];
    }
    if (text === "[" && close > 0 && close < to && list.isAdjacent(at)) {
      if (close === at + 1) return [callee, close + 1];
      if (path.endsWith("!")) return [this.items(at, close), close + 1];
      return [
        {
          kind: "index",
          start: callee.start,
          end: list.at(close).end,
          object: callee,
          index: this.range(at + 1, close),
        },
        close + 1,
      ];
    }
    if (!isNamed || at >= to || kind === "line" || [".", "=", ",", ":=", ")"].includes(text))
      return null;
    const isValue =
      (kind === "string" || kind === "word") && !list.isAdjacent(at) && !dialect.adjacent;
    const isCommand = dialect.commandCalls
      ? this.names.isListed(path)
      : isValue && this.names.executes(path);
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

  private callOf(callee: Expr, args: readonly Argument[], end: number): Expr {
    // a function of the text is known by its name, whatever it is a member of
    const own: Expr =
      callee.kind === "member" && this.names.isFunction(callee.property)
        ? { kind: "name", name: callee.property, ...callee.at }
        : callee;
    return callOf({ start: callee.start, end }, own, args);
  }

  /** `new Type { Name = value }`, `[]string{"…"}`, `Type{"…"}`: a call with names, or a list. */
  private initialised(type: Expr, open: number, to: number): Read | null {
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

  /** The arguments in a range: parted by commas, or side by side. */
  arguments(from: number, to: number): Argument[] {
    const { list } = this;
    const args: Argument[] = [];
    let start = from;
    const add = (end: number): void => {
      const [first, last] = list.trimmed(start, end);
      if (first < last) args.push(this.argument(first, last));
    };
    for (let at = from; at < to; at = list.next(at)) {
      if (list.text(at) === "," && list.at(at).kind === "sign") {
        add(at);
        start = at + 1;
      } else if (at > start && this.startsItem(at)) {
        add(at);
        start = at;
      }
    }
    add(to);
    return args;
  }

  /** Where arguments stand side by side: whether the next one begins. */
  private startsItem(at: number): boolean {
    const { kind, text } = this.list.at(at);
    if (!this.dialect.juxtaposed || text === "," || this.list.text(at - 1) === "'") return false;
    return (
      this.list.closing(at) > 0 ||
      kind === "string" ||
      (kind === "word" && this.list.at(at - 1).kind === "string")
    );
  }

  private argument(first: number, to: number): Argument {
    const { list } = this;
    // `:inline => "…"`
    const from = list.text(first) === ":" && list.text(first + 2) === "=>" ? first + 1 : first;
    const key = list.at(from);
    const isMethod =
      list.text(from + 1) === ":" &&
      list.isAdjacent(from + 1) &&
      list.isAdjacent(from + 2) &&
      list.text(from + 3) === "(";
    const isNamed =
      (key.kind === "word" || key.kind === "string") && KEYED.has(list.text(from + 1));
    const isKeyed = isNamed && !isMethod && to > from + 2 && list.text(from + 2) !== "=";
    const start = isKeyed ? from + 2 : from;
    return {
      name: isKeyed ? this.nameAt(from).name : null,
      spread: false,
      value: this.range(start, to),
      at: this.place(start, to),
    };
  }

  /** A string with its parts; a command that runs in place is code. */
  private text({ start, end, literal, executes }: Token): Expr {
    const { parts, open, close } = literal ?? {
      parts: [],
      open: { start, end: start },
      close: { start: end, end },
    };
    const read = parts.map((part) =>
      part.kind === "hole" ? { ...part, value: this.hole(part) } : part,
    );
    const text: TextExpr = { kind: "text", start, end, parts: read, open, close };
    return executes ? { kind: "code", start, end, language: "shell", value: text } : text;
  }

  /** `#{name}`, `${name}`, `$name`, `{$object->name}`: the expression in it. */
  private hole({ start, end }: Place): Expr {
    const marks = /^(?:[#$\\]?[{(])?/.exec(this.source.slice(start, end))?.[0].length ?? 0;
    const tokens = tokenize(
      this.source.slice(0, end - (marks > 0 ? 1 : 0)),
      this.dialect,
      start + marks,
    );
    const reader = new TokenExpressions(
      this.source,
      new TokenList(tokens),
      this.dialect,
      this.names,
    );
    reader.nesting = this.nesting + 1;
    return reader.range(0, tokens.length);
  }
}

function pathOf(expr: Expr): string {
  if (expr.kind === "name") return expr.name;
  return expr.kind === "member" ? `${pathOf(expr.object)}.${expr.property}` : "";
}

export function withoutSigils(word: string): string {
  return word.replace(/^[$@&]+/, "");
}
