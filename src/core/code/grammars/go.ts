import { escapeStyles } from "../../languages/string-syntax.js";
import type {
  Argument,
  ClassExpr,
  Entry,
  Expr,
  FunctionExpr,
  Parameter,
  Program,
  Stmt,
  Target,
} from "../ir.js";
import { assigned, assignment, byType, callOf } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { withoutErrors } from "./go-errors.js";
import { NamedReader } from "./named-reader.js";

/** Lowers programs in Go. */
export class GoReader extends NamedReader {
  protected readonly joining = new Set(["+"]);
  /** The methods that the program defines, by the type of their receiver. */
  private readonly methods = new Map<string, SyntaxNode[]>();
  private readonly methodNames = new Set<string>();
  /** The names of the fields of the program's structures, by the type's name. */
  private readonly fields = new Map<string, readonly string[]>();

  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    "identifier package_identifier type_identifier field_identifier": (node) => this.name(node),
    "int_literal float_literal": (node) => this.constant(node, true),
    "true false nil": (node) => this.constant(node, false),
    "interpreted_string_literal rune_literal": (node) => this.plain(node),
    raw_string_literal: (node) => this.quoted(node, escapeStyles.raw, () => undefined),
    call_expression: (node) =>
      this.call(node, this.lower(part(node, "function")), child(node, "arguments")),
    selector_expression: (node) => {
      const field = part(node, "field");
      const member = this.member(node, this.lower(part(node, "operand")), field);
      return this.methodNames.has(this.slice(field)) ? { ...member, isMethod: true } : member;
    },
    index_expression: (node) =>
      this.indexed(node, this.lower(part(node, "operand")), this.lower(part(node, "index"))),
    slice_expression: (node) => this.sliced(node),
    "type_assertion_expression unary_expression": (node) => this.lower(part(node, "operand")),
    type_conversion_expression: (node) => this.conversion(node),
    composite_literal: (node) => this.object(node),
    literal_value: (node) => this.composite(node, node, this.itemType),
    "literal_element parenthesized_expression": (node) => this.passing(node),
    expression_list: (node) => this.passing(node),
    binary_expression: (node) => this.binary(node),
    func_literal: (node) => this.functionOf(node),
  });

  /** Lowers `channel <- x` to an assignment: the value of the channel is `x` or a value that was sent before. */
  private sending(node: SyntaxNode): Stmt[] {
    const channel = this.target(part(node, "channel"));
    const value = this.lower(part(node, "value"));
    if (channel.kind !== "name" && channel.kind !== "member") return [{ kind: "do", value }];
    const { start, end } = node;
    const either: Expr = { kind: "choice", start, end, tested: [], options: [value, channel] };
    return [assigned(node, channel, either)];
  }

  /** The item type of the list that is being read; undefined if there is none. */
  private itemType: SyntaxNode | undefined;

  /** Lowers a slice such as `x[1:]`. A slice that begins with the first item is the whole object. */
  private sliced(node: SyntaxNode): Expr {
    const object = this.lower(part(node, "operand"));
    const first = child(node, "start");
    const from = first === undefined ? 0 : Number(this.slice(first));
    if (!(from > 0)) return object;
    return { kind: "index", start: node.start, end: node.end, object, index: null, from };
  }

  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "source_file block statement_list expression_statement go_statement defer_statement ERROR": (
      node,
    ) => this.contained(node),
    "import_declaration import_spec_list": (node) => this.contained(node),
    import_spec: (node) => this.importOf(node),
    send_statement: (node) => this.sending(node),
    "package_clause type_declaration comment": () => [],
    "const_declaration var_declaration var_spec_list": (node) => this.contained(node),
    "const_spec var_spec": (node) => {
      const value = child(node, "value");
      const names = childrenOf(node, "name");
      if (value !== undefined) return this.assignments(node, names, value.children, true);
      const type = child(node, "type");
      return type === undefined || !this.methods.has(this.slice(type))
        ? []
        : names.map((each) =>
            assigned(
              node,
              this.declare(this.target(each)),
              callOf(type, this.name(type), [], { construct: true }),
            ),
          );
    },
    short_var_declaration: (node) =>
      this.assignments(node, part(node, "left").children, part(node, "right").children, true),
    assignment_statement: (node) =>
      this.assignments(node, part(node, "left").children, part(node, "right").children, false),
    function_declaration: (node) => [
      this.defined(node, this.slice(part(node, "name")), part(node, "name"), this.functionOf(node)),
    ],
    method_declaration: (node) => this.methodsWith(node),
    if_statement: (node) => {
      const other = child(node, "alternative");
      const arms = [this.list([part(node, "consequence")])];
      if (other !== undefined) arms.push(this.list([other]));
      return [
        ...this.list(childrenOf(node, "initializer")),
        ...this.arms(child(node, "condition"), arms, other !== undefined),
      ];
    },
    for_statement: (node) => this.loop(node),
    "expression_switch_statement type_switch_statement select_statement": (node) => [
      ...this.list(childrenOf(node, "initializer")),
      ...this.arms(
        child(node, "value"),
        node.children
          .filter(({ type }) => type.endsWith("_case"))
          .map((each) => this.list(each.children.filter(({ field }) => field === null))),
        firstOf(node, "default_case") !== undefined,
      ),
    ],
    return_statement: (node) => {
      const values = node.children[0]?.children ?? [];
      const { start, end } = node;
      const value: Expr | null =
        values.length === 0
          ? this.namedResults(node)
          : values.length === 1 && values[0] !== undefined
            ? this.returnedBy(values[0])
            : { kind: "list", start, end, items: this.args(values) };
      return [{ kind: "leave", how: "return", value }];
    },
  });

  /** Whether the enclosing function returns several results. */
  private returnsSeveral = false;

  /** The names of the results of the enclosing function: `func f() (code string) { … return }`. */
  private results: readonly string[] = [];

  /** Returns the value of a `return` without values: the named results; null if the function has none. */
  private namedResults({ start, end }: SyntaxNode): Expr | null {
    const items = this.results.map((name) => ({
      name: null,
      spread: false,
      value: { kind: "name", name, start, end } as const,
    }));
    const [only, ...more] = items;
    if (only === undefined) return null;
    return more.length === 0 ? only.value : { kind: "list", start, end, items };
  }

  /** Lowers the only value in a `return`. If the function has several results, they are those of a call: `return io.ReadAll(r)`. */
  private returnedBy(node: SyntaxNode): Expr {
    const value = this.lower(node);
    const { start, end } = node;
    return this.returnsSeveral
      ? { kind: "list", start, end, items: [{ name: null, spread: true, value }] }
      : value;
  }

  override program(root: SyntaxNode): Program {
    for (const each of root.children) {
      if (each.type === "type_declaration") this.structures(each);
      if (each.type !== "method_declaration") continue;
      const type = this.receiverType(each);
      this.methods.set(type, [...(this.methods.get(type) ?? []), each]);
      this.methodNames.add(this.slice(part(each, "name")));
    }
    return super.program(root);
  }

  /** Records the names of the fields of a structure: `type step struct { name, line string }`. */
  private structures(node: SyntaxNode): void {
    for (const each of node.children) {
      const [name, type] = [child(each, "name"), child(each, "type")];
      if (name !== undefined && type?.type === "struct_type")
        this.fields.set(this.slice(name), this.fieldsOf(type));
    }
  }

  /** Returns the names of the fields of a structure; none for any other type. */
  private fieldsOf(type: SyntaxNode): readonly string[] {
    if (type.type === "pointer_type") {
      const [inner] = type.children;
      return inner === undefined ? [] : this.fieldsOf(inner);
    }
    if (type.type !== "struct_type") return this.fields.get(this.slice(type)) ?? [];
    return (firstOf(type, "field_declaration_list")?.children ?? []).flatMap((each) =>
      childrenOf(each, "name").map((name) => this.slice(name)),
    );
  }

  /** Returns the name of a method's receiver type: `Task` for `func (t *Task) Run()`. */
  private receiverType(method: SyntaxNode): string {
    const written = this.slice(part(method, "receiver"));
    return /(\w+)(?:\[[^\]]*\])?\s*\)$/.exec(written)?.[1] ?? "";
  }

  /** Lowers all methods of a type to a class, for the first method of the type. Each method is also defined under its own name. */
  private methodsWith(node: SyntaxNode): Stmt[] {
    const type = this.receiverType(node);
    const methods = this.methods.get(type) ?? [];
    if (methods[0] !== node) return [];
    const { start, end } = node;
    const value: ClassExpr = {
      kind: "class",
      start,
      end,
      bases: [],
      body: [],
      locals: [],
      methods: methods.map((each) => ({
        name: this.slice(part(each, "name")),
        value: this.functionOf(each),
      })),
    };
    const owner = { ...part(node, "receiver"), children: [] };
    return [
      this.defined(node, type, owner, value),
      ...methods.map((each) => {
        const name = part(each, "name");
        const object: Expr = { kind: "name", name: type, start: owner.start, end: owner.end };
        return this.defined(each, this.slice(name), name, this.member(name, object, name));
      }),
    ];
  }

  protected isDefinition({ type }: SyntaxNode): boolean {
    return type === "function_declaration" || type === "method_declaration";
  }

  private name({ start, end }: SyntaxNode): Expr {
    return { kind: "name", name: this.text.slice(start, end), start, end };
  }

  /** Lowers the alias of a package: `import b64 "encoding/base64"`. */
  private importOf(node: SyntaxNode): Stmt[] {
    const [name, path] = [child(node, "name"), part(node, "path")];
    if (name?.type !== "package_identifier") return [];
    const written = this.slice(path).slice(1, -1);
    return [this.imported(name, written.slice(written.lastIndexOf("/") + 1))];
  }

  /** Lowers `object.Method([]string{…})`, which the grammar parses as a conversion. */
  private conversion(node: SyntaxNode): Expr {
    const [type, operand] = [part(node, "type"), part(node, "operand")];
    const [owner, name] = type.children;
    if (type.type !== "qualified_type" || owner === undefined || name === undefined)
      return this.lower(operand);
    const callee = this.member({ ...type, end: name.end }, this.name(owner), name);
    return callOf(node, callee, this.args([operand]));
  }

  /** Lowers `http.Client{Timeout: t}` to the creation of an object with these properties. */
  private object(node: SyntaxNode): Expr {
    const [type, body] = [part(node, "type"), part(node, "body")];
    const value = this.composite(node, body, type);
    const [owner, name] = type.children;
    const isObject = value.kind === "record" || body.children.length === 0;
    if (isObject && this.methods.has(this.slice(type)))
      return this.madeOf(node, this.name(type), value);
    if (type.type !== "qualified_type" || owner === undefined || name === undefined || !isObject)
      return value;
    const callee = this.member({ ...type, end: name.end }, this.name(owner), name);
    return this.madeOf(node, callee, value);
  }

  private madeOf(node: SyntaxNode, type: Expr, value: Expr): Expr {
    const made = callOf(node, type, [], { construct: true });
    return value.kind === "record" ? { ...made, properties: value } : made;
  }

  /** @param type the type that is written before the literal, or the item type of the list that contains it */
  private composite({ start, end }: SyntaxNode, body: SyntaxNode, type?: SyntaxNode): Expr {
    const isKeyed = body.children.some(({ type }) => type === "keyed_element");
    const names = type === undefined ? [] : this.fieldsOf(type);
    if (!isKeyed && names.length > 0 && names.length === body.children.length) {
      const entries = body.children.map(
        (each, at): Entry => ({ key: names[at] ?? null, spread: false, value: this.lower(each) }),
      );
      return { kind: "record", start, end, entries };
    }
    if (!isKeyed) {
      const outer = this.itemType;
      this.itemType = type === undefined ? undefined : child(type, "element");
      const items = this.args(body.children);
      this.itemType = outer;
      return { kind: "list", start, end, items };
    }
    const entries = body.children.flatMap((each): Entry[] => {
      const [key, value] = [child(each, "key"), child(each, "value")];
      if (key === undefined || value === undefined) return [];
      return [
        { key: this.slice(key).replace(/^"|"$/g, ""), spread: false, value: this.lower(value) },
      ];
    });
    return { kind: "record", start, end, entries };
  }

  private assignments(
    node: SyntaxNode,
    names: readonly SyntaxNode[],
    values: readonly SyntaxNode[],
    declares: boolean,
  ): Stmt[] {
    const read = (each: SyntaxNode): Target => this.target(each);
    const targets = names.map((each) => (declares ? this.declare(read(each)) : read(each)));
    const [[first], [value]] = [targets, values];
    if (first === undefined || value === undefined) return [];
    if (targets.length > 1 && values.length === 1) {
      const [items, errors] = withoutErrors(targets);
      return [assigned(node, { kind: "items", items }, this.lower(value)), ...errors];
    }
    const operator = this.operator(node) || "=";
    return targets.flatMap((target, at) => {
      const given = values[at];
      return given === undefined
        ? []
        : [
            {
              kind: "do",
              value: assignment(
                node,
                target,
                this.lower(given),
                operator === ":=" ? "=" : operator,
              ),
            } as const,
          ];
    });
  }

  protected target(node: SyntaxNode): Target {
    const { start, end } = node;
    if (node.type === "identifier") return { kind: "name", name: this.slice(node), start, end };
    return this.memberTarget(node);
  }

  protected override argument(node: SyntaxNode): Argument {
    const inner = node.type === "variadic_argument" ? node.children[0] : undefined;
    return inner === undefined
      ? super.argument(node)
      : { name: null, spread: true, value: this.lower(inner), at: node };
  }

  private functionOf(node: SyntaxNode): FunctionExpr {
    const receiver = firstOf(child(node, "receiver") ?? node, "parameter_declaration");
    const self = receiver === undefined ? [] : childrenOf(receiver, "name");
    const before = this.returnsSeveral;
    const results = child(node, "result")?.children ?? [];
    this.returnsSeveral = results.length > 1;
    const around = this.results;
    const named = results.flatMap((each) => childrenOf(each, "name"));
    this.results = named.map((each) => this.slice(each));
    const own = child(node, "parameters")?.children ?? [];
    const read = this.func(node, null, () => {
      for (const each of named) this.declare(this.target(each));
      return {
        parameters: [
          ...self.map((name) => this.parameter(name)),
          ...own.flatMap((each): Parameter[] =>
            childrenOf(each, "name").map((name) => ({
              ...this.parameter(name, undefined, each.type === "variadic_parameter_declaration"),
              // the caller's channel contains the values that the function sends
              ...(child(each, "type")?.type === "channel_type" && { reference: true as const }),
            })),
          ),
        ],
        body: this.list(child(node, "body")?.children ?? []),
      };
    });
    this.returnsSeveral = before;
    this.results = around;
    const [object] = self;
    return object === undefined ? read : { ...read, receiver: this.slice(object) };
  }

  private loop(node: SyntaxNode): Stmt[] {
    const range = firstOf(node, "range_clause");
    const body = (): Stmt[] => this.list(childrenOf(node, "body"));
    if (range !== undefined) {
      const names = part(range, "left").children;
      const name = names.at(-1);
      const target: Target =
        name === undefined ? { kind: "items", items: [] } : this.declare(this.target(name));
      return [this.each(target, child(range, "right"), body, names.length === 1)];
    }
    const clause = firstOf(node, "for_clause");
    return [
      ...this.list(clause === undefined ? [] : childrenOf(clause, "initializer")),
      this.looped(clause === undefined ? [] : this.list(childrenOf(clause, "condition")), body()),
    ];
  }
}
