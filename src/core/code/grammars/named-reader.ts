import { escapeStyles, type EscapeStyle } from "../../languages/string-syntax.js";
import type {
  Argument,
  ClassExpr,
  Expr,
  FunctionExpr,
  MemberExpr,
  Parameter,
  Stmt,
  Target,
} from "../ir.js";
import { caught } from "../caught-exception.js";
import { assigned, assignment, callOf, inert, isElided, ProgramReader } from "../lowering.js";
import { childrenOf, child, firstOf, part, type SyntaxNode } from "../read-syntax.js";

/** Operators that compare or test their operands and do not return them. */
const COMPARING: ReadonlySet<string> = new Set(
  "== != === !== < > <= >= <=> <> ~= =~ !~ instanceof is and or xor && || in".split(" "),
);

/** The names of the fields and methods of a class, and its base class if that was read before it. */
interface Members {
  readonly members: ReadonlySet<string>;
  readonly base: Members | undefined;
}

/** Maximum number of classes, each the base of the one before it, in which a member is searched. */
const MAX_BASES = 64;

/** The common part of the readers of languages whose calls are described by dotted names. */
export abstract class NamedReader extends ProgramReader {
  /** The operators that concatenate strings. */
  protected abstract readonly joining: ReadonlySet<string>;

  /** Whether a node is a definition. Definitions are hoisted, because a function may be called above its definition. */
  protected abstract isDefinition(node: SyntaxNode): boolean;

  protected override list(nodes: readonly SyntaxNode[]): Stmt[] {
    const isDefinition = (node: SyntaxNode): boolean => this.isDefinition(node);
    if (!nodes.some(isDefinition)) return super.list(nodes);
    return super.list([
      ...nodes.filter(isDefinition),
      ...nodes.filter((node) => !isDefinition(node)),
    ]);
  }

  /** Lowers `name = value` and `name += value`. @param left the name of the node's field for the target @param right that for the value */
  protected assignment(node: SyntaxNode, left = "left", right = "right"): Expr {
    const [to, value] = [child(node, left), child(node, right)];
    if (to === undefined || value === undefined) return this.inside(node);
    const operator = this.operator(node) || "=";
    const joined = this.joining.has(operator.slice(0, -1)) ? "+=" : operator;
    return assignment(node, this.target(to), this.lower(value), joined === ":=" ? "=" : joined);
  }

  /** Lowers `try` with the clauses `catch_clause` and `finally_clause`. */
  protected tryStatement(node: SyntaxNode): Stmt {
    return {
      kind: "try",
      body: this.list([part(node, "body")]),
      handlers: node.children
        .filter(({ type }) => type === "catch_clause")
        .map((each) => [
          ...this.caughtName(each).map((name) => caught(name, this.target(name))),
          ...this.list([part(each, "body")]),
        ]),
      otherwise: [],
      last: this.list(firstOf(node, "finally_clause")?.children ?? []),
    };
  }

  /** Returns the name of the variable to which a `catch` assigns the exception; none if there is none. */
  private caughtName(clause: SyntaxNode): SyntaxNode[] {
    return [clause, ...clause.children].flatMap((each) => childrenOf(each, "name")).slice(0, 1);
  }

  protected abstract target(node: SyntaxNode): Target;

  /** Lowers an operation with two operands: a concatenation, a choice, a comparison, or any other one. */
  protected binary(node: SyntaxNode): Expr {
    const [left, right] = [child(node, "left"), child(node, "right")];
    if (left === undefined || right === undefined) return this.inside(node);
    const operator = this.operator(node);
    if (this.joining.has(operator)) return this.joined(node);
    if (["||", "or", "??", "?:"].includes(operator)) return this.choice(node, [], [left, right]);
    if (operator === "&&" || operator === "and") return this.choice(node, [left], [right]);
    if (COMPARING.has(operator)) return inert(node, this.all([left, right]));
    return this.withOperands("carry", node, [left, right]);
  }

