import type { Expr, FunctionExpr, Program, Stmt } from "../ir.js";
import { assignment, done, inert, MAX_NESTING, tested } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../syntax.js";
import type { PythonExpressions } from "./expressions.js";
import { captures, catchesAll } from "./patterns.js";

/** A method that is called where its name is read. */
const PROPERTY = /^@\s*(?:functools\.)?(?:cached_)?property\s*$/;

/** Statements, functions and classes of Python. */
export class PythonStatements {
  private nesting = 0;
  private inClass = false;

  constructor(private readonly expressions: PythonExpressions) {
    expressions.lowerFunction = (node) => this.lambda(node);
  }

  program(root: SyntaxNode): Program {
    const { result, locals } = this.scope(() => this.block(root));
    return { body: result, locals, tooDeep: this.expressions.tooDeep };
  }

  private scope<T>(lower: () => T): { result: T; locals: string[] } {
    const names = new Set<string>();
    this.expressions.assigned.push(names);
    const result = lower();
    this.expressions.assigned.pop();
    return { result, locals: [...names] };
  }

  private block(node: SyntaxNode | undefined): Stmt[] {
    if (node === undefined) return [];
    if (this.nesting >= MAX_NESTING) {
      this.expressions.tooDeep = true;
      return [];
    }
    this.nesting++;
    const body = node.children.flatMap((each) => this.statement(each));
    this.nesting--;
    return body;
  }

  private statement(node: SyntaxNode): Stmt[] {
    const { lower } = this.expressions;
    switch (node.type) {
      case "expression_statement":
        return node.children.map((each) => ({ kind: "do", value: lower(each) }));
      case "if_statement":
        return this.conditional(node);
      case "while_statement":
        return [
          { kind: "loop", over: null, head: tested(node, this.expressions.lower), body: this.block(child(node, "body")) },
          ...this.elseOf(node),
        ];
      case "for_statement":
        return this.forLoop(node);
      case "try_statement":
        return [this.attempt(node)];
      case "with_statement":
        return this.context(node);
      case "match_statement":
        return this.match(node);
      case "function_definition":
        return this.named(node, this.definition(node));
      case "class_definition":
        return this.classDefinition(node);
      case "decorated_definition":
        return node.children.flatMap((each) => (each.type === "decorator" ? this.values(each) : this.statement(each)));
      case "return_statement":
      case "raise_statement":
        return [{ kind: "leave", how: node.type === "return_statement" ? "return" : "throw",
          value: node.children[0] ? lower(node.children[0]) : null }];
      case "break_statement":
      case "continue_statement":
        return [{ kind: "leave", how: "loop", value: null }];
      case "delete_statement":
        return node.children.flatMap((each) => this.forget(each));
      case "global_statement":
      case "nonlocal_statement":
        return [this.outer(node)];
      case "import_statement":
      case "import_from_statement":
        return this.imports(node);
      case "block":
      case "ERROR":
        return this.block(node);
      case "comment":
        return [];
      default:
        return done(lower(node));
    }
  }

  private values(node: SyntaxNode): Stmt[] {
    return node.children.map((each) => ({ kind: "do", value: this.expressions.lower(each) }));
  }

  private conditional(node: SyntaxNode): Stmt[] {
    const arms: Stmt[][] = [this.block(child(node, "consequence"))];
    let total = false;
    for (const each of childrenOf(node, "alternative")) {
      if (each.type === "elif_clause") arms.push([...tested(each, this.expressions.lower), ...this.block(child(each, "consequence"))]);
      else {
        total = true;
        arms.push(this.block(child(each, "body")));
      }
    }
    return [...tested(node, this.expressions.lower), { kind: "branch", arms, total }];
  }

  /** What runs where a loop ends by itself: always, where nothing breaks it off. */
  private elseOf(node: SyntaxNode): Stmt[] {
    const clause = child(node, "alternative");
    if (clause === undefined) return [];
    const body = child(node, "body");
    return [{ kind: "branch", arms: [this.block(child(clause, "body"))], total: body === undefined || !breaksOff(body) }];
  }

  private forLoop(node: SyntaxNode): Stmt[] {
    const over = { target: this.expressions.target(part(node, "left")), value: this.expressions.lower(part(node, "right")) };
    return [{ kind: "loop", over, head: [], body: this.block(child(node, "body")) }, ...this.elseOf(node)];
  }

  private attempt(node: SyntaxNode): Stmt {
    const handlers: Stmt[][] = [];
    const otherwise: Stmt[] = [];
    const last: Stmt[] = [];
    for (const each of node.children) {
      if (each.type === "except_clause") handlers.push(this.handler(each));
      else if (each.type === "else_clause") otherwise.push(...this.block(child(each, "body")));
      else if (each.type === "finally_clause") last.push(...this.block(firstOf(each, "block")));
    }
    return { kind: "try", body: this.block(child(node, "body")), handlers, otherwise, last };
  }

  private handler(node: SyntaxNode): Stmt[] {
    const alias = child(part(node, "value"), "alias");
    const bound: Stmt[] = alias ? [{ kind: "do", value: assignment(alias, this.expressions.target(alias), inert(alias)) }] : [];
    return [...bound, ...this.block(firstOf(node, "block"))];
  }

