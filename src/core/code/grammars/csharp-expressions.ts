import { escapeStyles, type EscapeStyle } from "../../languages/string-syntax.js";
import type { Argument, Entry, Expr, Parameter, RecordExpr, Target } from "../ir.js";
import { assignment, byType, callOf, inert } from "../lowering.js";
import { child, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { ClassReader } from "./class-reader.js";

/** Matches the opening characters of a literal: `$@"`, `"""`. */
const OPENING = /^[$@]*("+)/;

/** Lowers expressions and targets of C#. */
export abstract class CSharpExpressions extends ClassReader {
  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    identifier: (node) => this.variable(node),
    "qualified_name alias_qualified_name": (node) => this.lastName(node),
    generic_name: (node) => this.lower(node.children[0] ?? { ...node, type: "" }),
    this: (node) => this.self(node),
    base: (node) => this.inherited(node),
    predefined_type: (node) => this.lastName(node),
    "integer_literal real_literal": (node) => this.constant(node, true),
    boolean_literal: (node) => ({
      kind: "constant",
      start: node.start,
      end: node.end,
      truth: this.slice(node) === "true",
      number: null,
    }),
    null_literal: (node) => this.constant(node, false),
    "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression": (
      node,
    ) => this.string(node),
    character_literal: (node) => this.plain(node),
    invocation_expression: (node) => {
      const callee = part(node, "function");
      const read = callee.type === "identifier" ? this.ownMethod(callee) : this.lower(callee);
      return this.call(node, read, child(node, "arguments"));
    },
    "object_creation_expression implicit_object_creation_expression": (node) => this.creation(node),
    anonymous_object_creation_expression: (node) => this.anonymous(node),
    member_access_expression: (node) => this.access(node, part(node, "expression")),
    conditional_access_expression: (node) => this.conditionalAccess(node),
    element_access_expression: (node) =>
      this.indexed(
        node,
        this.lower(part(node, "expression")),
        this.indexOf(part(node, "subscript")),
      ),
    "array_creation_expression implicit_array_creation_expression": (node) => {
      const items = firstOf(node, "initializer_expression");
      if (items !== undefined) return this.collection(items);
      // `new string[3]` is a list whose items are assigned later
      return /^new\s+(?:string|object)\s*\[/i.test(this.slice(node))
        ? { kind: "list", start: node.start, end: node.end, items: [] }
        : this.inside(node);
    },
    "initializer_expression collection_expression tuple_expression": (node) =>
      this.collection(node),
    assignment_expression: (node) => this.assignment(node),
    binary_expression: (node) => this.binary(node),
    conditional_expression: (node) => this.conditional(node),
    switch_expression: (node) => this.switched(node),
    "is_pattern_expression is_expression": (node) => this.matched(node),
    "typeof_expression sizeof_expression default_expression": (node) => inert(node),
    cast_expression: (node) => this.lower(part(node, "value")),
    as_expression: (node) => this.lower(part(node, "left")),
    "parenthesized_expression await_expression checked_expression ref_expression postfix_unary_expression argument":
      (node) => this.passing({ ...node, children: node.children.slice(-1) }),
    declaration_expression: (node) => {
      const { start, end } = part(node, "name");
      return this.declare({ kind: "name", name: this.text.slice(start, end), start, end });
    },
    "lambda_expression anonymous_method_expression": (node) => this.lambda(node),
  });

  /** The type in the declaration that is being read, which `new(…)` creates; null if it is not written. */
  protected declaredType: SyntaxNode | null = null;

  private lastName({ start, end }: SyntaxNode): Expr {
    const written = this.text.slice(start, end);
    const name = written.slice(written.search(/\w+$/));
    return { kind: "name", name, start: end - name.length, end };
  }

  /** Lowers a name: a variable, or a member of the enclosing class. */
  protected variable(node: SyntaxNode): Expr {
    const name = this.slice(node);
    return this.isMember(name) && !this.isDeclared(name)
      ? this.member(node, this.self(node), node)
      : { kind: "name", name: name.replace(/^@/, ""), start: node.start, end: node.end };
  }

  private string(node: SyntaxNode): Expr {
    const written = this.slice(node);
    const opening = OPENING.exec(written)?.[0] ?? '"';
    const quotes = opening.length - opening.search('"');
    const isRaw = quotes >= 3;
    const style: EscapeStyle = isRaw
      ? escapeStyles.raw
      : opening.includes("@")
        ? escapeStyles.verbatim
        : escapeStyles.c;
    const closing = isRaw ? quotes : written.endsWith('"') ? 1 : 3;
    const braces = opening.includes("$") && !isRaw;
    return this.quoted(
      node,
      braces ? { ...style, doubledBraces: true } : style,
      (each) =>
        each.type === "interpolation"
          ? each.children.find(({ type }) => type !== "interpolation_brace")
          : undefined,
      [isRaw ? opening.length : opening.search('"') + 1, closing],
    );
  }

  /** Lowers `new T(…) { A = x }` and `new(…)`: a call with the properties of its initializer. */
  private creation(node: SyntaxNode): Expr {
    const list = firstOf(node, "argument_list");
    const given = firstOf(node, "initializer_expression");
    const type = child(node, "type") ?? this.declaredType;
    const made: Expr = type === null ? inert({ ...node, end: node.start + 3 }) : this.lower(type);
    const items = given === undefined ? null : this.collection(given);
    if (items?.kind === "list") return items;
    return {
      ...callOf(node, made, list === undefined ? [] : this.args(list.children)),
      construct: true,
      ...(items?.kind === "record" && { properties: items }),
    };
  }

  /** Lowers `new { A = x, y }` to a record, in which the property `y` has the value of that name. */
  private anonymous({ start, end, children }: SyntaxNode): RecordExpr {
    const entries: Entry[] = [];
    for (let at = 0; at < children.length; at++) {
      const key = children[at];
      const value = children[at + 1];
      if (key === undefined) break;
      const isNamed =
        value !== undefined && /^\s*=\s*$/.test(this.text.slice(key.end, value.start));
      const name = key.type === "identifier" ? this.slice(key) : null;
      entries.push({ key: name, spread: false, value: this.lower(isNamed ? value : key) });
      if (isNamed) at++;
    }
    return { kind: "record", start, end, entries };
  }

  /** Lowers an initializer to a record (`{ A = x }`, `{ ["a"] = x }`, `{ { "a", x } }`) or to a list (`{ x, y }`, `[x, ..y]`). */
  private collection(node: SyntaxNode): Expr {
    const { start, end, children } = node;
    const entries = children.flatMap((each) => this.entry(each));
    if (children.length > 0 && entries.length === children.length) {
      const record: RecordExpr = { kind: "record", start, end, entries };
      return record;
    }
    return { kind: "list", start, end, items: this.args(children) };
  }

  private entry(node: SyntaxNode): Entry[] {
    const [first, second, ...more] = node.children;
    if (first === undefined || second === undefined) return [];
    const isPair = node.type === "initializer_expression" && more.length === 0;
    if (!isPair && node.type !== "assignment_expression") return [];
    const [key, value] = isPair ? [first, second] : [part(node, "left"), part(node, "right")];
    const name = key.type === "element_binding_expression" ? key.children[0] : key;
    const read = name === undefined || name.type === "identifier" ? null : this.lower(name);
    const isKnown = read?.kind === "text" && read.parts.every((each) => each.kind === "chars");
    if (isPair && !isKnown) return [];
    const text = isKnown
      ? this.text.slice(read.open.end, read.close.start)
      : key.type === "identifier"
        ? this.slice(key)
        : null;
    return [{ key: text, spread: false, value: this.lower(value) }];
  }

  private access(node: SyntaxNode, object: SyntaxNode): Expr {
    const name = nameIn(part(node, "name"));
    return this.member({ ...node, end: name.end }, this.lower(object), name);
  }

  /** Lowers `a?.B` and `a?[0]`. */
  private conditionalAccess(node: SyntaxNode): Expr {
    const object = this.lower(part(node, "condition"));
    const access = node.children.at(-1);
    if (access?.type === "element_binding_expression")
      return this.indexed(node, object, this.indexOf(access));
    if (access?.type !== "member_binding_expression") return this.inside(node);
    const name = nameIn(part(access, "name"));
    return this.member({ ...node, end: name.end }, object, name);
  }

  private indexOf(list: SyntaxNode): Expr | null {
    const [only] = list.children;
    return only === undefined ? null : this.lower(only);
  }

  protected override argument(node: SyntaxNode): Argument {
    if (node.type === "collection_element" || node.type === "expression_element")
      return this.argument(node.children[0] ?? { ...node, type: "" });
    const value = node.children.at(-1);
    if (node.type === "spread_element" && value !== undefined)
      return { name: null, spread: true, value: this.lower(value), at: node };
    if (node.type !== "argument" || value === undefined) return super.argument(node);
    const name = child(node, "name");
    const isNamed = name !== undefined && name !== value;
    return {
      name: isNamed ? this.slice(name) : null,
      spread: false,
      value: this.lower(value),
      at: value,
    };
  }

  private switched(node: SyntaxNode): Expr {
    const { start, end, children } = node;
    const tested = children.slice(0, 1);
    const arms = children.filter(({ type }) => type === "switch_expression_arm");
    const patterns = arms.flatMap((arm) => this.bound(arm.children.slice(0, 1), tested[0]));
    return {
      kind: "choice",
      start,
      end,
      tested: [...this.all(tested), ...patterns],
      options: this.all(arms.flatMap((arm) => arm.children.slice(-1))),
    };
  }

  /** Lowers `x is T name` and `x is { P: var name }`: a comparison that assigns the compared value to a name. */
  private matched(node: SyntaxNode): Expr {
    const [tested, ...patterns] = node.children;
    return inert(node, [
      ...this.all(tested === undefined ? [] : [tested]),
      ...this.bound(patterns, tested),
    ]);
  }

  /** Returns assignments of the tested value, or of its properties, to the names that patterns declare. */
  protected bound(patterns: readonly SyntaxNode[], tested: SyntaxNode | undefined): Expr[] {
    if (tested === undefined) return [];
    const value = this.lower(tested);
    return patterns.flatMap((pattern) => this.namesIn(pattern, () => value));
  }

  private namesIn(pattern: SyntaxNode, value: (at: SyntaxNode) => Expr): Expr[] {
    const name = child(pattern, "name");
    const own =
      name?.type === "identifier"
        ? [assignment(pattern, this.declare(this.target(name)), value(name))]
        : [];
    const inner = pattern.children.filter((each) => each !== name);
    const [property, ...parts] = pattern.type === "subpattern" ? inner : [];
    if (property === undefined)
      return [...own, ...inner.flatMap((each) => this.namesIn(each, value))];
    return parts.flatMap((each) =>
      this.namesIn(each, (at) => this.member(at, value(at), property)),
    );
  }

  protected override loopTarget(node: SyntaxNode): Target {
    return node.type === "tuple_pattern"
      ? { kind: "items", items: node.children.map((each) => this.loopTarget(each)) }
      : this.declared(node);
  }

  protected target(node: SyntaxNode): Target {
    if (node.type === "tuple_expression" || node.type === "argument")
      return node.type === "argument"
        ? this.target(node.children.at(-1) ?? { ...node, type: "" })
        : { kind: "items", items: node.children.map((each) => this.target(each)) };
    const value = this.lower(node);
    return value.kind === "name" ? value : this.memberTarget(node);
  }

  protected parameters(node: SyntaxNode): Parameter[] {
    const list = child(node, "parameters") ?? firstOf(node, "parameter_list");
    if (list === undefined) return [];
    // `x => …`
    if (list.children.length === 0 && list.type !== "parameter_list")
      return [this.declaredParameter(list)];
    const single = list.children.flatMap((each): Parameter[] => {
      const name = child(each, "name");
      if (each.type !== "parameter" || name === undefined) return [];
      const isReference = /^(?:out|ref)\b/.test(this.slice(each));
      return [
        { ...this.declaredParameter(name), ...(isReference && { reference: true as const }) },
      ];
    });
    // `params string[] rest`
    const rest = child(list, "name");
    return rest === undefined
      ? single
      : [...single, { ...this.declaredParameter(rest), rest: true }];
  }

  private declaredParameter({ start, end }: SyntaxNode): Parameter {
    const target: Target = { kind: "name", name: this.text.slice(start, end), start, end };
    return { target: this.declare(target), fallback: null, rest: false };
  }
}

/** Returns the name of a member, without its type arguments. */
function nameIn(node: SyntaxNode): SyntaxNode {
  return node.type === "generic_name" ? (node.children[0] ?? node) : node;
}
