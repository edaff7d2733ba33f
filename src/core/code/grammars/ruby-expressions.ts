import { escapeStyles } from "../../languages/string-syntax.js";
import type { Argument, Entry, Expr, Parameter, Target } from "../ir.js";
import { assignment, byType, callOf, inert } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { NamedReader } from "./named-reader.js";
import { methodObject, structFields } from "./ruby-calls.js";

/** Types of nodes in a literal that are not expressions. */
const TEXT: ReadonlySet<string> = new Set([
  "string_content",
  "escape_sequence",
  "heredoc_content",
  "heredoc_end",
]);

/** Methods that call the method named by their first argument. */
const SENDING: ReadonlySet<string> = new Set(["send", "__send__", "public_send"]);

/** Matches calls that turn the block after them into a function. */
const MAKING = /^(?:lambda|proc|Proc\.new)$/;

/** Lowers expressions and targets of Ruby. */
export abstract class RubyExpressions extends NamedReader {
  protected readonly joining = new Set(["+"]);

  /** The bodies of the here-documents by the start of their markers. */
  protected readonly documents = new Map<number, SyntaxNode>();

  /** The names of the program's methods: a name alone is a call if it is one of them. */
  protected readonly methods = new Set<string>();

  /** The names of the program's classes, whose method `new` creates an object. */
  protected readonly classes = new Set<string>();

