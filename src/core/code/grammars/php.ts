import type { Expr, Stmt, Target } from "../ir.js";
import { assigned, byType, statementOf } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { PhpExpressions } from "./php-expressions.js";

/** Lowers programs in PHP. Variables keep their `$`. */
export class PhpReader extends PhpExpressions {
  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "expression_statement compound_statement colon_block namespace_definition ERROR": (node) =>
      this.contained(node),
    "text php_tag text_interpolation comment": () => [],
    echo_statement: (node) =>
      node.children
        .flatMap((each) => (each.type === "sequence_expression" ? each.children : [each]))
        .flatMap((each) => statementOf(this.printed(each, this.lower(each)))),
    function_definition: (node) => [
      this.defined(node, this.slice(part(node, "name")), part(node, "name"), this.functionOf(node)),
    ],
    "class_declaration trait_declaration interface_declaration enum_declaration": (node) =>
      this.classOf(node),
    if_statement: (node) => this.conditional(node),
    "while_statement do_statement": (node) => [
      this.looped(this.list([part(node, "condition")]), this.list([part(node, "body")])),
    ],
    for_statement: (node) => [
      ...this.list(childrenOf(node, "initialize")),
      this.looped(
        this.list(childrenOf(node, "condition")),
        this.list([
          ...node.children.filter(({ field }) => field === null || field === "body"),
          ...childrenOf(node, "update"),
        ]),
      ),
    ],
    foreach_statement: (node) => this.forEach(node),
    switch_statement: (node) =>
      this.arms(
        child(node, "condition"),
        part(node, "body").children.map((each) =>
          this.list(
            each.children.filter(
              ({ type, field }) => type !== "break_statement" && field !== "value",
            ),
          ),
        ),
        firstOf(part(node, "body"), "default_statement") !== undefined,
      ),
    try_statement: (node) => [this.tryStatement(node)],
    global_declaration: (node) => [
      { kind: "outer", names: node.children.map((each) => this.slice(each)), global: true },
    ],
    function_static_declaration: (node) =>
      node.children.map((each) =>
        assigned(
          each,
          this.declare(this.target(part(each, "name"))),
          this.lower(part(each, "value")),
        ),
      ),
    const_declaration: (node) =>
      node.children.flatMap((each) => {
        const [name, value] = each.children;
        return name === undefined || value === undefined
          ? []
          : [this.defined(each, this.slice(name), name, this.lower(value))];
      }),
    unset_statement: (node) =>
      node.children.map((each) => ({ kind: "forget", target: this.target(each) })),
    namespace_use_declaration: (node) => this.imports(node),
    throw_expression: (node) => [
      { kind: "leave", how: "throw", value: this.lower(node.children[0] ?? node) },
    ],
  });

  protected isDefinition({ type }: SyntaxNode): boolean {
    return /^(?:function_definition|class_declaration|trait_declaration)$/.test(type);
  }

  /** Lowers an alias of a function or class: `use function base64_decode as d;`. */
  private imports(node: SyntaxNode): Stmt[] {
    const clauses = [node, ...node.children.filter(({ type }) => type === "namespace_use_group")]
      .flatMap(({ children }) => children)
      .filter(({ type }) => type === "namespace_use_clause");
    return clauses.flatMap((each) => {
      const named = firstOf(each, "name", "qualified_name");
      const alias = child(each, "alias");
      return named === undefined || alias === undefined
        ? []
        : [this.defined(each, this.slice(alias), alias, this.functionName(named))];
    });
  }

  private functionOf(node: SyntaxNode): Extract<Expr, { kind: "function" }> {
    const name = child(node, "name");
    return this.func(
      node,
      name === undefined ? null : this.slice(name),
      () => ({
        parameters: this.parameters(node),
        body: [...this.promoted(node), ...this.list(child(node, "body")?.children ?? [])],
      }),
      [],
    );
  }

  /** Returns the assignments of promoted constructor parameters to their properties: `function __construct(private $x)`. */
  private promoted(node: SyntaxNode): Stmt[] {
    return (child(node, "parameters")?.children ?? [])
      .filter(({ type }) => type === "property_promotion_parameter")
      .flatMap((each) => {
        const name = part(each, "name");
        const target = this.member(each, this.self(each), name);
        return target.kind === "member" ? [assigned(each, target, this.lower(name))] : [];
      });
  }

  private classOf(node: SyntaxNode): Stmt[] {
    const name = part(node, "name");
    const body = part(node, "body").children;
    // a class also has the methods of its traits
    const bases = [
      firstOf(node, "base_clause"),
      ...body.filter(({ type }) => type === "use_declaration"),
    ].flatMap((each) => each?.children ?? []);
    const value = this.classWith(node, bases, new Set(), () => ({
      methods: body
        .filter(({ type }) => type === "method_declaration")
        .map((each) => ({ name: this.slice(part(each, "name")), value: this.functionOf(each) })),
      body: body.flatMap((each) => this.field(each)),
    }));
    return [this.defined(node, this.slice(name), name, value)];
  }

  /** Lowers properties and constants with their values: `public $x = "…";`, `const X = "…";`, `case X = "…";`. */
  private field(node: SyntaxNode): Stmt[] {
    const parts = node.type === "enum_case" ? [node] : node.children;
    return parts.flatMap((each) => {
      const isConstant = each.type === "const_element";
      const name = isConstant ? each.children[0] : child(each, "name");
      const value = isConstant
        ? each.children[1]
        : (child(each, "default_value") ?? child(each, "value"));
      if (name === undefined || value === undefined) return [];
      const target = this.member(each, this.self(each), name);
      return target.kind === "member" ? [assigned(each, target, this.lower(value))] : [];
    });
  }

  private conditional(node: SyntaxNode): Stmt[] {
    const others = childrenOf(node, "alternative");
    const arms = [
      this.list([part(node, "body")]),
      ...others.map((each) => this.list([...childrenOf(each, "condition"), part(each, "body")])),
    ];
    return this.arms(
      child(node, "condition"),
      arms,
      others.some(({ type }) => type === "else_clause"),
    );
  }

  private forEach(node: SyntaxNode): Stmt[] {
    const [over, item] = node.children;
    const name = item?.type === "pair" ? item.children[1] : item;
    const target: Target = name === undefined ? { kind: "items", items: [] } : this.target(name);
    return [this.each(target, over, () => this.list(childrenOf(node, "body")))];
  }
}
