import type { Expr, Place, TextExpr } from "../ir.js";
import { assignment, inert, MAX_NESTING } from "../lowering.js";
import { TokenList } from "./token-list.js";
import { TokenPostfix, type Read } from "./token-postfix.js";
import { ASSIGNING, withoutSigils } from "./token-targets.js";
import { tokenize, type Token } from "../../lex/tokenize.js";

/** Operators that, before `=`, append to the value of the target. */
const GROWING: ReadonlySet<string> = new Set([".", "+"]);
/** Words before a value that are not values themselves. */
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
/** Words before a name that is defined with the value after it. */
const DEFINERS: ReadonlySet<string> = new Set([
  "define",
  "def",
  "defvar",
  "defconst",
  "defparameter",
  "setq",
  "setf",
]);
/** Tokens before a name that is bound to the value after it: `(let ((name "…")`, `(let [name "…"]`. */
const BINDERS: ReadonlySet<string> = new Set(["((", "let["]);

/** Returns a call with a value as an additional first argument; the value itself if the other expression is no call. */
function passedTo(value: Expr, call: Expr): Expr {
  if (call.kind !== "call") return value;
  return { ...call, elided: false, args: [{ name: null, spread: false, value }, ...call.args] };
}

/** Reads expressions of a language without a grammar from its tokens. Adjacent values are concatenated. */
export class TokenExpressions extends TokenPostfix {
  private nesting = 0;
  tooDeep = false;
  /** Lowers a block that is used as a value. The statement reader sets this function. */
  block: (open: number, close: number) => Expr = (open) => inert(this.list.at(open));

  /** Returns the expression in a range of tokens. */
  range(from: number, to: number): Expr {
    return this.nested(() => this.ranged(from, to)) ?? inert(this.list.at(from));
  }

  /** Calls `read` one nesting level deeper and returns its result; null if that is too deep. */
  nested<T>(read: () => T): T | null {
    if (this.nesting >= MAX_NESTING) {
      this.tooDeep = true;
      return null;
    }
    this.nesting++;
    const result = read();
    this.nesting--;
    return result;
  }

  private ranged(from: number, to: number): Expr {
    const [start, end] = this.list.trimmed(from, to);
    return start >= end
      ? inert(this.list.at(from))
      : (this.piped(start, end) ??
          this.selection(start, end) ??
          this.choice(start, end) ??
          this.conditional(start, end) ??
          this.assignedByWords(start, end) ??
          this.assigned(start, end) ??
          this.operands(start, end));
  }

  /** Lowers `value |> f(x)`, in which the value is the first argument; returns null for any other expression. */
  private piped(from: number, to: number): Expr | null {
    const { list } = this;
    let operator = -1;
    for (let at = from; at < to; at = list.next(at)) if (list.text(at) === "|>") operator = at;
    if (operator <= from) return null;
    const right = this.range(operator + 1, to);
    const value = this.range(from, operator);
    const place = this.place(from, to);
    if (value.kind === "assign") return { ...value, ...place, value: passedTo(value.value, right) };
    return { ...passedTo(value, right), ...place };
  }

  /**
   * Lowers `match x { "a" => first, _ => second }`, `when (x) { "a" -> first }` and `x match { case "a" => first }`, also behind `=`;
   * returns null for any other expression.
   */
  private selection(from: number, to: number): Expr | null {
    const { list } = this;
    const open = list.find(from, to, (at) => list.isSelection(at));
    if (open < 0) return null;
    const operator = this.assignmentAt(from, open);
    const place = this.place(from, to);
    const options = list
      .selected(open)
      .map(([first, last]) =>
        list.text(first) === "{" && list.closing(first) === last - 1
          ? this.statementsOf(first, last - 1)
          : this.range(first, last),
      );
    const tested = this.matched(operator < 0 ? from : operator + 1, open);
    const value: Expr = { kind: "choice", ...place, tested, options };
    return operator < 0 ? value : assignment(place, this.target(from, operator), value);
  }

  /** Returns the value before a brace with patterns, and the assignments of its parts to the names in them: `match f() { Ok(name) => …`. */
  matched(from: number, open: number): Expr[] {
    const head = this.range(from, open);
    const patterns = this.list.patterns(open);
    if (patterns.length === 0) return [head];
    const name: Expr = {
      kind: "name",
      name: `(matched at ${String(open)})`,
      ...this.place(from, open),
    };
    return [
      assignment(name, name, head),
      ...patterns.map((at) => assignment(name, this.pattern(at), name)),
    ];
  }

  /** Returns the statements in braces as a value. */
  private statementsOf(open: number, close: number): Expr {
    const block = this.block(open, close);
    return block.kind === "function"
      ? { kind: "group", start: block.start, end: block.end, body: block.body }
      : block;
  }

  /** Lowers `condition ? first : second`; returns null for any other expression. */
  private choice(from: number, to: number): Expr | null {
    const question = this.list.find(from, to, (at) => this.list.text(at) === "?");
    const colon =
      question < 0 ? -1 : this.list.find(question, to, (at) => this.list.text(at) === ":");
    if (colon < 0) return null;
    const operator = this.assignmentAt(from, question);
    const condition = this.range(operator < 0 ? from : operator + 1, question);
    const options = [this.range(question + 1, colon), this.range(colon + 1, to)];
    const value: Expr = { kind: "choice", ...this.place(from, to), tested: [condition], options };
    return operator < 0
      ? value
      : assignment(this.place(from, to), this.target(from, operator), value);
  }

