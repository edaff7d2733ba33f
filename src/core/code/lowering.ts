import type { EscapeStyle } from "../languages/string-syntax.js";
import { decodeParts } from "../lex/escapes.js";
import type {
  Argument,
  CallExpr,
  Expr,
  FunctionExpr,
  Hole,
  NameExpr,
  OperandsExpr,
  Place,
  Program,
  Stmt,
  Target,
  TextExpr,
} from "./ir.js";
import { child, part, type Syntax, type SyntaxNode } from "./read-syntax.js";

/** A lowered program, and the other data from its syntax tree. */
export interface Reading extends Pick<Syntax, "texts" | "broken" | "tooDeep" | "captured"> {
  readonly program: Program;
}

/** Returns a lowered program with the data of its syntax tree that the analysis needs. */
export function readingOf(program: Program, { texts, broken, tooDeep, captured }: Syntax): Reading {
  return { program, texts, broken, tooDeep, captured };
}

/** Maximum nesting depth of expressions and statements that are read. */
export const MAX_NESTING = 300;

/** Matches the content of a call's parentheses if it is empty or only an ellipsis. */
const ELIDED = /^(?:\s|\/\*[^*]*\*\/)*(["'`]?)(?:\.\.\.|\u2026)?\1(?:\s|\/\*[^*]*\*\/)*$/;

/** Whether the parentheses of a call contain nothing or a literal ellipsis. */
export function isElided(text: string, { start, end }: Place): boolean {
  if (end - start > 200) return false;
  return ELIDED.test(text.slice(start + 1, end - 1));
}

/** The empty list of operands that most nodes share. */
const none: never[] = [];

/** Returns an expression of unknown value that contains nothing of its operands. */
export function inert(place: Place, operands: readonly Expr[] = none): OperandsExpr {
  return {
    kind: "inert",
    start: place.start,
    end: place.end,
    operands: operands.length === 0 ? none : operands,
  };
}

/** The functions that lower nodes, by the types of the nodes. */
type Forms<T> = ReadonlyMap<string, (node: SyntaxNode) => T>;

/** Returns a map from node types to values. A key of `rows` is one type, or several separated by spaces. */
export function byType<T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(rows).flatMap(([types, row]) =>
      types.split(" ").map((type) => [type, row] as const),
    ),
  );
}

/** The kinds of jump statements, by node type. */
const LEAVING = byType<"return" | "throw" | "loop">({
  return_statement: "return",
  "throw_statement raise_statement": "throw",
  "break_statement continue_statement": "loop",
});

/** Lowers a syntax tree to the intermediate representation. Nodes nested deeper than {@link MAX_NESTING} are not read. */
export abstract class ProgramReader {
  private readonly nesting = { expressions: 0, statements: 0 };
  /** Whether nodes were not read because they are nested too deeply. */
  protected tooDeep = false;
  /** The names declared in the enclosing functions and blocks, innermost last. */
  private readonly scopes: { readonly isFunction: boolean; readonly names: Set<string> }[] = [];
  /** The functions that lower the language's expressions. Any other node becomes an inert expression of its children. */
  protected abstract readonly expressions: Forms<Expr>;
  /** The functions that lower the language's statements. Any other node is a jump statement or an expression. */
  protected abstract readonly statements: Forms<readonly Stmt[]>;

  constructor(
    protected readonly text: string,
    private readonly pause: () => void,
  ) {}

  program(root: SyntaxNode): Program {
    const { result, locals } = this.scope(true, () => this.list(root.children));
    return { body: result, locals, tooDeep: this.tooDeep };
  }

  protected lower = (node: SyntaxNode): Expr => {
    this.pause();
    if (this.nesting.expressions >= MAX_NESTING) {
      this.tooDeep = true;
      return inert(node);
    }
    this.nesting.expressions++;
    const expr = this.expressions.get(node.type)?.(node) ?? this.inside(node);
    this.nesting.expressions--;
    return expr;
  };

  protected list(nodes: readonly SyntaxNode[]): Stmt[] {
    if (this.nesting.statements >= MAX_NESTING) {
      this.tooDeep = true;
      return [];
    }
    this.nesting.statements++;
    const body = nodes.flatMap((node) => this.statement(node));
    this.nesting.statements--;
    return body;
  }

  protected statement(node: SyntaxNode): readonly Stmt[] {
    const own = this.statements.get(node.type);
    if (own !== undefined) return own(node);
    const how = LEAVING.get(node.type);
    if (how === undefined) return statementOf(this.lower(node));
    const [value] = how === "loop" ? [] : node.children;
    return [{ kind: "leave", how, value: value ? this.lower(value) : null }];
  }

  protected all(nodes: readonly SyntaxNode[]): Expr[] {
    return nodes.map(this.lower);
  }

