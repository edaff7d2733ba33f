import { escapeStyles } from "../../languages/string-syntax.js";
import type { Argument, Expr, NameExpr, Parameter, Place, Target } from "../ir.js";
import { assignment, byType, callOf, inert, yielded } from "../lowering.js";
import { child, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { NamedReader } from "./named-reader.js";

/** Matches names that refer to the enclosing class or its parent. */
const CLASS_REFERENCE = /^(?:self|static|parent)$/;

/** Matches functions that return the content of the output buffer. */
const READS_BUFFER = /^ob_get_(?:clean|contents|flush)$/;

/** Types of nodes in a literal that are not expressions. */
const TEXT: ReadonlySet<string> = new Set(["string_content", "escape_sequence", "nowdoc_string"]);

/** Lowers expressions and targets of PHP. Variables keep their `$`. */
export abstract class PhpExpressions extends NamedReader {
  protected readonly joining = new Set(["."]);

  /** Whether the program reads its own output from an output buffer. */
  private readonly isBuffered = this.text.includes("ob_start") && this.text.includes("ob_get_");

  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    variable_name: (node) => this.variable(node),
    dynamic_variable_name: (node) => this.dynamicVariable(node),
    "name qualified_name": (node) => this.functionName(node),
    "integer float": (node) => this.constant(node, true),
    "boolean null": (node) => this.constant(node, false),
    string: (node) => this.plain(node, "quote"),
    encapsed_string: (node) => this.quoted(node, escapeStyles.c, (each) => this.hole(each)),
    "heredoc nowdoc": (node) => this.hereDocument(node),
    shell_command_expression: (node) => ({
      kind: "code",
      start: node.start,
      end: node.end,
      language: "shell",
      value: this.quoted(node, escapeStyles.c, (each) => this.hole(each)),
    }),
    function_call_expression: (node) => this.functionCall(node),
    "member_call_expression nullsafe_member_call_expression": (node) =>
      this.methodCall(node, "object"),
    scoped_call_expression: (node) => this.methodCall(node, "scope"),
    object_creation_expression: (node) => this.creation(node),
    "member_access_expression nullsafe_member_access_expression": (node) =>
      this.property(node, "object"),
    scoped_property_access_expression: (node) => this.property(node, "scope"),
    class_constant_access_expression: (node) => this.classConstant(node),
    subscript_expression: (node) => this.subscript(node),
    array_creation_expression: (node) => this.array(node),
    "assignment_expression augmented_assignment_expression reference_assignment_expression": (
      node,
    ) => this.assigned(node),
    binary_expression: (node) => this.binary(node),
    conditional_expression: (node) => {
      const [condition, alternative] = [part(node, "condition"), part(node, "alternative")];
      const body = child(node, "body");
      // the condition of `a ?: b` is also a value, and must not be read twice, since it may contain others of its kind
      return body === undefined
        ? this.choice(node, [], [condition, alternative])
        : this.choice(node, [condition], [body, alternative]);
    },
    "include_expression include_once_expression require_expression require_once_expression": (
      node,
    ) => this.inclusion(node),
    "parenthesized_expression error_suppression_expression cast_expression clone_expression argument":
      (node) => this.passing({ ...node, children: node.children.slice(-1) }),
    yield_expression: (node) => this.yielding(node),
    "print_intrinsic exit_statement unary_op_expression update_expression": (node) =>
      this.inside(node),
    match_expression: (node) => this.match(node),
    "anonymous_function arrow_function": (node) => this.closure(node),
  });

  /** Lowers `${'x'}` to the variable `$x`, and a variable with a computed name to a value that contains the name. */
  private dynamicVariable(node: SyntaxNode): NameExpr {
    const name = this.writtenName(node);
    const { start, end, children } = node;
    const named = { kind: "name", name: `$${name ?? ""}`, start, end } as const;
    const [first] = children;
    return name === null && first !== undefined ? { ...named, computed: this.lower(first) } : named;
  }

  /**
   * Returns the name of a dynamic variable if it is a literal, or a word, which is a name in a string and the rarely used name of a
   * constant elsewhere; null if it is computed.
   */
  private writtenName(node: SyntaxNode): string | null {
    return /^\$\{\s*(["']?)(\w+)\1\s*\}$/.exec(this.slice(node))?.[2] ?? null;
  }

  private variable(node: SyntaxNode): Expr {
    const name = this.slice(node);
    return {
      kind: "name",
      name: name === "$this" ? "this" : name,
      start: node.start,
      end: node.end,
    };
  }

  /** Lowers the name of a function or constant, without its namespace. */
  protected functionName(node: SyntaxNode): Expr {
    const written = this.slice(node);
    const last = written.slice(written.lastIndexOf("\\") + 1);
    return { kind: "name", name: last, start: node.end - last.length, end: node.end };
  }

  private hole(node: SyntaxNode): SyntaxNode | undefined {
    return TEXT.has(node.type) ? undefined : node;
  }

  /** Returns the range of an embedded expression, with the braces around it: `"{$name}"`, `"${name}"`. */
  protected override holeAt({ start, end }: SyntaxNode): Place {
    const { text } = this;
    if (text[end] !== "}") return { start, end };
    if (text[start - 1] === "{") return { start: start - 1, end: end + 1 };
    return { start, end };
  }

  private hereDocument(node: SyntaxNode): Expr {
    const value = child(node, "value");
    if (value === undefined) return inert(node);
    const style = node.type === "nowdoc" ? escapeStyles.raw : escapeStyles.c;
    const read = this.quoted(value, style, (each) => this.hole(each), [0, 0]);
    return { ...read, start: node.start, end: node.end };
  }

  private functionCall(node: SyntaxNode): Expr {
    const name = part(node, "function");
    const call = this.call(node, this.lower(name), child(node, "arguments"));
    const written = this.slice(name);
    if (!this.isBuffered) return call;
    if (written === "readfile") return this.printed(node, call);
    // `ob_start` begins with an empty buffer
    if (written === "ob_start") return assignment(node, this.buffer(node), inert(node, [call]));
    return READS_BUFFER.test(written) ? this.buffer(name) : call;
  }

  /** Returns the output buffer, as a variable that all functions share. */
  private buffer({ start, end }: SyntaxNode): NameExpr {
    return { kind: "name", name: "output buffer", start, end };
  }

  /** Returns the expression for a printed value, which is appended to the output buffer if the program reads that. */
  protected printed(node: SyntaxNode, value: Expr): Expr {
    return this.isBuffered && value.kind !== "text"
      ? assignment(node, this.buffer(node), value, "+=")
      : value;
  }

  private methodCall(node: SyntaxNode, owner: string): Expr {
    const name = part(node, "name");
    const object = this.owner(part(node, owner));
    const place = { ...node, end: name.end };
    const callee =
      name.type === "name"
        ? this.member(place, object, name)
        : this.withOperands("carry", place, [name]);
    return this.call(node, callee, child(node, "arguments"));
  }

  /** Lowers the object or class before a member. `self::` and `static::` refer to the current object, `parent::` to its base class. */
  private owner(node: SyntaxNode): Expr {
    if (this.slice(node) === "parent") return this.inherited(node);
    if (node.type === "relative_scope" || CLASS_REFERENCE.test(this.slice(node)))
      return this.self(node);
    if (node.type !== "name" && node.type !== "qualified_name") return this.lower(node);
    const written = this.slice(node);
    const name = written.slice(written.lastIndexOf("\\") + 1);
    return { kind: "name", name, start: node.start, end: node.end };
  }

  private property(node: SyntaxNode, owner: string): Expr {
    const name = part(node, "name");
    const object = this.owner(part(node, owner));
    return name.type === "name" || name.type === "variable_name"
      ? this.member({ ...node, end: name.end }, object, name)
      : { kind: "index", start: node.start, end: node.end, object, index: this.lower(name) };
  }

  private classConstant(node: SyntaxNode): Expr {
    const [owner, name] = node.children;
    return owner === undefined || name === undefined
      ? inert(node)
      : this.member(node, this.owner(owner), name);
  }

  private creation(node: SyntaxNode): Expr {
    const [name] = node.children;
    const made = name === undefined ? inert(node) : this.owner(name);
    return {
      ...callOf(node, made, this.args(firstOf(node, "arguments")?.children ?? [])),
      construct: true,
    };
  }

  private subscript(node: SyntaxNode): Expr {
    const [object, index] = node.children;
    if (object === undefined) return inert(node);
    const name = /^(["'])(\w+)\1$/.exec(index === undefined ? "" : this.slice(index))?.[2];
    // `$GLOBALS['x']` is the variable `$x` of the program
    const isGlobals = this.slice(object) === "$GLOBALS" || this.writtenName(object) === "GLOBALS";
    if (name !== undefined && isGlobals) {
      const { start, end } = node;
      const at = { start: object.start, end: object.end };
      const globals = this.lower(object);
      return {
        kind: "member",
        start,
        end,
        object: globals,
        property: `$${name}`,
        at,
        bracketed: true,
      };
    }
    return this.indexed(node, this.lower(object), index === undefined ? null : this.lower(index));
  }

  private array(node: SyntaxNode): Expr {
    const { start, end, children } = node;
    const isKeyed = children.some((each) => each.children.length > 1);
    if (!isKeyed)
      return {
        kind: "list",
        start,
        end,
        items: children.map((each) => {
          const value = each.children[0] ?? each;
          return {
            name: null,
            spread: value.type === "variadic_unpacking",
            value: this.lower(
              value.type === "variadic_unpacking" ? (value.children[0] ?? value) : value,
            ),
            at: each,
          };
        }),
      };
    return {
      kind: "record",
      start,
      end,
      entries: children.flatMap((each) => {
        const [key, value] = each.children;
        if (value === undefined)
          return key === undefined ? [] : [{ key: null, spread: false, value: this.lower(key) }];
        const name = key === undefined ? null : this.keyOf(key);
        return [{ key: name, spread: false, value: this.lower(value) }];
      }),
    };
  }

  private assigned(node: SyntaxNode): Expr {
    const [left, right] = [child(node, "left"), child(node, "right")];
    const [at] =
      left?.type === "subscript_expression" && left.children.length === 1 ? left.children : [];
    // `$words[] = "…"` appends an item
    if (at !== undefined && right !== undefined) {
      const value = this.lower(right);
      const added = {
        start: right.start,
        end: right.end,
        kind: "list" as const,
        items: [{ name: null, spread: false, value }],
      };
      return assignment(node, this.target(at), added, "+=");
    }
    return this.assignment(node);
  }

  protected target(node: SyntaxNode): Target {
    if (node.type === "variable_name") {
      const { start, end } = node;
      const name = this.slice(node);
      return this.declare(
        { kind: "name", name: name === "$this" ? "this" : name, start, end },
        true,
      );
    }
    const dynamic = node.type === "dynamic_variable_name" ? this.dynamicVariable(node) : null;
    if (dynamic?.computed !== undefined) return dynamic;
    if (dynamic !== null) return this.declare(dynamic, true);
    if (node.type === "list_literal" || node.type === "array_creation_expression")
      return this.destructured(node);
    if (node.type === "by_ref") return this.target(node.children[0] ?? node);
    return this.memberTarget(node);
  }

  /** Returns the target of `[$a, , $b] = …` or `["name" => $a] = …`. The tree has neither the commas nor the arrows. */
  private destructured({ start, children }: SyntaxNode): Target {
    const parts = children.flatMap((each) =>
      each.type === "array_element_initializer" ? each.children : [each],
    );
    const before = (at: number): string =>
      this.text.slice(parts[at - 1]?.end ?? start, parts[at]?.start);
    const fields = parts.flatMap((each, at) => {
      const key = parts[at - 1];
      return key === undefined || !before(at).includes("=>")
        ? []
        : [{ key: this.keyOf(key), target: this.target(each), fallback: null }];
    });
    if (fields.length > 0) return { kind: "fields", fields };
    const items = parts.flatMap((each, at) => {
      const skipped = before(at).split(",").length - (at === 0 ? 1 : 2);
      return [...Array<null>(Math.max(0, skipped)).fill(null), this.target(each)];
    });
    return { kind: "items", items };
  }

  /** Returns the key that a string names; null for any other node. */
  private keyOf(node: SyntaxNode): string | null {
    const read = this.lower(node);
    return read.kind === "text" && read.parts.every(({ kind }) => kind === "chars")
      ? this.text.slice(read.open.end, read.close.start)
      : null;
  }

  protected override argument(node: SyntaxNode): Argument {
    const name = child(node, "name");
    const value = node.children.at(-1);
    if (node.type !== "argument" || value === undefined) return super.argument(node);
    const spread = value.type === "variadic_unpacking";
    const given = spread ? (value.children[0] ?? value) : value;
    return {
      name: name === undefined ? null : this.slice(name),
      spread,
      value: this.lower(given),
      at: value,
    };
  }

  /** Lowers `include 'https://…'` to a call of a function with the keyword's name. */
  private inclusion(node: SyntaxNode): Expr {
    const word = /^\w+/.exec(this.slice(node))?.[0] ?? "";
    const callee: Expr = {
      kind: "name",
      name: word.toLowerCase(),
      start: node.start,
      end: node.start + word.length,
    };
    const [file] = node.children;
    if (file === undefined) return inert(node);
    const inner = file.type === "parenthesized_expression" ? (file.children[0] ?? file) : file;
    const end = file.type === "parenthesized_expression" && inner !== file ? inner.end : file.end;
    return callOf(node, callee, [
      { name: null, spread: false, value: this.lower(inner), at: { start: inner.start, end } },
    ]);
  }

  private match(node: SyntaxNode): Expr {
    const arms = part(node, "body").children;
    return this.choice(
      node,
      [part(node, "condition")],
      arms.map((each) => part(each, "return_expression")),
    );
  }

  protected parameters(node: SyntaxNode): Parameter[] {
    return (child(node, "parameters")?.children ?? []).map((each) => ({
      ...this.parameter(
        part(each, "name"),
        child(each, "default_value"),
        each.type === "variadic_parameter",
      ),
      ...(child(each, "reference_modifier") && { reference: true as const }),
    }));
  }

  /** Lowers `yield $x`, `yield $key => $x` and `yield from $xs`. */
  private yielding(node: SyntaxNode): Expr {
    const [given] = node.children;
    const value = given?.type === "array_element_initializer" ? given.children.at(-1) : given;
    const isAll = /^yield\s+from\b/.test(this.text.slice(node.start, node.start + 40));
    return yielded(node, value === undefined ? [] : [this.lower(value)], isAll);
  }

  /** Lowers `function () use ($x) { … }` and `fn($x) => …`. */
  private closure(node: SyntaxNode): Expr {
    const body = part(node, "body");
    if (node.type === "arrow_function")
      return this.func(node, null, () => ({
        parameters: this.parameters(node),
        body: this.returned(body),
      }));
    const used = firstOf(node, "anonymous_function_use_clause")?.children ?? [];
    return this.func(
      node,
      null,
      () => ({ parameters: this.parameters(node), body: this.list(body.children) }),
      used.map((each) => /\$\w+/.exec(this.slice(each))?.[0] ?? ""),
    );
  }
}
