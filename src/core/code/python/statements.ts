import type { ClassExpr, Expr, FunctionExpr, Stmt } from "../ir.js";
import { caught } from "../caught-exception.js";
import { assigned, assignment, byType, callOf, nameOf } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { PythonExpressions } from "./expressions.js";
import { captures, catchesAll } from "./match-patterns.js";

/** Matches the decorator of a getter. */
const PROPERTY = /^@\s*(?:functools\.)?(?:cached_)?property\s*$/;
const CLASS_METHOD = /^@\s*classmethod\s*$/;
const STATIC_METHOD = /^@\s*staticmethod\s*$/;

/** Lowers programs in Python: statements, functions and classes. */
export class PythonReader extends PythonExpressions {
  private inClass = false;

  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "expression_statement decorator": (node) =>
      node.children.map((each) => ({ kind: "do", value: this.lower(each) })),
    if_statement: (node) => this.branch(node),
    while_statement: (node) => [
      { kind: "loop", over: null, head: this.tested(node), body: this.block(child(node, "body")) },
      ...this.elseOf(node),
    ],
    for_statement: (node) => this.forLoop(node),
    try_statement: (node) => [this.tryStatement(node)],
    with_statement: (node) => this.context(node),
    match_statement: (node) => this.match(node),
    function_definition: (node) => this.named(node, this.definition(node)),
    class_definition: (node) => this.named(node, this.classOf(node)),
    decorated_definition: (node) => this.decorated(node),
    delete_statement: (node) =>
      node.children.map((each) => ({ kind: "forget", target: this.target(each) })),
    "global_statement nonlocal_statement": (node) => [this.outer(node)],
    "import_statement import_from_statement": (node) => this.imports(node),
    "block ERROR": (node) => this.block(node),
    comment: () => [],
  });

  /** Lowers `@f` above `def g()` to the definition and `g = f(g)`. The decorator next to the definition is called first. */
  private decorated(node: SyntaxNode): Stmt[] {
    const definition = part(node, "definition");
    const made = [...this.statement(definition)];
    const name = child(definition, "name");
    const decorators = node.children.filter(({ type }) => type === "decorator").reverse();
    if (name === undefined) return made;
    const target = nameOf(this.text, name);
    const calls = decorators.flatMap(({ children: [callee] }): Stmt[] => {
      if (callee === undefined) return [];
      const given = { name: null, spread: false, value: target };
      const call = callOf(callee, this.lower(callee), [given]);
      return [assigned(name, target, { ...call, decorates: true })];
    });
    return [...made, ...calls];
  }

  private block(node: SyntaxNode | undefined): Stmt[] {
    return node === undefined ? [] : this.list(node.children);
  }

  private branch(node: SyntaxNode): Stmt[] {
    const arms: Stmt[][] = [this.block(child(node, "consequence"))];
    let total = false;
    for (const each of childrenOf(node, "alternative")) {
      if (each.type === "elif_clause")
        arms.push([...this.tested(each), ...this.block(child(each, "consequence"))]);
      else {
        total = true;
        arms.push(this.block(child(each, "body")));
      }
    }
    return [...this.tested(node), { kind: "branch", arms, total }];
  }

  /** Lowers the `else` clause of a loop, which always runs if the loop contains no `break`. */
  private elseOf(node: SyntaxNode): Stmt[] {
    const clause = child(node, "alternative");
    if (clause === undefined) return [];
    const body = child(node, "body");
    return [
      {
        kind: "branch",
        arms: [this.block(child(clause, "body"))],
        total: body === undefined || !breaksOff(body),
      },
    ];
  }

  private forLoop(node: SyntaxNode): Stmt[] {
    const over = {
      target: this.target(part(node, "left")),
      value: this.lower(part(node, "right")),
    };
    return [
      { kind: "loop", over, head: [], body: this.block(child(node, "body")) },
      ...this.elseOf(node),
    ];
  }

  private tryStatement(node: SyntaxNode): Stmt {
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
    return [
      ...(alias ? [caught(alias, this.target(alias))] : []),
      ...this.block(firstOf(node, "block")),
    ];
  }

  private context(node: SyntaxNode): Stmt[] {
    const items = firstOf(node, "with_clause")?.children ?? [];
    const bound = items.map(
      (item): Stmt => ({ kind: "do", value: this.contextItem(part(item, "value")) }),
    );
    return [...bound, ...this.block(child(node, "body"))];
  }

  private contextItem(node: SyntaxNode): Expr {
    const alias = child(node, "alias");
    const value = node.children[0];
    if (alias === undefined || value === undefined) return this.lower(node);
    return assignment(node, this.target(alias), this.lower(value));
  }

  private match(node: SyntaxNode): Stmt[] {
    const cases = part(node, "body").children.filter((each) => each.type === "case_clause");
    const value = this.lower(part(node, "subject"));
    const arms = cases.map((each) => {
      const target = captures(each, {
        target: (name) => this.target(name),
        keyOf: (node) => this.keyOf(node),
        text: (node) => this.slice(node),
      });
      return [
        ...(target ? [assigned(each, target, value)] : []),
        ...this.block(child(each, "consequence")),
      ];
    });
    return [
      { kind: "do", value },
      { kind: "branch", arms, total: cases.some((each) => catchesAll(each, this.text)) },
    ];
  }

  private definition(node: SyntaxNode): FunctionExpr {
    const isMethod = this.inClass;
    this.inClass = false;
    const read = this.functionWith(node, this.slice(part(node, "name")), () => ({
      parameters: this.parameters(child(node, "parameters")),
      body: this.block(child(node, "body")),
    }));
    this.inClass = isMethod;
    const first = read.parameters[0]?.target;
    return { ...read, receiver: isMethod && first?.kind === "name" ? first.name : null };
  }

  protected lambda(node: SyntaxNode): FunctionExpr {
    return this.functionWith(node, null, () => ({
      parameters: this.parameters(child(node, "parameters")),
      body: this.returned(part(node, "body")),
    }));
  }

  private classOf(node: SyntaxNode): ClassExpr {
    const body: Stmt[] = [];
    const methods: { name: string; value: FunctionExpr }[] = [];
    const fields: string[] = [];
    const outside = this.inClass;
    this.inClass = true;
    const { locals } = this.scope(true, () => {
      for (const each of part(node, "body").children) {
        const inner = child(each, "definition") ?? each;
        if (inner.type === "function_definition") {
          const value = this.method(this.definition(inner), each);
          methods.push({ name: value.name ?? "", value });
        } else body.push(...this.statement(each));
        fields.push(...each.children.flatMap((part) => this.field(part)));
      }
    });
    this.inClass = outside;
    const bases = this.all(part(node, "superclasses").children);
    return {
      kind: "class",
      start: node.start,
      end: node.end,
      bases,
      body,
      locals: [...new Set([...fields, ...locals])],
      methods,
    };
  }

  /** Returns the name that a statement in a class declares with a type, `name: type` or `name: type = value`; none for any other. */
  private field(node: SyntaxNode): string[] {
    const name = child(node, "left");
    return name !== undefined && child(node, "type") !== undefined ? [this.slice(name)] : [];
  }

  /** Returns a function of a class as the method that its decorators make of it. */
  private method(value: FunctionExpr, definition: SyntaxNode): FunctionExpr {
    const isDecorated = (decorator: RegExp): boolean =>
      definition.children.some(
        (each) => each.type === "decorator" && decorator.test(this.slice(each)),
      );
    if (isDecorated(STATIC_METHOD)) return { ...value, receiver: null };
    if (isDecorated(CLASS_METHOD)) return { ...value, ofClass: true };
    return { ...value, getter: isDecorated(PROPERTY) };
  }

  private outer(node: SyntaxNode): Stmt {
    const names = node.children.map((each) => this.slice(each));
    return { kind: "outer", names, global: node.type === "global_statement" };
  }

  private imports(node: SyntaxNode): Stmt[] {
    const from = child(node, "module_name");
    const prefix = from ? `${this.slice(from)}.` : "";
    if (firstOf(node, "wildcard_import"))
      return [this.imported({ start: node.start, end: node.start }, `${prefix}*`)];
    return childrenOf(node, "name").map((each) => {
      const alias = child(each, "alias");
      const dotted = child(each, "name") ?? each;
      const path = this.slice(dotted);
      // `import a.b` binds `a`; `import a.b as c` binds the module to `c`.
      if (alias) return this.imported(alias, prefix + path);
      const first = dotted.children[0] ?? dotted;
      return this.imported(first, from ? prefix + path : this.slice(first));
    });
  }
}

/** Whether a node contains a `break`, including one that leaves an inner loop. */
function breaksOff({ type, children }: SyntaxNode): boolean {
  return type === "break_statement" || children.some(breaksOff);
}