  protected slice({ start, end }: Place): string {
    return this.text.slice(start, end);
  }

  protected constant(node: SyntaxNode, isNumber: boolean): Expr {
    const number = isNumber ? this.slice(node) : null;
    const truth = number === null ? node.type === "true" : !/^[0._]+$/.test(number);
    return { kind: "constant", start: node.start, end: node.end, truth, number };
  }

  /** Returns the operator between two operands. */
  protected operator(node: SyntaxNode): string {
    return this.slice(part(node, "operator"));
  }

  /** Lowers a node that only contains others, such as parentheses; with one child, returns the expression of that child. */
  protected passing(node: SyntaxNode): Expr {
    const [only, ...more] = node.children;
    return only !== undefined && more.length === 0
      ? this.lower(only)
      : this.withOperands("carry", node, node.children);
  }

  /** Returns an expression with the lowered nodes as operands. */
  protected withOperands(
    kind: OperandsExpr["kind"],
    { start, end }: Place,
    of: readonly SyntaxNode[],
  ): Expr {
    return { kind, start, end, operands: this.all(of) };
  }

  /** Returns an expression whose value is one of several, with the conditions that are tested. */
  protected choice(
    { start, end }: Place,
    tests: readonly SyntaxNode[],
    options: readonly SyntaxNode[],
  ): Expr {
    return { kind: "choice", start, end, tested: this.all(tests), options: this.all(options) };
  }

  /** Returns the property or item that a node refers to as the target of an assignment, or an empty target for any other node. */
  protected memberTarget(node: SyntaxNode): Target {
    const value = this.lower(node);
    return value.kind === "member" || value.kind === "index" ? value : { kind: "items", items: [] };
  }

