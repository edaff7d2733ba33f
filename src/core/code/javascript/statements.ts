import type { ClassExpr, Expr, FunctionExpr, Program, Stmt } from "../ir.js";
import { assignment, boundNames, done, MAX_NESTING, nameOf, tested } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../syntax.js";
import type { JavaScriptExpressions } from "./expressions.js";

/** Statements, functions and classes of JavaScript. */
export class JavaScriptStatements {
  private readonly functionNames: Set<string>[] = [];
  private readonly blockNames: Set<string>[] = [];
  private nesting = 0;

  constructor(private readonly expressions: JavaScriptExpressions) {
    expressions.functions = { functionOf: (node) => this.functionOf(node), classOf: (node) => this.classOf(node) };
  }

  program(root: SyntaxNode): Program {
    const { result, locals } = this.functionScope(() => this.list(root.children));
    return { body: result, locals, tooDeep: this.expressions.tooDeep };
  }

  private functionScope<T>(lower: () => T): { result: T; locals: string[] } {
    const names = new Set<string>();
    this.functionNames.push(names);
    this.blockNames.push(names);
    const result = lower();
    this.functionNames.pop();
    this.blockNames.pop();
    return { result, locals: [...names] };
  }

  /** Statements with names of their own. */
  private blockOf(lower: () => Stmt[]): Stmt[] {
    const names = new Set<string>();
    this.blockNames.push(names);
    const body = lower();
    this.blockNames.pop();
    return names.size === 0 ? body : [{ kind: "block", locals: [...names], body }];
  }

  /** Function declarations come first: they are there before the first statement runs. */
  private list(nodes: readonly SyntaxNode[]): Stmt[] {
    if (this.nesting >= MAX_NESTING) {
      this.expressions.tooDeep = true;
      return [];
    }
    this.nesting++;
    const body: Stmt[] = [];
    for (const hoisted of [true, false]) {
      for (const each of nodes)
        if (isFunctionDeclaration(each) === hoisted) for (const statement of this.statement(each)) body.push(statement);
    }
    this.nesting--;
    return body;
  }

  private body(node: SyntaxNode): Stmt[] {
    return this.blockOf(() => this.list(node.type === "statement_block" ? node.children : [node]));
  }

  private statement(node: SyntaxNode): Stmt[] {
    const { lower } = this.expressions;
    switch (node.type) {
      case "lexical_declaration":
      case "variable_declaration":
        return this.declaration(node);
      case "function_declaration":
      case "generator_function_declaration":
        return this.named(node, this.functionOf(node));
      case "class_declaration":
        return [...this.decorators(node), ...this.named(node, this.classOf(node))];
      case "export_statement":
        return this.list(node.children);
      case "import_statement":
        return this.imports(node);
      case "if_statement":
        return this.conditional(node);
      case "for_statement":
        return this.forLoop(node);
      case "for_in_statement":
        return this.forIn(node);
      case "while_statement":
      case "do_statement":
        return [{ kind: "loop", over: null, head: tested(node, this.expressions.lower), body: this.body(part(node, "body")) }];
      case "switch_statement":
        return this.choose(node);
      case "try_statement":
        return [this.attempt(node)];
      case "return_statement":
      case "throw_statement":
        return [{ kind: "leave", how: node.type === "return_statement" ? "return" : "throw",
          value: node.children[0] ? lower(node.children[0]) : null }];
      case "break_statement":
      case "continue_statement":
        return [{ kind: "leave", how: "loop", value: null }];
      case "statement_block":
        return this.body(node);
      case "labeled_statement":
      case "with_statement":
        return this.body(part(node, "body"));
      case "expression_statement":
      case "else_clause":
      case "ERROR":
        return this.list(node.children);
      default:
        return done(lower(node));
    }
  }

  private declaration(node: SyntaxNode): Stmt[] {
    const scopes = node.type === "variable_declaration" ? this.functionNames : this.blockNames;
    const names = scopes[scopes.length - 1] ?? new Set<string>();
    const body: Stmt[] = [];
    for (const each of node.children) {
      const name = child(each, "name");
      const value = child(each, "value");
      if (name === undefined) continue;
      const target = this.expressions.target(name);
      boundNames(target, names);
      if (value) body.push({ kind: "do", value: assignment(each, target, this.expressions.lower(value)) });
    }
    return body;
  }

  private named(node: SyntaxNode, value: Expr): Stmt[] {
    const target = nameOf(this.expressions.text, part(node, "name"));
    this.blockNames[this.blockNames.length - 1]?.add(target.name);
    return [{ kind: "do", value: assignment(node, target, value) }];
  }

  private conditional(node: SyntaxNode): Stmt[] {
    const otherwise = child(node, "alternative");
    const arms = [this.body(part(node, "consequence"))];
    if (otherwise) arms.push(this.body(otherwise));
    return [...tested(node, this.expressions.lower), { kind: "branch", arms, total: otherwise !== undefined }];
  }

  private forLoop(node: SyntaxNode): Stmt[] {
    return this.blockOf(() => {
      const first = this.statement(part(node, "initializer"));
      const increment = done(this.expressions.lower(part(node, "increment")));
      const head = this.statement(part(node, "condition"));
      return [...first, { kind: "loop", over: null, head, body: [...this.body(part(node, "body")), ...increment] }];
    });
  }

