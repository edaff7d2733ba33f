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
import { assigned, assignment, callOf, inert, isElided, ProgramReader } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";

/** Operators that compare or test their operands and do not return them. */
const COMPARING: ReadonlySet<string> = new Set(
  "== != === !== < > <= >= <=> <> ~= =~ !~ instanceof is and or xor && || in".split(" "),
);

/** The common part of the readers of languages whose calls are described by dotted names. */
export abstract class NamedReader extends ProgramReader {
  /** The operators that join texts. */
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

  /** Lowers `name = value` and `name += value`, by the fields of a node. */
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
        .map((each) => this.list([part(each, "body")])),
      otherwise: [],
      last: this.list(firstOf(node, "finally_clause")?.children ?? []),
    };
  }

  protected abstract target(node: SyntaxNode): Target;

  /** Returns a target of one or more parts. */
  protected targets(nodes: readonly SyntaxNode[]): Target {
    const [only, ...more] = nodes;
    return only !== undefined && more.length === 0
      ? this.target(only)
      : { kind: "items", items: nodes.map((each) => this.target(each)) };
  }

  /** Lowers an operation with two operands: they are joined, chosen from, compared, or made into another value. */
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

  /** Lowers a chain of operands that are joined, such as `a . b . c`, nested to either side, without recursion. */
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

  /** Lowers a call with a list of arguments; an unclosed list has no elided arguments. */
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

  /** Returns the statements in a node, or the node itself if it is a statement. */
  protected body(node: SyntaxNode | undefined, ...blocks: readonly string[]): Stmt[] {
    if (node === undefined) return [];
    return this.list(blocks.includes(node.type) ? node.children : [node]);
  }

  /** Returns a branch with its arms, after the condition. */
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

  protected each(target: Target, over: SyntaxNode | undefined, body: () => Stmt[]): Stmt {
    const value = over === undefined ? inert({ start: 0, end: 0 }) : this.lower(over);
    return { kind: "loop", over: { target, value }, head: [], body: body() };
  }

  /** Lowers a function; with `captures`, its body sees no outer variables except these. */
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

  /** The fields and methods of the enclosing classes, innermost last: names that belong to the object. */
  private readonly members: ReadonlySet<string>[] = [];

  /** Whether the enclosing classes have a base, innermost last. */
  private readonly heirs: boolean[] = [];

  /** Whether a method that the class does not define may be one that it inherits. */
  protected get mayInherit(): boolean {
    return this.heirs.at(-1) === true;
  }

  protected isMember(name: string): boolean {
    return this.members.at(-1)?.has(name) === true;
  }

  /** Returns the object itself, which has no name in the text. */
  protected self({ start }: SyntaxNode): Expr {
    return { kind: "name", name: "this", start, end: start };
  }

  protected classWith(
    node: SyntaxNode,
    bases: readonly SyntaxNode[],
    members: ReadonlySet<string>,
    read: () => Pick<ClassExpr, "body" | "methods">,
  ): ClassExpr {
    this.members.push(members);
    this.heirs.push(bases.length > 0);
    const made = read();
    this.members.pop();
    this.heirs.pop();
    const { start, end } = node;
    return { kind: "class", start, end, bases: this.all(bases), ...made, locals: [] };
  }

  /** Returns a definition, which assigns a value to a name, wherever it is. */
  protected defined(node: SyntaxNode, name: string, at: SyntaxNode, value: Expr): Stmt {
    return assigned(
      node,
      this.declare({ kind: "name", name, start: at.start, end: at.end }),
      value,
    );
  }

  /** Returns the statements in a node of one of the reader's own kinds. */
  protected contained(node: SyntaxNode): Stmt[] {
    return this.list(node.children);
  }

  protected fieldOf(node: SyntaxNode, ...names: readonly string[]): SyntaxNode | undefined {
    return names.map((name) => child(node, name)).find((each) => each !== undefined);
  }

  protected childrenIn(node: SyntaxNode, field: string): readonly SyntaxNode[] {
    return childrenOf(node, field);
  }

  protected firstIn(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
    return firstOf(node, ...types);
  }
}
