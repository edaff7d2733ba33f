import type { Expr, FunctionExpr, Stmt } from "../ir.js";
import { assigned, byType } from "../lowering.js";
import { child, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { CSharpExpressions } from "./csharp-expressions.js";

const METHODS = /^(?:method_declaration|constructor_declaration|property_declaration)$/;
/** Matches the call of a constructor of the base class. */
const INHERITED = /^:\s*base\b/;
const TYPES = /^(?:class|struct|record|record_struct)_declaration$/;
const DEFINITIONS = /^(?:method|class|struct|record|local_function)_(?:declaration|statement)$/;

/** Lowers programs in C#. */
export class CSharpReader extends CSharpExpressions {
  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "compilation_unit global_statement block declaration_list expression_statement labeled_statement checked_statement unsafe_statement finally_clause preproc_if preproc_else preproc_elif preproc_region":
      (node) => this.contained(node),
    "using_directive extern_alias_directive comment interface_declaration enum_declaration delegate_declaration attribute_list modifier preproc_line preproc_define":
      () => [],
    "namespace_declaration file_scoped_namespace_declaration": (node) =>
      this.list(
        child(node, "body")?.children ?? node.children.filter(({ field }) => field === null),
      ),
    ERROR: (node) => this.excerpt(node),
    "local_declaration_statement field_declaration": (node) => this.contained(node),
    variable_declaration: (node) => this.declaration(node),
    "class_declaration struct_declaration record_declaration": (node) => this.classOf(node),
    "method_declaration local_function_statement": (node) =>
      isExternal(node) ? [] : this.methodDefinition(node),
    if_statement: (node) => this.ifStatement(node),
    "while_statement do_statement": (node) => this.whileStatement(node),
    for_statement: (node) => this.forStatement(node, "initializer"),
    foreach_statement: (node) => this.forEachStatement(node, "left", "right"),
    switch_statement: (node) =>
      this.arms(
        child(node, "value"),
        part(node, "body").children.map((each) => [
          ...this.bound(
            each.children.filter(({ type }) => type.endsWith("_pattern")),
            child(node, "value"),
          ).map((value): Stmt => ({ kind: "do", value })),
          ...this.list(
            each.children.filter(
              ({ type }) => /_statement$|^block$/.test(type) && type !== "break_statement",
            ),
          ),
        ]),
        false,
      ),
    "using_statement fixed_statement lock_statement": (node) => this.list(node.children),
    yield_statement: (node) => {
      const { start, end, children } = node;
      const [value] = children;
      if (value === undefined) return [];
      const item = { name: null, spread: false, value: this.lower(value) };
      return [{ kind: "do", value: { kind: "yield", start, end, item } }];
    },
    try_statement: (node) => [this.tryStatement(node)],
  });

  protected isDefinition(node: SyntaxNode): boolean {
    const inner = node.type === "global_statement" ? (node.children[0] ?? node) : node;
    return DEFINITIONS.test(inner.type);
  }

  /**
   * Lowers code that the grammar rejects. In an excerpt with only the content of an initializer (`FileName = "sh", Arguments = "…"`),
   * the grammar separates names from their values.
   */
  private excerpt(node: SyntaxNode): Stmt[] {
    const nodes: SyntaxNode[] = [];
    const waiting = [...node.children].reverse();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      if (next.type === "ERROR") waiting.push(...[...next.children].reverse());
      else nodes.push(next);
    const isValueOf = (name: SyntaxNode, value: SyntaxNode): boolean =>
      name.type === "identifier" &&
      value.start - name.end < 20 &&
      this.text.slice(name.end, value.start).trim() === "=";
    return nodes.flatMap((each, at) => {
      const [before, after] = [nodes[at - 1], nodes[at + 1]];
      if (before !== undefined && isValueOf(before, each)) return [];
      return after !== undefined && isValueOf(each, after)
        ? [assigned(each, this.target(each), this.lower(after))]
        : this.list([each]);
    });
  }

  private declaration(node: SyntaxNode): Stmt[] {
    return node.children.flatMap((each) => {
      if (each.type !== "variable_declarator") return [];
      const value = this.initialOf(node, each);
      const target = this.loopTarget(firstOf(each, "tuple_pattern") ?? part(each, "name"));
      return value === null ? [] : [assigned(each, target, value)];
    });
  }

  /** Returns the initial value in a declarator; null if there is none. The grammar has no field name for it. */
  private initialOf(declaration: SyntaxNode, declarator: SyntaxNode): Expr | null {
    const value = declarator.children.at(-1);
    if (value === undefined || value.field === "name") return null;
    const type = child(declaration, "type") ?? null;
    this.declaredType = type?.type === "implicit_type" ? null : type;
    const read = this.lower(value);
    this.declaredType = null;
    return read;
  }

  protected functionOf(node: SyntaxNode, name = this.slice(part(node, "name"))): FunctionExpr {
    const body = child(node, "body");
    const other = firstOf(node, "constructor_initializer");
    return this.func(node, name, () => {
      const parameters = this.parameters(node);
      const called: Stmt[] =
        other === undefined
          ? []
          : [{ kind: "do", value: this.constructorCall(other, INHERITED.test(this.slice(other))) }];
      return { parameters, body: [...called, ...this.bodyOf(body)] };
    });
  }

  /** Returns the constructor whose parameters follow the name of a class or record, as properties of the object. */
  private primaryConstructor(node: SyntaxNode): FunctionExpr {
    return this.func(node, "constructor", () => {
      const parameters = this.parameters(node);
      const body = parameters.flatMap(({ target }): Stmt[] => {
        if (target.kind !== "name") return [];
        const at = { ...node, start: target.start, end: target.end };
        const property = this.member(at, this.self(at), at);
        return [assigned(at, property, target)];
      });
      return { parameters, body };
    });
  }

  /** Returns the statements of a block, or of `=> value`. */
  private bodyOf(node: SyntaxNode | undefined): Stmt[] {
    const [value] = node?.children ?? [];
    return node?.type === "arrow_expression_clause" && value !== undefined
      ? this.returned(value)
      : this.list(node?.children ?? []);
  }

  /** Returns a method, a constructor, or the getter of a property; null for any other member. */
  private methodOf(node: SyntaxNode): FunctionExpr | null {
    if (node.type === "method_declaration") return this.functionOf(node);
    if (node.type === "constructor_declaration") return this.functionOf(node, "constructor");
    const value = child(node, "value");
    const getter = child(node, "accessors")?.children.find(
      (each) => firstOf(each, "get") !== undefined,
    );
    const body =
      value?.type === "arrow_expression_clause"
        ? value
        : getter === undefined
          ? undefined
          : child(getter, "body");
    if (body === undefined) return null;
    const name = this.slice(part(node, "name"));
    const read = this.func(node, name, () => ({ parameters: [], body: this.bodyOf(body) }));
    return { ...read, getter: true };
  }

  /** Returns the names of a class's fields and properties, each with a function that lowers its initial value (null if there is none). */
  private containedIn(
    members: readonly SyntaxNode[],
  ): { readonly at: SyntaxNode; read: () => Expr | null }[] {
    return members.flatMap((each) => {
      if (each.type === "property_declaration") {
        const value = child(each, "value");
        const isValue = value !== undefined && value.type !== "arrow_expression_clause";
        return [{ at: part(each, "name"), read: () => (isValue ? this.lower(value) : null) }];
      }
      const declaration = firstOf(each, "variable_declaration");
      if (each.type !== "field_declaration" || declaration === undefined) return [];
      return declaration.children
        .filter(({ type }) => type === "variable_declarator")
        .map((declarator) => ({
          at: part(declarator, "name"),
          read: () => this.initialOf(declaration, declarator),
        }));
    });
  }

  private classOf(node: SyntaxNode): Stmt[] {
    const name = part(node, "name");
    const body = child(node, "body")?.children ?? [];
    const found = this.containedIn(body);
    const methods = body.filter((each) => METHODS.test(each.type) && !isExternal(each));
    const primary = firstOf(node, "parameter_list");
    const members = new Set([
      ...(primary?.children ?? []).map((each) => this.slice(part(each, "name"))),
      ...found.map(({ at }) => this.slice(at)),
      ...methods.map((each) => this.slice(part(each, "name"))),
    ]);
    const bases = firstOf(node, "base_list")?.children ?? [];
    const value = this.classWith(node, bases, members, () => ({
      methods: [
        ...(primary === undefined
          ? []
          : [{ name: "constructor", value: this.primaryConstructor(node) }]),
        ...methods.flatMap((each) => {
          const read = this.methodOf(each);
          return read === null ? [] : [{ name: read.name ?? "", value: read }];
        }),
      ],
      body: [
        ...found.flatMap(({ at, read }) => {
          const given = read();
          const target = this.member(at, this.self(at), at);
          return given === null || target.kind !== "member" ? [] : [assigned(at, target, given)];
        }),
        ...this.list(body.filter(({ type }) => TYPES.test(type))),
      ],
    }));
    return [this.defined(node, this.slice(name), name, value)];
  }
}

/** Whether a method has no body because a library defines it, as in `static extern int system(string command);`. */
function isExternal(node: SyntaxNode): boolean {
  return (
    /^(?:method_declaration|local_function_statement)$/.test(node.type) && !child(node, "body")
  );
}