  /** The names of instance variables that have a reader method of the same name. */
  protected readonly attributes = new Set<string>();

  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    identifier: (node) => this.identifier(node),
    "constant global_variable": (node) => this.name(node, this.slice(node)),
    "instance_variable class_variable": (node) => this.member(node, this.self(node), node),
    self: (node) => this.self(node),
    scope_resolution: (node) => this.scoped(node),
    "integer float": (node) => this.constant(node, true),
    "true false nil": (node) => this.constant(node, false),
    "string bare_string": (node) => this.string(node),
    chained_string: (node) => this.withOperands("concat", node, node.children),
    "simple_symbol hash_key_symbol": (node) =>
      this.quoted(node, escapeStyles.raw, () => undefined, [
        node.type === "simple_symbol" ? 1 : 0,
        0,
      ]),
    heredoc_beginning: (node) => this.hereDocument(node),
    heredoc_body: (node) => inert(node),
    subshell: (node) => ({
      kind: "code",
      start: node.start,
      end: node.end,
      language: "shell",
      value: this.string(node),
    }),
    "call command_call": (node) => this.invocation(node),
    "array string_array symbol_array right_assignment_list": (node) => ({
      kind: "list",
      start: node.start,
      end: node.end,
      items: this.args(node.children),
    }),
    hash: (node) => this.hash(node, node.children),
    "assignment operator_assignment": (node) => this.assignment(node),
    binary: (node) => this.operation(node),
    conditional: (node) =>
      this.choice(
        node,
        [part(node, "condition")],
        [part(node, "consequence"), part(node, "alternative")],
      ),
    element_reference: (node) => {
      const [object, index] = node.children;
      return object === undefined
        ? inert(node)
        : this.indexed(node, this.lower(object), index === undefined ? null : this.lower(index));
    },
    "if unless case begin while until": (node) => ({
      kind: "group",
      start: node.start,
      end: node.end,
      body: [...this.statement(node)],
    }),
    parenthesized_statements: (node) =>
      this.passing({ ...node, children: node.children.slice(-1) }),
    "lambda block do_block": (node) => this.block(node),
    yield: (node) => this.yielding(node),
    super: (node) => this.inheritedCall(node, undefined),
  });

  /** The name of the current class; null outside of classes. */
  protected className: string | null = null;

  /** The number of scopes around the current method, which does not see their variables. */
  protected methodDepth = 0;

  /** The current method; null outside of methods. */
  protected method: { readonly name: string; readonly parameters: readonly SyntaxNode[] } | null =
    null;

  /** Whether the current method contains `yield`, which calls a block that is not among its parameters. */
  protected yields = false;

  /** Returns the class that `Struct.new(:name, :line) do … end` creates. */
  protected abstract structureOf(node: SyntaxNode, fields: readonly string[]): Expr;

  /** Lowers `yield x` to a call of the block after the method's arguments. */
  private yielding(node: SyntaxNode): Expr {
    this.yields = true;
    return this.call(node, this.name(node, "&"), firstOf(node, "argument_list"));
  }

  /** Lowers `super` to a call of the inherited method, with the current parameters as arguments if it has none. */
  private inheritedCall(node: SyntaxNode, list: SyntaxNode | undefined): Expr {
    const { start } = node;
    const { name = "super", parameters = [] } = this.method ?? {};
    const at = { start, end: start + "super".length };
    const object = this.inherited({ ...node, ...at });
    const callee = { kind: "member", ...at, object, property: name, at, bracketed: false } as const;
    const args =
      list === undefined
        ? parameters.map((each) => ({
            name: null,
            spread: false,
            value: this.name(node, this.slice(each)),
          }))
        : this.args(list.children);
    return callOf(node, callee, args);
  }

  private name({ start, end }: SyntaxNode, name: string): Expr {
    return { kind: "name", name, start, end };
  }

  /** Returns the name in a symbol such as `:run` as an expression. */
  private namedBy(symbol: SyntaxNode): Expr {
    return this.name({ ...symbol, start: symbol.start + 1 }, this.slice(symbol).slice(1));
  }

  /** Lowers a name without arguments: a variable, or a call of a method. */
  private identifier(node: SyntaxNode): Expr {
    const name = this.slice(node);
    if (this.isDeclared(name)) return this.name(node, name);
    if (name === "new" && this.className !== null)
      return callOf(node, this.name(node, this.className), [], { construct: true });
    if (this.methods.has(name)) return callOf(node, this.called(node), []);
    return this.attributes.has(name)
      ? this.member(node, this.self(node), node)
      : this.name(node, name);
  }

  /** Lowers the name of a method that is called without a receiver: a method of the current object, or any other one. */
  private called(node: SyntaxNode): Expr {
    const name = this.slice(node);
    const isOwn = this.isMember(name) || (this.mayInherit && this.methods.has(name));
    if (!isOwn) return this.name(node, name);
    return { ...this.member(node, this.self(node), node), isMethod: true };
  }

  private scoped(node: SyntaxNode): Expr {
    const [owner, name] = [child(node, "scope"), part(node, "name")];
    // a class that the program defines is known by its own name
    return owner === undefined || this.classes.has(this.slice(name))
      ? this.name(name, this.slice(name))
      : this.member(node, this.lower(owner), name);
  }

  private string(node: SyntaxNode): ReturnType<RubyExpressions["quoted"]> {
    const open = /^(?:%[qQwWx]?[^\w\s]|<<|["'`])/.exec(this.slice(node))?.[0].length ?? 0;
    const isSingle = /^(?:'|%q)/.test(this.slice(node));
    const style = isSingle ? escapeStyles.quote : escapeStyles.c;
    return this.quoted(node, style, (each) => this.hole(each), [open, open === 0 ? 0 : 1]);
  }

  private hole(node: SyntaxNode): SyntaxNode | undefined {
    return TEXT.has(node.type) ? undefined : (node.children[0] ?? node);
  }

  private hereDocument(node: SyntaxNode): Expr {
    const body = this.documents.get(node.start);
    if (body === undefined) return inert(node);
    const last = firstOf(body, "heredoc_end");
    // the content begins on the line after the start marker
    const start = this.text[body.start] === "\n" ? body.start + 1 : body.start;
    const end = last?.start ?? body.end;
    const raw = this.slice(node).includes("'");
    const inner = { ...body, start, end };
    const value = this.quoted(
      inner,
      raw ? escapeStyles.raw : escapeStyles.c,
      (each) => this.hole(each),
      [0, 0],
    );
    const read = { ...value, start: node.start, end: node.end };
    return this.slice(node).includes("`")
      ? { kind: "code", start: node.start, end: node.end, language: "shell", value: read }
      : read;
  }

  private invocation(node: SyntaxNode): Expr {
    const method = child(node, "method");
    const receiver = child(node, "receiver");
    const list = child(node, "arguments");
    const block = child(node, "block");
    const given = list?.children ?? [];
    const [first] = given;
    if (method === undefined) {
      const made = receiver === undefined ? inert(node) : this.lower(receiver);
      return callOf(node, made, this.args(given));
    }
    if (method.type === "super") return this.inheritedCall(node, list);
    const fields = structFields(node, this.text);
    if (fields.length > 0) return this.structureOf(node, fields);
    // `lambda { |x| … }` and `Proc.new { |x| … }` return the block as a function
    if (block !== undefined && MAKING.test(this.text.slice(node.start, method.end)))
      return this.block(block);
    const place = { ...node, end: method.end };
    const symbol = methodObject(this.text, node);
    if (receiver === undefined && symbol !== undefined) return this.namedBy(symbol);
    if (receiver !== undefined && list === undefined && this.attributes.has(this.slice(method)))
      return this.member(place, this.lower(receiver), method);
    const loop = this.looping(node, receiver, method, block);
    if (loop !== null) return loop;
    const isSent = SENDING.has(this.slice(method)) && first?.type === "simple_symbol";
    const callee = isSent
      ? this.namedBy(first)
      : receiver === undefined
        ? this.called(method)
        : this.callee(place, receiver, method);
    const args = this.args(isSent ? given.slice(1) : given);
    if (block !== undefined) {
      const value = this.block(block);
      args.push({ name: "&", spread: false, value });
    }
    if (receiver !== undefined && this.makes(receiver, method))
      return callOf(node, this.lower(receiver), args, { construct: true });
    if (receiver === undefined && this.slice(method) === "new" && this.className !== null)
      return callOf(node, this.name(method, this.className), args, { construct: true });
    return callOf(node, callee, args);
  }

  private makes(owner: SyntaxNode, method: SyntaxNode): boolean {
    const name = owner.type === "scope_resolution" ? part(owner, "name") : owner;
    return this.slice(method) === "new" && this.classes.has(this.slice(name));
  }

  /**
   * Returns the callee of a method call. `f.call(x)` calls `f`, and `table[:name].call(x)` calls the value in the table, unless the
   * program defines a method `call`.
   */
  private callee(place: SyntaxNode, receiver: SyntaxNode, method: SyntaxNode): Expr {
    const symbol = this.slice(method) === "call" ? methodObject(this.text, receiver) : undefined;
    if (symbol !== undefined) return this.namedBy(symbol);
    // methods of an object and of its class are not distinguished
    const isOwnClass = this.slice(receiver) === "self.class";
    const object = isOwnClass ? this.self(receiver) : this.lower(receiver);
    const isFunction =
      ["name", "function", "index"].includes(object.kind) ||
      (object.kind === "member" && object.bracketed);
    return this.slice(method) === "call" && isFunction && !this.methods.has("call")
      ? object
      : this.member(place, object, method);
  }

  /** Lowers `list.each { |x| … }` to a loop over the list; null for any other call. */
  private looping(
    node: SyntaxNode,
    receiver: SyntaxNode | undefined,
    method: SyntaxNode,
    block: SyntaxNode | undefined,
  ): Expr | null {
    const isEach = /^(?:each|each_line|each_pair|each_with_index|each_entry|times)$/.test(
      this.slice(method),
    );
    if (!isEach || receiver === undefined || block === undefined) return null;
    const names = child(block, "parameters")?.children ?? [];
    const [name] = names;
    // `list.each { |key, value| … }` divides the item, `each_with_index` adds its number
    const isDivided = names.length > 1 && /^each(?:_entry|_pair)?$/.test(this.slice(method));
    const target: Target =
      name === undefined || isDivided
        ? { kind: "items", items: names.map((each) => this.target(each)) }
        : this.target(name);
    const body = this.each(target, receiver, () => this.list(childrenOf(block, "body")));
    return { kind: "group", start: node.start, end: node.end, body: [body] };
  }

  protected override args(nodes: readonly SyntaxNode[]): Argument[] {
    const pairs = nodes.filter(({ type }) => type === "pair");
    const plain = nodes.filter(({ type }) => type !== "pair" && type !== "block_argument");
    const keyed = pairs.flatMap((each): Argument[] => {
      const key = child(each, "key");
      const value = child(each, "value");
      if (key === undefined || value === undefined) return [];
      const name = this.slice(key).replace(/^["':]+|["':]+$/g, "");
      return [{ name, spread: false, value: this.lower(value), at: value }];
    });
    return [...plain.map((each) => this.argument(each)), ...keyed, ...this.passedBlock(nodes)];
  }

  /** Returns the argument for a function that is passed as a block, `f(&block)` or `f(&method(:name))`; none if there is none. */
  private passedBlock(nodes: readonly SyntaxNode[]): Argument[] {
    const written = nodes.find(({ type }) => type === "block_argument");
    if (written === undefined) return [];
    const [given] = written.children;
    const symbol = given === undefined ? undefined : methodObject(this.text, given);
    const value =
      given === undefined
        ? this.name(written, "&")
        : symbol === undefined
          ? this.lower(given)
          : this.namedBy(symbol);
    return [{ name: "&", spread: false, value, at: written }];
  }

  protected override argument(node: SyntaxNode): Argument {
    const inner = node.type === "splat_argument" ? node.children[0] : undefined;
    return inner === undefined
      ? super.argument(node)
      : { name: null, spread: true, value: this.lower(inner), at: node };
  }

  private hash({ start, end }: SyntaxNode, nodes: readonly SyntaxNode[]): Expr {
    const entries = nodes.flatMap((each): Entry[] => {
      const value = child(each, "value");
      const key = child(each, "key");
      if (value === undefined || key === undefined) return [];
      return [
        {
          key: this.slice(key).replace(/^["':]+|["':]+$/g, ""),
          spread: false,
          value: this.lower(value),
        },
      ];
    });
    return { kind: "record", start, end, entries };
  }

  /** Lowers `list << item`, `a + b` and `x || y`. */
  private operation(node: SyntaxNode): Expr {
    const [left, right] = [child(node, "left"), child(node, "right")];
    if (this.operator(node) === "<<" && left !== undefined && right !== undefined) {
      const value = this.lower(right);
      const target = this.target(left);
      if (target.kind === "name" || target.kind === "member")
        return assignment(node, target, value, "+=");
    }
    return this.binary(node);
  }

  protected given(node: SyntaxNode): Expr | null {
    const values = firstOf(node, "argument_list")?.children ?? node.children;
    const [only, ...more] = values;
    if (only === undefined) return null;
    return more.length === 0 ? this.lower(only) : this.withOperands("carry", node, values);
  }

  protected parameters(node: SyntaxNode | undefined): Parameter[] {
    return (node?.children ?? []).map((each) => {
      const made = this.parameter(
        child(each, "name") ?? each,
        child(each, "value"),
        each.type === "splat_parameter" || each.type === "hash_splat_parameter",
      );
      return each.type === "block_parameter" ? { ...made, block: true } : made;
    });
  }

  private block(node: SyntaxNode): Expr {
    const inner = node.type === "lambda" ? part(node, "body") : node;
    const parameters = child(node, "parameters") ?? child(inner, "parameters");
    return this.func(node, null, () => ({
      parameters: this.parameters(parameters),
      body: this.list(childrenOf(inner, "body")),
    }));
  }
}