  /** Lowers a chain of concatenations such as `a . b . c`, nested to either side, without recursion. */
  private joined(node: SyntaxNode): Expr {
    const operands: SyntaxNode[] = [];
    const waiting = [node];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [left, right] = [child(next, "left"), child(next, "right")];
      const isJoined =
        next.type === node.type && left !== undefined && this.joining.has(this.operator(next));
      if (isJoined && right !== undefined) waiting.push(right, left);
      else operands.push(next);
    }
    return this.withOperands("concat", node, operands);
  }

  /** Lowers a call. @param list the node of its arguments, if there is one */
  protected call(node: SyntaxNode, callee: Expr, list: SyntaxNode | undefined): Expr {
    const args = list === undefined ? [] : this.args(list.children);
    return callOf(node, callee, args, {
      elided: list !== undefined && this.text[list.start] === "(" && isElided(this.text, list),
    });
  }

  protected args(nodes: readonly SyntaxNode[]): Argument[] {
    return nodes.map((node) => this.argument(node));
  }

  protected argument(node: SyntaxNode): Argument {
    return { name: null, spread: false, value: this.lower(node), at: node };
  }

  protected member(node: SyntaxNode, object: Expr, name: SyntaxNode): MemberExpr {
    const { start, end } = node;
    const property = this.slice(name).replace(/^[$@]+/, "");
    return {
      kind: "member",
      start,
      end: Math.max(name.end, start) || end,
      object,
      property,
      at: name,
      bracketed: false,
    };
  }

  /** Lowers a literal without embedded expressions, whose quotes are its first and last character. */
  protected plain(node: SyntaxNode, style: keyof typeof escapeStyles = "c"): Expr {
    return this.quoted(node, escapeStyles[style], () => undefined);
  }

  protected quoted(
    node: SyntaxNode,
    style: EscapeStyle,
    holeOf: (part: SyntaxNode) => SyntaxNode | undefined,
    marks: readonly [number, number] = [1, 1],
  ): ReturnType<NamedReader["literal"]> {
    const from = Math.min(node.start + marks[0], node.end);
    return this.literal(node, [from, Math.max(from, node.end - marks[1])], style, holeOf);
  }

  /** Returns the statements for a condition and a branch with the given arms. */
  protected arms(
    condition: SyntaxNode | undefined,
    arms: readonly (readonly Stmt[])[],
    total: boolean,
  ): Stmt[] {
    const head: Stmt[] =
      condition === undefined ? [] : [{ kind: "do", value: this.lower(condition) }];
    return [...head, { kind: "branch", arms, total }];
  }

  protected looped(head: readonly Stmt[], body: readonly Stmt[]): Stmt {
    return { kind: "loop", over: null, head, body };
  }

  /** @param keys whether the loop only reads the names of a record: `for name := range table` */
  protected each(
    target: Target,
    over: SyntaxNode | undefined,
    body: () => Stmt[],
    keys = false,
  ): Stmt {
    const value = over === undefined ? inert({ start: 0, end: 0 }) : this.lower(over);
    return { kind: "loop", over: { target, value, ...(keys && { keys }) }, head: [], body: body() };
  }

  /** Returns a function. @param captures if given, the only outer variables that its body sees */
  protected func(
    node: SyntaxNode,
    name: string | null,
    read: () => Pick<FunctionExpr, "parameters" | "body">,
    captures?: readonly string[],
  ): FunctionExpr {
    const made = this.functionWith(node, name, read);
    return captures === undefined ? made : { ...made, captures };
  }

  protected parameter(name: SyntaxNode, fallback?: SyntaxNode, rest = false): Parameter {
    return {
      target: this.declare(this.target(name)),
      fallback: fallback === undefined ? null : this.lower(fallback),
      rest,
    };
  }

  /** The members of the enclosing classes, innermost last. */
  private readonly enclosing: Members[] = [];

  /** The classes that were read, by name. */
  private readonly types = new Map<string, Members>();

  /** For each enclosing class, innermost last, whether it has a base class. */
  private readonly isDerived: boolean[] = [];

  /** Whether the innermost class may inherit a method that it does not define. */
  protected get mayInherit(): boolean {
    return this.isDerived.at(-1) === true;
  }

  /** Whether the innermost class, or a class from which it inherits and which was read before it, has a member of this name. */
  protected isMember(name: string): boolean {
    let type = this.enclosing.at(-1);
    for (let depth = 0; type !== undefined && depth < MAX_BASES; depth++) {
      if (type.members.has(name)) return true;
      type = type.base;
    }
    return false;
  }

  /** Returns an expression for the current object, with an empty range. */
  protected self({ start }: SyntaxNode): Expr {
    return { kind: "name", name: "this", start, end: start };
  }

  /** Returns the current object as one of its base class: `super`, `base`, `parent`. */
  protected inherited({ start, end }: SyntaxNode): Expr {
    return { kind: "name", name: "super", start, end };
  }

  protected classWith(
    node: SyntaxNode,
    bases: readonly SyntaxNode[],
    members: ReadonlySet<string>,
    read: () => Pick<ClassExpr, "body" | "methods">,
  ): ClassExpr {
    const [base] = bases;
    const own = { members, base: base && this.types.get(this.slice(base)) };
    this.types.set(this.slice(part(node, "name")), own);
    this.enclosing.push(own);
    this.isDerived.push(bases.length > 0);
    const made = read();
    this.enclosing.pop();
    this.isDerived.pop();
    const { start, end } = node;
    return { kind: "class", start, end, bases: this.all(bases), ...made, locals: [] };
  }

  /** Returns a statement that declares a name and assigns a value to it. @param at the range of the name */
  protected defined(node: SyntaxNode, name: string, at: SyntaxNode, value: Expr): Stmt {
    return assigned(
      node,
      this.declare({ kind: "name", name, start: at.start, end: at.end }),
      value,
    );
  }

  /** Lowers the children of a node as statements. */
  protected contained(node: SyntaxNode): Stmt[] {
    return this.list(node.children);
  }
}
