import type { ClassExpr, Expr, FunctionExpr, Parameter, Stmt, Target } from "../ir.js";
import { assigned, assignment, byType, inert } from "../lowering.js";
import { lowerBound } from "../../text-search.js";
import type { SyntaxNode } from "../read-syntax.js";
import { PowershellExpressions } from "./expressions.js";
import { functionName } from "./names.js";

/** Types of nodes between a block and its statements. */
const LISTS: ReadonlySet<string> = new Set([
  "program",
  "statement_list",
  "statement_block",
  "script_block",
  "script_block_body",
  "named_block_list",
  "named_block",
]);
const BLOCKS: ReadonlySet<string> = new Set(["statement_block", "script_block"]);
/** Types of nodes in a block that are not statements. */
const DECLARATIONS: ReadonlySet<string> = new Set(["block_name", "empty_statement"]);

/** Matches what assigns the value of the statement after it. */
const ASSIGNED = /(\$[\w:.]+)[ \t]*(\+?=)[ \t]*$/;
/** Maximum number of characters of such an assignment before the statement. */
const MAX_TARGET = 130;

/** Returns the statements in a block. */
export function statementsIn({ children }: SyntaxNode): readonly SyntaxNode[] {
  return children.flatMap((child) =>
    LISTS.has(child.type) ? statementsIn(child) : DECLARATIONS.has(child.type) ? [] : [child],
  );
}