  /** Lowers `a + b + c`, which is a chain of left-nested nodes. */
  protected sum(node: SyntaxNode): Expr {
    const operandsOf = (each: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null => {
      const [left, right] = [child(each, "left"), child(each, "right")];
      return left && right && this.operator(each) === "+" ? [left, right] : null;
    };
    return this.withOperands("concat", node, chainOperands(node, operandsOf));
  }

  /** Lowers `object["name"]` to a property access, and any other index to an item access. */
  protected indexed(
    { start, end }: Place,
    object: Expr,
    index: Expr | null,
    reversed?: string,
  ): Expr {
    const property = index?.kind === "text" ? this.knownText(index) : "";
    if (index?.kind !== "text" || property === "")
      return {
        kind: "index",
        start,
        end,
        object,
        index,
        ...(reversed !== undefined && { reversed }),
      };
    const at = { start: index.open.end, end: index.close.start };
    return { kind: "member", start, end, object, property, at, bracketed: true };
  }

  /** Returns the text of a literal, with its escapes decoded; empty if a part of it is unknown. */
  private knownText({ parts }: TextExpr): string {
    const known = parts.map((part) =>
      part.kind === "hole" ? null : (part.text ?? this.slice(part)),
    );
    return known.includes(null) ? "" : known.join("");
  }

  /** Lowers a node of unknown value: an inert expression with its children as operands. */
  protected inside(node: SyntaxNode): Expr {
    return inert(node, this.all(node.children));
  }

  /**
   * Lowers a string literal. `[from, to]` is the range of its content without the quotes.
   * @param holeOf returns the embedded expression of a child, or undefined if the child is not one
   */
  protected literal(
    { start, end, children }: Omit<SyntaxNode, "type" | "named" | "field">,
    [from, to]: readonly [number, number],
    style: EscapeStyle,
    holeOf: (part: SyntaxNode) => SyntaxNode | undefined,
  ): TextExpr {
    const holes = children.flatMap((each): Hole[] => {
      const value = holeOf(each);
      if (value === undefined) return [];
      return [{ kind: "hole", ...this.holeAt(each), value: this.lower(value) }];
    });
    return textWith({ start, end }, from, to, decodeParts(this.text, from, to, holes, style));
  }

  /** Returns the range of an expression that is embedded in a literal, with the marks around it. */
  protected holeAt({ start, end }: SyntaxNode): Place {
    return { start, end };
  }

  /** Calls `read` in a new scope, and returns its result and the names declared in that scope. */
  protected scope<T>(isFunction: boolean, read: () => T): { result: T; locals: string[] } {
    const names = new Set<string>();
    this.scopes.push({ isFunction, names });
    const result = read();
    this.scopes.pop();
    return { result, locals: [...names] };
  }

  /** Declares the names of a target in the innermost scope. @param inFunction whether to declare them in the enclosing function instead */
  protected declare<T extends Target>(target: T, inFunction = false): T {
    const scope = this.scopes.findLast(({ isFunction }) => isFunction || !inFunction);
    if (scope !== undefined) boundNames(target, scope.names);
    return target;
  }

  /** Whether an enclosing scope has declared a name so far. @param from the index of the outermost scope to search */
  protected isDeclared(name: string, from = 1): boolean {
    return this.scopes.slice(from).some(({ names }) => names.has(name));
  }

  /** The number of enclosing scopes. */
  protected get depth(): number {
    return this.scopes.length;
  }

  /** Returns a statement that assigns a value to the name that a definition node declares. */
  protected named(node: SyntaxNode, value: Expr): Stmt[] {
    return [assigned(node, this.declare(nameOf(this.text, part(node, "name"))), value)];
  }

  /** Returns a statement that assigns a module, or a member of a module, to an imported name. */
  protected imported(name: Place, path: string): Stmt {
    return assigned(name, this.declare(nameOf(this.text, name)), {
      kind: "module",
      start: name.start,
      end: name.end,
      path,
    });
  }

  /** Returns a function. Names that `read` declares are local to it. */
  protected functionWith(
    { start, end }: Place,
    name: string | null,
    read: () => Pick<FunctionExpr, "parameters" | "body">,
  ): FunctionExpr {
    const { result, locals } = this.scope(true, read);
    return { kind: "function", start, end, name, ...result, locals, receiver: null, getter: false };
  }

  /** Returns the body of a function whose body is written as one expression. */
  protected returned(value: SyntaxNode): Stmt[] {
    return [{ kind: "leave", how: "return", value: this.lower(value) }];
  }

  /** Returns the condition that a statement tests, as a statement. */
  protected tested(node: SyntaxNode): Stmt[] {
    return [{ kind: "do", value: this.lower(part(node, "condition")) }];
  }
}

/**
 * Returns an expression as a statement. Returns none for an inert expression without operands, of which unparsable text may contain
 * hundreds of thousands.
 */
export function statementOf(value: Expr): Stmt[] {
  return value.kind === "inert" && value.operands.length === 0 ? none : [{ kind: "do", value }];
}

export function nameOf(text: string, node: Place): NameExpr {
  return { kind: "name", name: text.slice(node.start, node.end), start: node.start, end: node.end };
}

export function assignment(place: Place, target: Target, value: Expr, operator = "="): Expr {
  return { kind: "assign", start: place.start, end: place.end, target, operator, value };
}

/** Returns a string literal with the parts `parts`; its content without the quotes is the range from `from` to `to`. */
export function textWith(
  { start, end }: Place,
  from: number,
  to: number,
  parts: TextExpr["parts"],
): TextExpr {
  return {
    kind: "text",
    start,
    end,
    parts,
    open: { start, end: from },
    close: { start: to, end },
  };
}

/** Returns a statement that assigns a value to a target. */
export function assigned(place: Place, target: Target, value: Expr): Stmt {
  return { kind: "do", value: assignment(place, target, value) };
}

/** Returns a call. @param how properties that differ from those of an ordinary call */
export function callOf(
  { start, end }: Place,
  callee: Expr,
  args: readonly Argument[],
  how: Partial<Pick<CallExpr, "construct" | "tagged" | "elided">> = {},
): CallExpr {
  return {
    kind: "call",
    start,
    end,
    callee,
    args,
    construct: false,
    tagged: false,
    elided: false,
    ...how,
  };
}

/** Returns the expression of `yield x`, or of `yield from x` if `all` is true. Without operands, the yielded value is unknown. */
export function yielded(place: Place, operands: readonly Expr[], all: boolean): Expr {
  const [value = inert(place)] = operands;
  return {
    kind: "yield",
    start: place.start,
    end: place.end,
    item: { name: null, spread: all, value },
  };
}

/**
 * Returns the operands of a chain of left-nested operations, in order. It does not recurse, because a string that is joined from a
 * thousand parts is nested a thousand levels deep.
 */
function chainOperands(
  node: SyntaxNode,
  operandsOf: (node: SyntaxNode) => readonly [SyntaxNode, SyntaxNode] | null,
): SyntaxNode[] {
  const reversed: SyntaxNode[] = [];
  let left = node;
  for (let pair = operandsOf(left); pair !== null; pair = operandsOf(left)) {
    reversed.push(pair[1]);
    left = pair[0];
  }
  reversed.push(left);
  return reversed.reverse();
}

/** Adds the names that a target binds to a set. */
function boundNames(target: Target | null, into: Set<string>): void {
  if (target === null) return;
  if (target.kind === "name") into.add(target.name);
  else if (target.kind === "items") for (const item of target.items) boundNames(item, into);
  else if (target.kind === "fields")
    for (const field of target.fields) boundNames(field.target, into);
}
