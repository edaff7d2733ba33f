import type { Argument, ClassExpr, Expr, FunctionExpr, NameExpr, Stmt, Target } from "../ir.js";
import { caught } from "../caught-exception.js";
import { assigned, byType, inert, statementOf } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { ARGUMENTS, JavaScriptExpressions } from "./expressions.js";

const FUNCTIONS: ReadonlySet<string> = new Set([
  "function_declaration",
  "generator_function_declaration",
]);

type OfFunction = Pick<FunctionExpr, "parameters" | "body">;

/** Lowers programs in JavaScript: statements, functions and classes. */
export class JavaScriptReader extends JavaScriptExpressions {
  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "lexical_declaration variable_declaration": (node) => this.declaration(node),
    "function_declaration generator_function_declaration": (node) =>
      this.named(node, this.functionOf(node)),
    "class_declaration abstract_class_declaration": (node) => [
      ...this.decorators(node),
      ...this.named(node, this.classOf(node)),
    ],
    "export_statement expression_statement else_clause ERROR": (node) => this.list(node.children),
    import_statement: (node) => this.imports(node),
    // TypeScript
    "interface_declaration type_alias_declaration ambient_declaration function_signature import_alias":
      () => [],
    "internal_module module": (node) => this.list(child(node, "body")?.children ?? []),
    if_statement: (node) => this.conditional(node),
    for_statement: (node) => this.forLoop(node),
    for_in_statement: (node) => this.forIn(node),
    "while_statement do_statement": (node) => [
      { kind: "loop", over: null, head: this.tested(node), body: this.body(part(node, "body")) },
    ],
    switch_statement: (node) => this.switchStatement(node),
    try_statement: (node) => [this.tryStatement(node)],
    statement_block: (node) => this.body(node),
    "labeled_statement with_statement": (node) => this.body(part(node, "body")),
  });

  /** Lowers statements. Function declarations are hoisted: the functions are defined before the first statement runs. */
  protected override list(nodes: readonly SyntaxNode[]): Stmt[] {
    const isFunction = ({ type }: SyntaxNode): boolean => FUNCTIONS.has(type);
    return super.list([...nodes.filter(isFunction), ...nodes.filter((node) => !isFunction(node))]);
  }

  /** Returns statements in their own scope. */
  private blockOf(read: () => Stmt[]): Stmt[] {
    const { result, locals } = this.scope(false, read);
    return locals.length === 0 ? result : [{ kind: "block", locals, body: result }];
  }

  private body(node: SyntaxNode): Stmt[] {
    return this.blockOf(() => this.list(node.type === "statement_block" ? node.children : [node]));
  }

  private declaration(node: SyntaxNode): Stmt[] {
    return node.children.flatMap((each) => {
      const name = child(each, "name");
      const value = child(each, "value");
      if (name === undefined) return [];
      const target = this.declare(this.target(name), node.type === "variable_declaration");
      return value ? [assigned(each, target, this.lower(value))] : [];
    });
  }

  private conditional(node: SyntaxNode): Stmt[] {
    const otherwise = child(node, "alternative");
    const arms = [this.body(part(node, "consequence"))];
    if (otherwise) arms.push(this.body(otherwise));
    return [...this.tested(node), { kind: "branch", arms, total: otherwise !== undefined }];
  }

  private forLoop(node: SyntaxNode): Stmt[] {
    return this.blockOf(() => {
      const first = this.statement(part(node, "initializer"));
      const increment = statementOf(this.lower(part(node, "increment")));
      const head = this.statement(part(node, "condition"));
      return [
        ...first,
        { kind: "loop", over: null, head, body: [...this.body(part(node, "body")), ...increment] },
      ];
    });
  }

  private forIn(node: SyntaxNode): Stmt[] {
    return this.blockOf(() => {
      const target = this.target(part(node, "left"));
      if (child(node, "kind") !== undefined) this.declare(target);
      const over = { target, value: this.lower(part(node, "right")) };
      return [{ kind: "loop", over, head: [], body: this.body(part(node, "body")) }];
    });
  }

  /** Lowers `switch` to a branch. The arm of a case without `break` also contains the next case, but no later ones. */
  private switchStatement(node: SyntaxNode): Stmt[] {
    const cases = part(node, "body").children;
    const head = statementOf(this.lower(part(node, "value")));
    return this.blockOf(() => {
      const bodies = cases.map((each) => ({
        body: childrenOf(each, "body")
          .filter((part) => part.type !== "break_statement")
          .flatMap((part) => this.statement(part)),
        fallsThrough: !childrenOf(each, "body").some((part) => part.type === "break_statement"),
      }));
      const arms = bodies.map((each, index) =>
        each.fallsThrough ? [...each.body, ...(bodies[index + 1]?.body ?? [])] : each.body,
      );
      return [
        ...head,
        { kind: "branch", arms, total: cases.some((each) => each.type === "switch_default") },
      ];
    });
  }

  private tryStatement(node: SyntaxNode): Stmt {
    const handler = child(node, "handler");
    const finalizer = child(node, "finalizer");
    const handlers = (handler ? [handler] : []).map((each) =>
      this.blockOf(() => {
        const parameter = child(each, "parameter");
        const body = (): Stmt[] => this.body(part(each, "body"));
        if (parameter === undefined) return body();
        return [caught(parameter, this.declare(this.target(parameter))), ...body()];
      }),
    );
    return {
      kind: "try",
      body: this.body(part(node, "body")),
      handlers,
      otherwise: [],
      last: finalizer ? this.body(part(finalizer, "body")) : [],
    };
  }

  protected functionOf(node: SyntaxNode): FunctionExpr {
    const name = child(node, "name");
    const body = part(node, "body");
    const around = this.readsArguments;
    this.readsArguments = false;
    const read = this.functionWith(node, name ? this.keyOf(name) : null, () => {
      const parameters = this.parameters(node);
      for (const { target } of parameters) this.declare(target);
      const made = {
        parameters,
        body:
          body.type === "statement_block"
            ? [...this.parameterProperties(node), ...this.list(body.children)]
            : this.returned(body),
      };
      return this.readsArguments && node.type !== "arrow_function"
        ? this.withArguments(node, made)
        : made;
    });
    this.readsArguments = around || (this.readsArguments && node.type === "arrow_function");
    return { ...read, getter: firstOf(node, "get") !== undefined };
  }

  /** Returns a function with the list `arguments`, which its body reads, of its parameters and of the further arguments. */
  private withArguments({ start }: SyntaxNode, { parameters, body }: OfFunction): OfFunction {
    if (parameters.some(({ rest }) => rest)) return { parameters, body };
    const place = { start, end: start };
    const list: NameExpr = { kind: "name", name: ARGUMENTS, ...place };
    const more: NameExpr = { ...list, name: `(more ${ARGUMENTS})` };
    const items = parameters.map(
      ({ target }): Expr => (target.kind === "name" ? target : inert(place)),
    );
    const all = [
      ...items.map((value): Argument => ({ name: null, spread: false, value })),
      { name: null, spread: true, value: more },
    ];
    for (const each of [list, more]) this.declare(each);
    return {
      parameters: [...parameters, { target: more, fallback: null, rest: true }],
      body: [assigned(place, list, { kind: "list", items: all, ...place }), ...body],
    };
  }

  protected classOf(node: SyntaxNode): ClassExpr {
    const methods: { name: string; value: FunctionExpr }[] = [];
    const body: Stmt[] = [];
    this.classes++;
    for (const member of part(node, "body").children) {
      body.push(...this.decorators(member));
      if (member.type === "method_definition") {
        const value = this.functionOf(member);
        methods.push({ name: value.name ?? "", value });
      } else if (member.type === "field_definition" || member.type === "public_field_definition")
        body.push(...this.classField(member));
      else body.push(...this.statement(member));
    }
    this.classes--;
    const heritage = firstOf(node, "class_heritage");
    const extended = heritage && firstOf(heritage, "extends_clause");
    const bases = this.all(
      extended === undefined ? (heritage?.children ?? []) : childrenOf(extended, "value"),
    );
    return { kind: "class", start: node.start, end: node.end, bases, body, locals: [], methods };
  }

  private decorators(node: SyntaxNode): Stmt[] {
    return childrenOf(node, "decorator").map((each) => ({ kind: "do", value: this.lower(each) }));
  }

  private classField(node: SyntaxNode): Stmt[] {
    const property = child(node, "property") ?? part(node, "name");
    const value = child(node, "value");
    const key = this.keyOf(property);
    if (key === null || value === undefined) return [];
    return [assigned(node, ownProperty(property, key), this.lower(value))];
  }

  /** Lowers TypeScript's parameter properties, `constructor(private code: string)`, to assignments to the object. */
  private parameterProperties(node: SyntaxNode): Stmt[] {
    return (child(node, "parameters")?.children ?? []).flatMap((each) => {
      const name = child(each, "pattern");
      const isProperty = firstOf(each, "accessibility_modifier", "readonly") !== undefined;
      return isProperty && name?.type === "identifier"
        ? [assigned(each, ownProperty(name, this.slice(name)), this.lower(name))]
        : [];
    });
  }

  private imports(node: SyntaxNode): Stmt[] {
    const source = part(node, "source");
    const clause = firstOf(node, "import_clause");
    if (clause === undefined) return [];
    const module = this.text.slice(source.start + 1, source.end - 1).replace(/^node:/, "");
    return clause.children.flatMap((each) => {
      if (each.type === "identifier") return [this.imported(each, module)];
      if (each.type === "namespace_import" && each.children[0])
        return [this.imported(each.children[0], module)];
      return each.children
        .filter(({ type }) => type === "import_specifier")
        .map((specifier) => {
          const name = part(specifier, "name");
          return this.imported(child(specifier, "alias") ?? name, `${module}.${this.slice(name)}`);
        });
    });
  }
}

/** Returns the target for a property of the current object. */
function ownProperty({ start, end }: SyntaxNode, property: string): Target {
  const place = { start, end };
  const object: Expr = { kind: "name", name: "this", start, end: start };
  return { kind: "member", ...place, object, property, at: place, bracketed: false };
}