/** Lowers PowerShell: statements, functions and classes. */
export abstract class PowershellReader extends PowershellExpressions {
  /** The offsets of `$args` in the text; null if they were not searched yet. */
  private uses: readonly number[] | null = null;

  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "pipeline script_block_expression": (node) => this.each(node),
    pipeline_chain: (node) => this.output(this.pipeline(node)),
    assignment_expression: (node) => [{ kind: "do", value: this.assignment(node) }],
    function_statement: (node) => this.definition(node),
    class_statement: (node) => this.classOf(node),
    if_statement: (node) => this.branches(node),
    switch_statement: (node) => this.assignedTo(node, this.cases(node)),
    foreach_statement: (node) => this.assignedTo(node, this.forEach(node)),
    "while_statement do_statement for_statement": (node) => this.loop(node),
    try_statement: (node) => this.tryStatement(node),
    flow_control_statement: (node) => this.leaving(node),
    param_block: (node) =>
      this.parameters(node).flatMap(({ target, fallback }) =>
        fallback === null ? [] : [assigned(node, target, fallback)],
      ),
  });

  /** Lowers a statement, or each child of a node whose type is not listed. */
  protected override statement(node: SyntaxNode): readonly Stmt[] {
    const form = this.statements.get(node.type);
    if (form !== undefined) return form(node);
    return LISTS.has(node.type)
      ? this.list(statementsIn(node))
      : node.children.flatMap((child) => this.statement(child));
  }

  private each(node: SyntaxNode): readonly Stmt[] {
    return node.type === "pipeline"
      ? node.children.flatMap((child) => this.statement(child))
      : this.output(this.lower(node));
  }

  private output(value: Expr | null): Stmt[] {
    return value === null ? [] : [{ kind: "output", value }];
  }

  protected body(node: SyntaxNode): Stmt[] {
    return this.list(statementsIn(node));
  }

  /** Lowers statements in parentheses to a value. The value of an assignment is the assigned value. */
  protected valueIn(nodes: readonly SyntaxNode[], place: SyntaxNode): Expr {
    const body = nodes
      .flatMap((each) => this.statement(each))
      .map(
        (each): Stmt =>
          each.kind === "do" && each.value.kind === "assign" ? { ...each, kind: "output" } : each,
      );
    const [only] = body;
    if (only === undefined) return inert(place);
    if (body.length === 1 && only.kind === "output") return only.value;
    return { kind: "group", start: place.start, end: place.end, body };
  }

  private assignment(node: SyntaxNode): Expr {
    const [left, operator, ...value] = node.children;
    if (left === undefined) return inert(node);
    const target = this.target(left);
    const written = operator === undefined ? "=" : this.slice(operator);
    return assignment(node, target, this.valueIn(value, value[0] ?? node), written);
  }

  private target(node: SyntaxNode): Target {
    const value = this.operation(node, node.children);
    const of = (expr: Expr): Target => {
      if (expr.kind === "list")
        return { kind: "items", items: expr.items.map(({ value: each }) => of(each)) };
      return expr.kind === "name" || expr.kind === "member" || expr.kind === "index"
        ? expr
        : { kind: "items", items: [] };
    };
    const target = of(value);
    const isOuter = /^\$\{?(?:script|global):/i.test(this.slice(node));
    return isOuter ? target : this.declare(target, true);
  }

  private branches({ children }: SyntaxNode): Stmt[] {
    const [condition, ...rest] = children;
    const clauses = rest.flatMap((each) =>
      each.type === "elseif_clauses" ? each.children : [each],
    );
    const tested = (nodes: readonly SyntaxNode[]): Stmt[] =>
      nodes
        .filter(({ type }) => !BLOCKS.has(type))
        .flatMap((each) => this.statement(each))
        .map((each) => (each.kind === "output" ? { kind: "do", value: each.value } : each));
    const arms = clauses.map((each) =>
      BLOCKS.has(each.type)
        ? this.body(each)
        : [
            ...tested(each.children),
            ...each.children
              .filter(({ type }) => BLOCKS.has(type))
              .flatMap((block) => this.body(block)),
          ],
    );
    const total = clauses.some(({ type }) => type === "else_clause");
    return [...tested(condition === undefined ? [] : [condition]), { kind: "branch", arms, total }];
  }

  /** Lowers the assignment `$x = switch (…) { … }`, of which the tree contains only the statement (`grammar-repairs.ts`). */
  private assignedTo(node: SyntaxNode, body: Stmt[]): Stmt[] {
    const before = this.text.slice(Math.max(0, node.start - MAX_TARGET), node.start);
    const written = ASSIGNED.exec(before);
    if (written === null) return body;
    const start = node.start - written[0].length;
    const target = this.variable({ ...node, start, end: start + (written[1] ?? "").length });
    const value: Expr = { kind: "group", start: node.start, end: node.end, body };
    return [
      {
        kind: "do",
        value: assignment({ start, end: node.end }, this.declare(target, true), value, written[2]),
      },
    ];
  }

  private cases(node: SyntaxNode): Stmt[] {
    const [condition, ...rest] = node.children;
    const value =
      condition === undefined ? inert(node) : this.valueIn(condition.children, condition);
    const clauses = rest
      .flatMap((each) => (each.type === "switch_body" ? each.children : [each]))
      .flatMap((each) => (each.type === "switch_clauses" ? each.children : [each]));
    const arms = clauses.map((each) =>
      each.children.filter(({ type }) => BLOCKS.has(type)).flatMap((block) => this.body(block)),
    );
    return [assigned(node, this.passed(node), value), { kind: "branch", arms, total: false }];
  }

  private forEach(node: SyntaxNode): Stmt[] {
    const [variable, over, ...rest] = node.children.filter(
      ({ type }) => type !== "foreach_parameter",
    );
    if (variable === undefined || over === undefined) return [];
    const target = this.declare(this.variable(variable), true);
    return [
      {
        kind: "loop",
        over: { target, value: this.valueIn([over], over) },
        head: [],
        body: rest.flatMap((each) => this.body(each)),
      },
    ];
  }

  private loop({ children }: SyntaxNode): Stmt[] {
    const head = children
      .filter(({ type }) => !BLOCKS.has(type))
      .flatMap((each) => this.statement(each))
      .map((each): Stmt => (each.kind === "output" ? { kind: "do", value: each.value } : each));
    const body = children.filter(({ type }) => BLOCKS.has(type)).flatMap((each) => this.body(each));
    return [{ kind: "loop", over: null, head, body }];
  }

  private tryStatement({ children }: SyntaxNode): Stmt[] {
    const blocksOf = (node: SyntaxNode): Stmt[] =>
      BLOCKS.has(node.type)
        ? this.body(node)
        : node.children.filter(({ type }) => BLOCKS.has(type)).flatMap((each) => this.body(each));
    const body: Stmt[] = [];
    const handlers: Stmt[][] = [];
    const last: Stmt[] = [];
    for (const each of children) {
      if (each.type === "catch_clauses") handlers.push(...each.children.map(blocksOf));
      else if (each.type === "finally_clause") last.push(...blocksOf(each));
      else body.push(...blocksOf(each));
    }
    return [{ kind: "try", body, handlers, otherwise: [], last }];
  }

  private leaving(node: SyntaxNode): Stmt[] {
    const word = /^\w+/.exec(this.text.slice(node.start, node.start + 16))?.[0].toLowerCase() ?? "";
    const value = node.children.length === 0 ? null : this.valueIn(node.children, node);
    if (word === "return") return [{ kind: "leave", how: "return", value }];
    if (word === "break" || word === "continue")
      return [{ kind: "leave", how: "loop", value: null }];
    if (word === "throw") return [{ kind: "leave", how: "throw", value }];
    return value === null ? [] : [{ kind: "do", value }];
  }

  private definition(node: SyntaxNode): Stmt[] {
    const [name, ...rest] = node.children;
    if (name === undefined) return [];
    const written = this.slice(name);
    const value = this.functionOf(node, written, rest, true);
    // the name of a function is not declared as a local name of the block that contains the definition
    return [
      assigned(
        node,
        { kind: "name", name: functionName(written), start: name.start, end: name.end },
        value,
      ),
    ];
  }

  protected override functionOf(
    place: SyntaxNode,
    name: string | null,
    nodes: readonly SyntaxNode[],
    isFunction: boolean,
  ): FunctionExpr {
    const { result, locals } = this.scope(isFunction, () => {
      const declared = nodes.flatMap((each) => this.parameters(each));
      const parameters = declared.length > 0 ? declared : this.undeclared(place);
      const body = nodes
        .filter(({ type }) => BLOCKS.has(type))
        .flatMap((each) =>
          this.list(statementsIn(each).filter(({ type }) => type !== "param_block")),
        );
      return { parameters, body };
    });
    const { start, end } = place;
    return { kind: "function", start, end, name, ...result, locals, receiver: null, getter: false };
  }

  /** Returns the parameter `$args` of a function or block that uses it and declares no parameters, `{ iex $args[0] }`; none otherwise. */
  private undeclared({ start, end }: SyntaxNode): Parameter[] {
    this.uses ??= Array.from(this.text.matchAll(/\$args\b/gi), ({ index }) => index);
    const { uses } = this;
    const first = uses[lowerBound(uses.length, (at) => (uses[at] ?? start) >= start)];
    if (first === undefined || first >= end) return [];
    const target = this.declare({ kind: "name", name: "$args", start, end: start });
    return [{ target, fallback: null, rest: true }];
  }

  /** Returns the parameters that a function or block declares. */
  private parameters(node: SyntaxNode): Parameter[] {
    if (node.type === "script_parameter" || node.type === "class_method_parameter")
      return this.parameter(node);
    if (node.type === "script_block_body")
      return node.children
        .filter(({ type }) => type === "param_block")
        .flatMap((each) => this.parameters(each));
    const declared = [
      "script_block",
      "param_block",
      "parameter_list",
      "function_parameter_declaration",
      "class_method_parameter_list",
    ];
    return declared.includes(node.type)
      ? node.children.flatMap((each) => this.parameters(each))
      : [];
  }

  private parameter(node: SyntaxNode): Parameter[] {
    const variable = node.children.find(({ type }) => type === "variable");
    if (variable === undefined) return [];
    const target = this.declare(this.variable(variable));
    const given = node.children.find(({ type }) => type === "script_parameter_default");
    const isPiped = /ValueFromPipeline/i.test(this.text.slice(node.start, variable.start));
    const fallback = given === undefined ? null : this.operation(given, given.children);
    return [{ target, fallback: isPiped ? this.passed(node) : fallback, rest: false }];
  }

  private classOf(node: SyntaxNode): Stmt[] {
    const [name, ...rest] = node.children;
    if (name === undefined) return [];
    const own = this.slice(name).toLowerCase();
    const methods = rest
      .filter(({ type }) => type === "class_method_definition")
      .map((each) => {
        const called = each.children.find(({ type }) => type === "simple_name");
        const written = called === undefined ? "" : this.slice(called).toLowerCase();
        const value = this.functionOf(each, written, each.children, true);
        return { name: written === own ? "constructor" : written, value };
      });
    const value: ClassExpr = {
      kind: "class",
      start: node.start,
      end: node.end,
      bases: [],
      body: [],
      locals: [],
      methods,
    };
    return [
      assigned(
        name,
        {
          kind: "name",
          name: functionName(`[${this.slice(name)}]`),
          start: name.start,
          end: name.end,
        },
        value,
      ),
    ];
  }
}