  /** Lowers `name = if condition { first } else { second }`; returns null for any other expression. */
  private conditional(from: number, to: number): Expr | null {
    const operator = this.assignmentAt(from, to);
    if (operator < 0 || this.list.text(operator + 1) !== "if") return null;
    const options = this.keywordBranches(operator + 2, to) ?? this.branches(operator + 1, to);
    if (options.length === 0) return null;
    const place = this.place(from, to);
    return assignment(place, this.target(from, operator), {
      kind: "choice",
      ...place,
      tested: [],
      options,
    });
  }

  /** Returns the values of Elixir's `if condition, do: first, else: second` after `if`; null for any other expression. */
  private keywordBranches(from: number, to: number): Expr[] | null {
    const { list } = this;
    if (list.text(from) === "(" && list.closing(from) === to - 1)
      return this.keywordBranches(from + 1, to - 1);
    const keyed = (word: string, at: number): number =>
      list.find(at, to, (each) => list.text(each) === word && list.text(each + 1) === ":");
    const first = keyed("do", from);
    const second = first < 0 ? -1 : keyed("else", first);
    if (second < 0 || list.text(second - 1) !== ",") return null;
    return [this.range(first + 2, second - 1), this.range(second + 2, to)];
  }

  /** Returns the values of `if … else if … else …`; none if there is no `else`. */
  private branches(at: number, to: number): Expr[] {
    const { list } = this;
    const otherwise = list.find(at + 1, to, (each) => list.text(each) === "else");
    const body =
      list.text(at + 1) === "("
        ? list.closing(at + 1) + 1
        : list.find(at + 1, to, (each) => list.text(each) === "{");
    if (otherwise < 0 || body <= at || body >= otherwise) return [];
    const [next, end] = list.trimmed(otherwise + 1, to);
    const last = list.text(next) === "if" ? this.branches(next, end) : [this.branch(next, end)];
    return [this.branch(...list.trimmed(body, otherwise)), ...last];
  }

  private branch(from: number, to: number): Expr {
    const { list } = this;
    return list.text(from) === "{" && list.closing(from) === to - 1
      ? this.statementsOf(from, to - 1)
      : this.range(from, to);
  }

  /** Lowers `set name to value`; returns null for any other expression. */
  private assignedByWords(from: number, to: number): Expr | null {
    const { list } = this;
    const [first, between] = this.dialect.assigning;
    if (first === undefined || list.text(from) !== first || !list.isWord(from + 1)) return null;
    if (list.text(from + 2) !== between || from + 3 >= to) return null;
    return assignment(this.place(from, to), this.nameAt(from + 1), this.range(from + 3, to));
  }

  /**
   * Lowers `name = value`, `name: type = value`, `type name = value`, `name .= value` and `name << value`; returns null for any other
   * expression.
   */
  private assigned(from: number, to: number): Expr | null {
    const { list } = this;
    let operatorAt = this.assignmentAt(from, to);
    let operator = "=";
    if (operatorAt > 0 && GROWING.has(list.text(operatorAt - 1))) operator = "+=";
    else if (operatorAt < 0) {
      operatorAt =
        list.find(from, to, (at) => list.text(at) === "<" && list.text(at + 1) === "<") + 1;
      if (operatorAt <= from + 1) return null;
      operator = "+=";
    }
    const isList =
      list.at(from).kind === "string" &&
      list.find(from, operatorAt, (at) => list.text(at) === ",") > 0;
    const others = list.find(
      operatorAt,
      to,
      (at) => list.text(at - 1) === "," && ASSIGNING.has(list.text(list.afterLines(at, to) + 1)),
    );
    if (isList || others > 0) return this.listOf(this.arguments(from, to), this.place(from, to));
    return assignment(
      this.place(from, to),
      this.target(from, operator === "=" ? operatorAt : operatorAt - 1),
      this.range(operatorAt + 1, to),
      operator,
    );
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

  /** Reads a name with its members and calls. */
  private name(at: number, to: number): Read {
    const { list } = this;
    const before = `${list.text(at - 2)}${list.text(at - 1)}`;
    const isBound = this.dialect.juxtaposed && BINDERS.has(before);
    const isDefined = list.text(at).startsWith("@") || isBound || DEFINERS.has(list.text(at - 1));
    const isConstructed = this.isConstructed(at);
    // `@name "…"`, and `@name %{…}`
    const isRecord = isDefined && list.text(at + 1) === "%" && list.text(at + 2) === "{";
    const isText = isDefined && list.at(at + 1).kind === "string";
    if (isConstructed || (at + 1 < to && (isText || isRecord))) {
      const [value, end] = this.operand(isConstructed || isRecord ? at + 2 : at + 1, to);
      const next = isConstructed ? end + 1 : end;
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
    // `@` before a call only suppresses errors (PHP)
    const suppresses = list.text(at).startsWith("@") && list.text(at + 1) === "(";
    return this.postfix(suppresses ? { ...name, start: name.start + 1 } : name, at + 1, to);
  }

  /** Whether a name is declared with its value in brackets: `std::string name("…")`, `std::string name{"…"}`. */
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

  /** Lowers a string with its embedded expressions. A string that runs as a command is code. */
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

  /** Lowers an expression that is embedded in a string: `#{name}`, `${name}`, `$name`, `{$object->name}`. */
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
