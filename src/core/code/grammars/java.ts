import { escapeStyles } from "../../languages/string-syntax.js";
import type {
  Argument,
  Entry,
  Expr,
  FunctionExpr,
  Parameter,
  Program,
  Stmt,
  Target,
} from "../ir.js";
import { assigned, assignment, byType, callOf, inert } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { ClassReader } from "./class-reader.js";

const MAKES_TABLE = /^(?:java\.util\.)?(?:Immutable)?Map\.of(?:Entries)?$/;

/** Returns an expression as an argument. */
function argumentOf(value: Expr): Argument {
  return { name: null, spread: false, value };
}

/** Lowers programs in Java. */
export class JavaReader extends ClassReader {
  /** The components of the program's records. A method with the same name returns the component. */
  private readonly accessors = new Set<string>();

  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    identifier: (node) => this.variable(node),
    "type_identifier scoped_type_identifier scoped_identifier": (node) => this.name(node),
    generic_type: (node) => this.lower(node.children[0] ?? { ...node, type: "" }),
    this: (node) => this.self(node),
    super: (node) => this.inherited(node),
    "decimal_integer_literal decimal_floating_point_literal": (node) => this.constant(node, true),
    "true false null_literal": (node) => this.constant(node, false),
    string_literal: (node) => this.string(node),
    character_literal: (node) => this.plain(node),
    method_invocation: (node) => this.invocation(node),
    object_creation_expression: (node) => this.creation(node),
    field_access: (node) =>
      this.isQualified(node)
        ? this.name(node)
        : this.member(node, this.lower(part(node, "object")), part(node, "field")),
    array_access: (node) =>
      this.indexed(node, this.lower(part(node, "array")), this.lower(part(node, "index"))),
    // `new String[3]` is a list whose items are assigned later
    array_creation_expression: (node) =>
      this.slice(part(node, "type")) === "String" && child(node, "value") === undefined
        ? { kind: "list", start: node.start, end: node.end, items: [] }
        : this.lower(part(node, "value")),
    array_initializer: ({ start, end, children }) => ({
      kind: "list",
      start,
      end,
      items: this.args(children),
    }),
    assignment_expression: (node) => this.assignment(node),
    binary_expression: (node) => this.binary(node),
    instanceof_expression: (node) => this.matched(node),
    ternary_expression: (node) => this.conditional(node),
    cast_expression: (node) => this.lower(part(node, "value")),
    parenthesized_expression: (node) => this.passing(node),
    lambda_expression: (node) => this.lambda(node),
    switch_expression: (node) => ({
      kind: "group",
      start: node.start,
      end: node.end,
      body: this.cases(node, true),
    }),
  });

  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "program block constructor_body expression_statement labeled_statement synchronized_statement ERROR":
      (node) => this.contained(node),
    "import_declaration package_declaration line_comment block_comment": () => [],
    "local_variable_declaration field_declaration": (node) => this.declaration(node),
    explicit_constructor_invocation: (node) => [
      { kind: "do", value: this.constructorCall(node, part(node, "constructor").type === "super") },
    ],
    "class_declaration record_declaration enum_declaration interface_declaration": (node) =>
      this.classOf(node),
    "method_declaration constructor_declaration": (node) => this.methodDefinition(node),
    if_statement: (node) => this.ifStatement(node),
    "while_statement do_statement": (node) => this.whileStatement(node),
    for_statement: (node) => this.forStatement(node, "init"),
    enhanced_for_statement: (node) => this.forEachStatement(node, "name", "value"),
    switch_expression: (node) => this.cases(node, false),
    yield_statement: ({ children: [value] }) =>
      value === undefined ? [] : [{ kind: "output", value: this.lower(value) }],
    "try_statement try_with_resources_statement": (node) => [
      ...(child(node, "resources")?.children ?? []).flatMap((each) => this.resource(each)),
      this.tryStatement(node),
    ],
  });

  protected isDefinition({ type }: SyntaxNode): boolean {
    return type === "method_declaration" || type === "class_declaration";
  }

  /** Whether an expression is a type that is qualified with its package: `java.util.Base64`. */
  private isQualified(node: SyntaxNode): boolean {
    const [, root] = /^([a-z]\w*)\.(?:[a-z]\w*\.)*[A-Z]\w*[a-z]\w*$/.exec(this.slice(node)) ?? [];
    return root !== undefined && !this.isDeclared(root) && !this.isMember(root);
  }

  private name({ start, end }: SyntaxNode): Expr {
    const written = this.text.slice(start, end);
    const name = written.slice(written.lastIndexOf(".") + 1);
    return { kind: "name", name, start: end - name.length, end };
  }

  /** Lowers a name: a variable, or a field of the enclosing class. */
  protected variable(node: SyntaxNode): Expr {
    const name = this.slice(node);
    return this.isMember(name) && !this.isDeclared(name)
      ? this.member(node, this.self(node), node)
      : this.name(node);
  }

  private string(node: SyntaxNode): Expr {
    const isBlock = this.text.startsWith('"""', node.start);
    return this.quoted(node, escapeStyles.c, () => undefined, isBlock ? [3, 3] : [1, 1]);
  }

  private invocation(node: SyntaxNode): Expr {
    const object = child(node, "object");
    const name = part(node, "name");
    if (object !== undefined && this.isAccessor(node, name))
      return this.member({ ...node, end: name.end }, this.lower(object), name);
    if (MAKES_TABLE.test(this.text.slice(node.start, name.end))) return this.table(node);
    const callee =
      object === undefined
        ? this.ownMethod(name)
        : this.member({ ...node, end: name.end }, this.lower(object), name);
    return this.call(node, callee, child(node, "arguments"));
  }

  private creation(node: SyntaxNode): Expr {
    const body = firstOf(node, "class_body");
    if (body === undefined) {
      const args = this.args(part(node, "arguments").children);
      return { ...callOf(node, this.lower(part(node, "type")), args), construct: true };
    }
    const functions = this.methodsOf(body);
    const [only, ...more] = functions;
    return only !== undefined && more.length === 0
      ? only
      : { kind: "list", start: node.start, end: node.end, items: functions.map(argumentOf) };
  }

  /** Lowers arguments. An object of an anonymous class is replaced by its methods, any of which the called function may call. */
  protected override args(nodes: readonly SyntaxNode[]): Argument[] {
    return nodes.flatMap((node) => {
      const body =
        node.type === "object_creation_expression" ? firstOf(node, "class_body") : undefined;
      return body === undefined ? [this.argument(node)] : this.methodsOf(body).map(argumentOf);
    });
  }

  /** Lowers the methods of an anonymous class to functions. Its fields are lowered to assignments before the first function. */
  private methodsOf({ children }: SyntaxNode): Expr[] {
    const fields = this.list(children.filter(({ type }) => type === "field_declaration"));
    const functions = children
      .filter(({ type }) => type === "method_declaration")
      .map((each): Expr => ({ ...this.functionOf(each), name: null }));
    const [first, ...more] = functions;
    if (first === undefined || fields.length === 0) return functions;
    const { start, end } = first;
    return [
      { kind: "group", start, end, body: [...fields, { kind: "output", value: first }] },
      ...more,
    ];
  }

  /** Whether a call without arguments reads a component of a record that the program defines: `job.body()`. */
  private isAccessor(node: SyntaxNode, name: SyntaxNode): boolean {
    const given = child(node, "arguments")?.children.length ?? 0;
    return given === 0 && this.accessors.has(this.slice(name));
  }

  override program(root: SyntaxNode): Program {
    const records = root.children.flatMap((each) => [
      each,
      ...(child(each, "body")?.children ?? []),
    ]);
    for (const each of records)
      if (each.type === "record_declaration")
        for (const name of this.components(each)) this.accessors.add(name);
    return super.program(root);
  }

  /** Lowers `x instanceof T name`. */
  private matched(node: SyntaxNode): Expr {
    const [left, name] = [part(node, "left"), child(node, "name")];
    const value = this.lower(left);
    return inert(node, [name === undefined ? value : assignment(node, this.declared(name), value)]);
  }

  /** Lowers `Map.of("a", x, "b", y)` and `Map.ofEntries(Map.entry("a", x))` to a record. */
  private table(node: SyntaxNode): Expr {
    const given = part(node, "arguments").children;
    const pairs = given.flatMap((each) =>
      each.type === "method_invocation" ? (child(each, "arguments")?.children ?? []) : [each],
    );
    const { start, end } = node;
    const entries = pairs.flatMap((each, at): Entry[] => {
      const key = at % 2 === 0 ? undefined : pairs[at - 1];
      if (key === undefined) return [];
      const name = key.type === "string_literal" ? this.slice(key).slice(1, -1) : null;
      return [{ key: name, spread: false, value: this.lower(each) }];
    });
    return { kind: "record", start, end, entries };
  }

  private declaration(node: SyntaxNode): Stmt[] {
    return childrenOf(node, "declarator").flatMap((each) => {
      const value = child(each, "value");
      const target = this.declared(part(each, "name"));
      return value === undefined ? [] : [assigned(each, target, this.lower(value))];
    });
  }

  /** Lowers the cases of a `switch`. @param isValue whether it is an expression, so that `case A -> x;` has the value `x` */
  private cases(node: SyntaxNode, isValue: boolean): Stmt[] {
    const arms = part(node, "body").children.map(({ type, children }) => {
      const body = this.list(
        children.filter((each) => !/^(?:switch_label|break_statement)$/.test(each.type)),
      );
      const [only] = body;
      return isValue && type === "switch_rule" && body.length === 1 && only?.kind === "do"
        ? [{ ...only, kind: "output" } as const]
        : body;
    });
    return this.arms(child(node, "condition"), arms, false);
  }

  private resource(node: SyntaxNode): Stmt[] {
    const [name, value] = [child(node, "name"), child(node, "value")];
    return name === undefined || value === undefined
      ? []
      : [assigned(node, this.declared(name), this.lower(value))];
  }

  protected target(node: SyntaxNode): Target {
    const { start, end } = node;
    if (node.type !== "identifier") return this.memberTarget(node);
    const name = this.slice(node);
    const found = this.isMember(name) && !this.isDeclared(name);
    const member = found ? this.member(node, this.self(node), node) : null;
    return member?.kind === "member" ? member : { kind: "name", name, start, end };
  }

  protected parameters(node: SyntaxNode): Parameter[] {
    const list = part(node, "parameters");
    const named = list.children.length === 0 && list.type === "identifier" ? [list] : list.children;
    return named.flatMap((each) => {
      const name = child(each, "name") ?? firstOf(each, "variable_declarator") ?? each;
      const { start, end } = name;
      const target: Target = { kind: "name", name: this.slice(name), start, end };
      const rest = each.type === "spread_parameter";
      return [{ target: this.declare(target), fallback: rest ? null : this.instance(each), rest }];
    });
  }

  /** Returns an unknown object of the class in a declaration; null if the declared type is not a class. */
  private instance(node: SyntaxNode): Expr | null {
    const type = child(node, "type");
    if (type?.type !== "type_identifier") return null;
    return { kind: "module", start: type.start, end: type.end, path: `${this.slice(type)}()` };
  }

  protected functionOf(node: SyntaxNode): FunctionExpr {
    const made = this.func(node, this.slice(part(node, "name")), () => ({
      parameters: this.parameters(node),
      body: this.list(child(node, "body")?.children ?? []),
    }));
    return node.type === "constructor_declaration" ? { ...made, name: "constructor" } : made;
  }

  private classOf(node: SyntaxNode): Stmt[] {
    const name = part(node, "name");
    const constants = part(node, "body").children.filter(({ type }) => type === "enum_constant");
    const body = part(node, "body").children.flatMap((each) =>
      each.type === "enum_body_declarations" ? each.children : [each],
    );
    const isMethod = ({ type }: SyntaxNode): boolean =>
      type === "method_declaration" || type === "constructor_declaration";
    const fields = body
      .filter(({ type }) => type === "field_declaration")
      .flatMap((field) => childrenOf(field, "declarator").map((each) => ({ field, each })));
    const methods = body.filter(isMethod);
    const components = node.type === "record_declaration" ? this.components(node) : [];
    const members = new Set([
      ...components,
      ...fields.map(({ each }) => this.slice(part(each, "name"))),
      ...methods.map((each) => this.slice(part(each, "name"))),
    ]);
    const bases = firstOf(node, "superclass")?.children ?? [];
    const value = this.classWith(node, bases, members, () => ({
      methods: methods.map((each) => {
        const read = this.functionOf(each);
        return { name: read.name ?? "", value: read };
      }),
      body: [
        ...fields.flatMap(({ field, each }) => {
          const [at, given] = [part(each, "name"), child(each, "value")];
          const target = this.member(each, this.self(each), at);
          const value = given === undefined ? this.instance(field) : this.lower(given);
          return value === null || target.kind !== "member" ? [] : [assigned(each, target, value)];
        }),
        ...this.list(
          body.filter(({ type }) =>
            /^(?:(?:class|record|enum|interface)_declaration|static_initializer)$/.test(type),
          ),
        ),
      ],
    }));
    return [
      this.defined(node, this.slice(name), name, { ...value, locals: components }),
      ...constants.flatMap((each) => this.enumConstant(name, each)),
    ];
  }

  /** Lowers a constant of an enumeration to an object that the constructor creates: `enum Step { FIRST("curl") }`. */
  private enumConstant(type: SyntaxNode, node: SyntaxNode): Stmt[] {
    const at = part(node, "name");
    const args = this.args(child(node, "arguments")?.children ?? []);
    const made = callOf(node, this.name(type), args, { construct: true });
    const target = this.member({ ...node, end: at.end }, this.name(type), at);
    return target.kind === "member" ? [assigned(node, target, made)] : [];
  }

  /** Returns the names of the parameters of a record's constructor: `record Job(String shell, String body)`. */
  private components(node: SyntaxNode): string[] {
    const list = child(node, "parameters")?.children ?? [];
    return list.flatMap((each) => {
      const name = child(each, "name");
      return name === undefined ? [] : [this.slice(name)];
    });
  }
}