  private forIn(node: SyntaxNode): Stmt[] {
    return this.blockOf(() => {
      const target = this.expressions.target(part(node, "left"));
      if (child(node, "kind") !== undefined) boundNames(target, this.blockNames[this.blockNames.length - 1] ?? new Set());
      const over = { target, value: this.expressions.lower(part(node, "right")) };
      return [{ kind: "loop", over, head: [], body: this.body(part(node, "body")) }];
    });
  }

  /** Each case may be the one that runs, and may fall through to the next. */
  private choose(node: SyntaxNode): Stmt[] {
    const cases = part(node, "body").children;
    const head = done(this.expressions.lower(part(node, "value")));
    return this.blockOf(() => {
      const bodies = cases.map((each) => ({
        body: childrenOf(each, "body").filter((part) => part.type !== "break_statement").flatMap((part) => this.statement(part)),
        falls: !childrenOf(each, "body").some((part) => part.type === "break_statement"),
      }));
      const arms = bodies.map((each, index) => (each.falls ? [...each.body, ...(bodies[index + 1]?.body ?? [])] : each.body));
      return [...head, { kind: "branch", arms, total: cases.some((each) => each.type === "switch_default") }];
    });
  }

  private attempt(node: SyntaxNode): Stmt {
    const handler = child(node, "handler");
    const last = child(node, "finalizer");
    const handlers = (handler ? [handler] : []).map((each) =>
      this.blockOf(() => {
        boundNames(this.expressions.target(part(each, "parameter")), this.blockNames[this.blockNames.length - 1] ?? new Set());
        return this.body(part(each, "body"));
      }),
    );
    return { kind: "try", body: this.body(part(node, "body")), handlers, otherwise: [], last: last ? this.body(part(last, "body")) : [] };
  }

  private functionOf(node: SyntaxNode): FunctionExpr {
    const name = child(node, "name");
    const body = part(node, "body");
    const { result, locals } = this.functionScope(() => {
      const parameters = this.expressions.parameters(node);
      const names = this.functionNames[this.functionNames.length - 1] ?? new Set<string>();
      for (const parameter of parameters) boundNames(parameter.target, names);
      return { parameters, body: this.functionBody(body) };
    });
    return { kind: "function", start: node.start, end: node.end, name: name ? this.expressions.keyOf(name) : null,
      parameters: result.parameters, body: result.body, locals, receiver: null, getter: firstOf(node, "get") !== undefined };
  }

  private functionBody(body: SyntaxNode): Stmt[] {
    if (body.type === "statement_block") return this.list(body.children);
    return [{ kind: "leave", how: "return", value: this.expressions.lower(body) }];
  }

  private classOf(node: SyntaxNode): ClassExpr {
    const methods: { name: string; value: FunctionExpr }[] = [];
    const body: Stmt[] = [];
    for (const member of part(node, "body").children) {
      body.push(...this.decorators(member));
      if (member.type === "method_definition") {
        const value = this.functionOf(member);
        methods.push({ name: value.name ?? "", value });
      } else if (member.type === "field_definition") body.push(...this.field(member));
      else body.push(...this.statement(member));
    }
    const bases = this.expressions.all(firstOf(node, "class_heritage")?.children ?? []);
    return { kind: "class", start: node.start, end: node.end, bases, body, locals: [], methods };
  }

  private decorators(node: SyntaxNode): Stmt[] {
    return childrenOf(node, "decorator").map((each) => ({ kind: "do", value: this.expressions.lower(each) }));
  }

  private field(node: SyntaxNode): Stmt[] {
    const property = part(node, "property");
    const value = child(node, "value");
    const key = this.expressions.keyOf(property);
    if (key === null || value === undefined) return [];
    const object: Expr = { kind: "name", name: "this", start: property.start, end: property.start };
    const place = { start: property.start, end: property.end };
    return [{ kind: "do", value: assignment(node, { kind: "member", ...place, object, property: key, at: place, bracketed: false },
      this.expressions.lower(value)) }];
  }

  private imports(node: SyntaxNode): Stmt[] {
    const source = part(node, "source");
    const clause = firstOf(node, "import_clause");
    if (clause === undefined) return [];
    const module = this.expressions.text.slice(source.start + 1, source.end - 1).replace(/^node:/, "");
    return clause.children.flatMap((each) => {
      if (each.type === "identifier") return this.bind(each, module);
      if (each.type === "namespace_import" && each.children[0]) return this.bind(each.children[0], module);
      return each.children.filter(({ type }) => type === "import_specifier").flatMap((specifier) => {
        const name = part(specifier, "name");
        return this.bind(child(specifier, "alias") ?? name, `${module}.${this.expressions.slice(name)}`);
      });
    });
  }

  private bind(name: SyntaxNode, path: string): Stmt[] {
    const target = nameOf(this.expressions.text, name);
    this.blockNames[this.blockNames.length - 1]?.add(target.name);
    return [{ kind: "do", value: assignment(name, target, { kind: "module", start: name.start, end: name.end, path }) }];
  }
}

function isFunctionDeclaration(node: SyntaxNode): boolean {
  return node.type === "function_declaration" || node.type === "generator_function_declaration";
}