  private context(node: SyntaxNode): Stmt[] {
    const items = firstOf(node, "with_clause")?.children ?? [];
    const bound = items.map((item): Stmt => ({ kind: "do", value: this.contextItem(part(item, "value")) }));
    return [...bound, ...this.block(child(node, "body"))];
  }

  private contextItem(node: SyntaxNode): Expr {
    const alias = child(node, "alias");
    const value = node.children[0];
    if (alias === undefined || value === undefined) return this.expressions.lower(node);
    return assignment(node, this.expressions.target(alias), this.expressions.lower(value));
  }

  private match(node: SyntaxNode): Stmt[] {
    const cases = part(node, "body").children.filter((each) => each.type === "case_clause");
    const value = this.expressions.lower(part(node, "subject"));
    const arms = cases.map((each) => {
      const target = captures(each, (name) => this.expressions.target(name));
      const bound: Stmt[] = target ? [{ kind: "do", value: assignment(each, target, value) }] : [];
      return [...bound, ...this.block(child(each, "consequence"))];
    });
    return [{ kind: "do", value }, { kind: "branch", arms, total: cases.some((each) => catchesAll(each, this.expressions.text)) }];
  }

  private named(node: SyntaxNode, value: Expr): Stmt[] {
    return [{ kind: "do", value: assignment(node, this.expressions.target(part(node, "name")), value) }];
  }

  private definition(node: SyntaxNode, getter = false): FunctionExpr {
    const method = this.inClass;
    this.inClass = false;
    const { result, locals } = this.scope(() => ({
      parameters: this.expressions.parameters(child(node, "parameters")),
      body: this.block(child(node, "body")),
    }));
    this.inClass = method;
    const first = result.parameters[0]?.target;
    const receiver = method && first?.kind === "name" ? first.name : null;
    return { kind: "function", start: node.start, end: node.end, name: this.expressions.slice(part(node, "name")),
      parameters: result.parameters, body: result.body, locals, receiver, getter };
  }

  private lambda(node: SyntaxNode): FunctionExpr {
    const { result, locals } = this.scope(() => ({
      parameters: this.expressions.parameters(child(node, "parameters")),
      value: this.expressions.lower(part(node, "body")),
    }));
    return { kind: "function", start: node.start, end: node.end, name: null, parameters: result.parameters,
      body: [{ kind: "leave", how: "return", value: result.value }], locals, receiver: null, getter: false };
  }

  private classDefinition(node: SyntaxNode): Stmt[] {
    const body: Stmt[] = [];
    const methods: { name: string; value: FunctionExpr }[] = [];
    const fields: string[] = [];
    const outside = this.inClass;
    this.inClass = true;
    const { locals } = this.scope(() => {
      for (const each of part(node, "body").children) {
        const inner = child(each, "definition") ?? each;
        if (inner.type === "function_definition") {
          const value = this.definition(inner, this.isProperty(each));
          methods.push({ name: value.name ?? "", value });
        } else body.push(...this.statement(each));
        fields.push(...each.children.flatMap((part) => this.field(part)));
      }
    });
    this.inClass = outside;
    const bases = this.expressions.all(part(node, "superclasses").children);
    return this.named(node, { kind: "class", start: node.start, end: node.end, bases, body,
      locals: [...new Set([...fields, ...locals])], methods });
  }

  /** `name: type`, `name: type = value`: what a class declares. */
  private field(node: SyntaxNode): string[] {
    const name = child(node, "left");
    return name !== undefined && child(node, "type") !== undefined ? [this.expressions.slice(name)] : [];
  }

  private isProperty(definition: SyntaxNode): boolean {
    return definition.children.some((each) =>
      each.type === "decorator" && PROPERTY.test(this.expressions.text.slice(each.start, each.end)));
  }

  private forget(node: SyntaxNode): Stmt[] {
    return [{ kind: "forget", target: this.expressions.target(node) }];
  }

  private outer(node: SyntaxNode): Stmt {
    const names = node.children.map((each) => this.expressions.slice(each));
    return { kind: "outer", names, global: node.type === "global_statement" };
  }

  private imports(node: SyntaxNode): Stmt[] {
    const { text } = this.expressions;
    const from = child(node, "module_name");
    const prefix = from ? `${text.slice(from.start, from.end)}.` : "";
    if (firstOf(node, "wildcard_import")) return [this.bind({ ...node, type: "identifier", end: node.start }, `${prefix}*`)];
    return childrenOf(node, "name").map((each) => {
      const alias = child(each, "alias");
      const dotted = child(each, "name") ?? each;
      const path = text.slice(dotted.start, dotted.end);
      // `import a.b` binds `a`; `import a.b as c` binds what it names.
      if (alias) return this.bind(alias, prefix + path);
      const first = dotted.children[0] ?? dotted;
      return this.bind(first, from ? prefix + path : text.slice(first.start, first.end));
    });
  }

  private bind(name: SyntaxNode, path: string): Stmt {
    const module: Expr = { kind: "module", start: name.start, end: name.end, path };
    return { kind: "do", value: assignment(name, this.expressions.target(name), module) };
  }
}

/** Whether a statement leaves the loop it stands in. */
function breaksOff({ type, children }: SyntaxNode): boolean {
  return type === "break_statement" || children.some(breaksOff);
}
