import type { Expr, NameExpr, OperandsExpr, Place, Program, Stmt, Target } from "./ir.js";
import { child, part, type Syntax, type SyntaxNode } from "./syntax.js";

/** A program without its syntax tree, and what the tree told of the text besides. */
export interface Reading extends Pick<Syntax, "texts" | "broken" | "tooDeep" | "captured"> {
  readonly program: Program;
}

/** What is kept of a syntax tree once it was lowered. */
export function readingOf(program: Program, { texts, broken, tooDeep, captured }: Syntax): Reading {
  return { program, texts, broken, tooDeep, captured };
}

/** Expressions and statements nested deeper are not followed. */
export const MAX_NESTING = 300;

/** What names a pattern instead of an argument: nothing at all, or an ellipsis. */
const ELIDED = /^(?:\s|\/\*[^*]*\*\/)*(["'`]?)(?:\.\.\.|\u2026)?\1(?:\s|\/\*[^*]*\*\/)*$/;

/** Whether the parentheses of a call hold nothing or a literal ellipsis; `start` and `end` include them. */
export function isElided(text: string, start: number, end: number): boolean {
  if (end - start > 200) return false;
  return ELIDED.test(text.slice(start + 1, end - 1));
}

/** Most nodes hold nothing: they share one empty list. */
const none: never[] = [];

export function inert(place: Place, operands: readonly Expr[] = none): OperandsExpr {
  return { kind: "inert", start: place.start, end: place.end, operands: operands.length === 0 ? none : operands };
}

/** Reads the expressions of a language, as deep as is followed. */
export abstract class ExpressionReader {
  private nesting = 0;
  /** Something lay deeper than the bound and was left out. */
  tooDeep = false;

  constructor(readonly text: string, private readonly pause: () => void) {}

  lower = (node: SyntaxNode): Expr => {
    this.pause();
    if (this.nesting >= MAX_NESTING) {
      this.tooDeep = true;
      return inert(node);
    }
    this.nesting++;
    try {
      return this.lowerOne(node);
    } finally {
      this.nesting--;
    }
  };

  all(nodes: readonly SyntaxNode[]): Expr[] {
    return nodes.map(this.lower);
  }

  slice({ start, end }: Place): string {
    return this.text.slice(start, end);
  }

  protected constant(node: SyntaxNode, isNumber: boolean): Expr {
    const number = isNumber ? this.slice(node) : null;
    const truth = number === null ? node.type === "true" : !/^[0._]+$/.test(number);
    return { kind: "constant", start: node.start, end: node.end, truth, number };
  }

  /** The sign between two operands. */
  protected operator(node: SyntaxNode): string {
    return this.slice(part(node, "operator"));
  }

  /** What passes on what it holds: the value itself where that is one. */
  protected passing(node: SyntaxNode): Expr {
    const operands = this.all(node.children);
    return operands.length === 1 && operands[0] ? operands[0] : { kind: "carry", start: node.start, end: node.end, operands };
  }

  /** What an expression is as a target. */
  protected place(node: SyntaxNode): Target {
    const value = this.lower(node);
    return value.kind === "member" || value.kind === "index" ? value : { kind: "items", items: [] };
  }

  /** `a + b + c`: nodes of one type, nested to the left. */
  protected sum(node: SyntaxNode): Expr {
    const operandsOf = (each: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null => {
      const [left, right] = [child(each, "left"), child(each, "right")];
      return left && right && this.operator(each) === "+" ? [left, right] : null;
    };
    return { kind: "concat", start: node.start, end: node.end, operands: this.all(chainOperands(node, operandsOf)) };
  }

  /** `object["name"]` is a property, with any other index an item. */
  protected indexed({ start, end }: Place, object: Expr, index: Expr | null, reversed = false): Expr {
    if (index?.kind !== "text" || index.parts[0]?.kind !== "chars")
      return { kind: "index", start, end, object, index, ...(reversed && { reversed }) };
    const at = { start: index.open.end, end: index.close.start };
    return { kind: "member", start, end, object, property: this.slice(at), at, bracketed: true };
  }

  protected abstract lowerOne(node: SyntaxNode): Expr;
}

/** An expression as a statement; one that holds nothing to follow is none: text that no parser reads has hundreds of thousands. */
export function done(value: Expr): Stmt[] {
  return value.kind === "inert" && value.operands.length === 0 ? none : [{ kind: "do", value }];
}

/** What a statement tests. */
export function tested(node: SyntaxNode, lower: (node: SyntaxNode) => Expr): Stmt[] {
  return [{ kind: "do", value: lower(part(node, "condition")) }];
}

export function nameOf(text: string, node: Place): NameExpr {
  return { kind: "name", name: text.slice(node.start, node.end), start: node.start, end: node.end };
}

export function assignment(place: Place, target: Target, value: Expr, operator = "="): Expr {
  return { kind: "assign", start: place.start, end: place.end, target, operator, value };
}

/** `yield x`; `all` for every item of `x`. A bare `yield` gives nothing. */
export function yielded(place: Place, operands: readonly Expr[], all: boolean): Expr {
  const [value = inert(place)] = operands;
  return { kind: "yield", start: place.start, end: place.end, item: { name: null, spread: all, value } };
}

/**
 * The operands of a chain of one left-nested operator, in order, found without recursion:
 * a string put together from a thousand parts nests a thousand deep.
 */
function chainOperands(node: SyntaxNode, operandsOf: (node: SyntaxNode) => readonly [SyntaxNode, SyntaxNode] | null): SyntaxNode[] {
  const reversed: SyntaxNode[] = [];
  let left = node;
  for (let pair = operandsOf(left); pair !== null; pair = operandsOf(left)) {
    reversed.push(pair[1]);
    left = pair[0];
  }
  reversed.push(left);
  return reversed.reverse();
}

/** The names a target binds, for languages in which an assignment declares. */
export function boundNames(target: Target | null, into: Set<string>): void {
  if (target === null) return;
  if (target.kind === "name") into.add(target.name);
  else if (target.kind === "items") for (const item of target.items) boundNames(item, into);
  else if (target.kind === "fields") for (const field of target.fields) boundNames(field.target, into);
}
