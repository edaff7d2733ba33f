import { escapeStyles } from "../../languages/string-syntax.js";
import type {
  Argument,
  ClassExpr,
  ComprehensionExpr,
  Entry,
  Expr,
  Parameter,
  Target,
  TextExpr,
} from "../ir.js";
import {
  assignment,
  byType,
  callOf,
  isElided,
  nameOf,
  ProgramReader,
  yielded,
} from "../lowering.js";
import { child, firstOf, part, type SyntaxNode } from "../read-syntax.js";

/** Matches functions that create a class with named fields. */
const TUPLES = /^(?:collections\.)?namedtuple$/;

/** Matches classes whose constructor sets a property of the object for each keyword argument. */
const RECORDS = /^(?:dict|(?:types\.)?SimpleNamespace|(?:argparse\.)?Namespace)$/;

/** Lowers expressions and targets of Python. */
export abstract class PythonExpressions extends ProgramReader {
  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    identifier: (node) => nameOf(this.text, node),
    "true false none": (node) => this.constant(node, false),
    "integer float": (node) => this.constant(node, true),
    string: (node) => this.string(node),
    concatenated_string: (node) => this.withOperands("concat", node, node.children),
    attribute: (node) => this.attribute(node),
    subscript: (node) => this.subscript(node),
    call: (node) => this.call(node),
    "assignment augmented_assignment named_expression": (node) => this.assignment(node),
    binary_operator: (node) => this.binary(node),
    boolean_operator: (node) => this.boolean(node),
    conditional_expression: (node) => this.conditional(node),
    lambda: (node) => this.lambda(node),
    "list tuple set expression_list pattern_list": ({ start, end, children }) => ({
      kind: "list",
      start,
      end,
      items: this.items(children),
    }),
    dictionary: ({ start, end, children }) => ({
      kind: "record",
      start,
      end,
      entries: children.map((each) => this.entry(each)),
    }),
    "list_comprehension set_comprehension generator_expression dictionary_comprehension": (node) =>
      this.comprehension(node),
    "parenthesized_expression await unary_operator as_pattern": (node) => this.passing(node),
    yield: (node) =>
      yielded(
        node,
        this.all(node.children),
        /^yield\s+from\b/.test(this.text.slice(node.start, node.start + 20)),
      ),
    "pair keyword_argument": (node) => this.lower(child(node, "value") ?? { ...node, type: "" }),
  });

  constructor(
    text: string,
    private readonly execStatements: ReadonlySet<number>,
    pause: () => void,
  ) {
    super(text, pause);
  }

  protected abstract lambda(node: SyntaxNode): Expr;

  /** Lowers a string literal with its prefixes, triple quotes, escapes and embedded expressions. */
  private string(node: SyntaxNode): TextExpr {
    const start = firstOf(node, "string_start")?.end ?? node.start;
    const end = firstOf(node, "string_end")?.start ?? node.end;
    const prefix = this.text.slice(node.start, start).toLowerCase();
    const style = {
      ...escapeStyles.python,
      raw: prefix.includes("r"),
      doubledBraces: prefix.includes("f"),
    };
    return this.literal(node, [start, end], style, (each) =>
      each.type === "interpolation" ? child(each, "expression") : undefined,
    );
  }

  private conditional(node: SyntaxNode): Expr {
    const [body, condition, ...otherwise] = node.children;
    return this.choice(node, condition ? [condition] : [], [...(body ? [body] : []), ...otherwise]);
  }

  private attribute(node: SyntaxNode): Expr {
    const { start, end } = node;
    const object = child(node, "object");
    const name = child(node, "attribute");
    if (object === undefined || name === undefined || firstOf(node, "ERROR"))
      return this.inside(node);
    return {
      kind: "member",
      start,
      end,
      object: this.lower(object),
      property: this.slice(name),
      at: name,
      bracketed: false,
    };
  }

  private subscript(node: SyntaxNode): Expr {
    const object = this.lower(part(node, "value"));
    const index = this.lower(part(node, "subscript"));
    const written = this.text.slice(object.end, node.end).replace(/\s/g, "");
    return this.indexed(node, object, index, written === "[::-1]" ? written : undefined);
  }

  private call(node: SyntaxNode): Expr {
    const callee = part(node, "function");
    const list = part(node, "arguments");
    const name = this.slice(callee);
    if (name === "super") return { ...nameOf(this.text, callee), end: node.end };
    // a call without a closing parenthesis is an incomplete excerpt, which only mentions the function
    if (this.text[list.end - 1] !== ")") return this.inside(node);
    const args =
      list.type === "argument_list"
        ? this.items(list.children)
        : [{ name: null, spread: false, value: this.lower(list), at: list }];
    if (RECORDS.test(name)) return this.merged(node, args);
    if (TUPLES.test(name)) return this.tupleClass(node, list);
    return (
      (name === "setattr" ? this.attributeSet(node, args) : null) ??
      callOf(node, this.lower(callee), args, { elided: isElided(this.text, list) })
    );
  }

  /** Returns the class that `namedtuple("Job", "name code")` or `namedtuple("Job", ["name", "code"])` creates. */
  private tupleClass({ start, end }: SyntaxNode, { children: [, fields] }: SyntaxNode): ClassExpr {
    const named = fields === undefined ? [] : (this.slice(fields).match(/\w+/g) ?? []);
    return { kind: "class", start, end, bases: [], body: [], locals: named, methods: [] };
  }

  /** Returns a record that is merged from other records and keywords: `dict(options, shell=True)`, `options | {"shell": True}`. */
  private merged({ start, end }: SyntaxNode, parts: readonly Argument[]): Expr {
    const entries = parts.map(({ name, value }) =>
      name === null ? { key: null, spread: true, value } : { key: name, spread: false, value },
    );
    return { kind: "record", start, end, entries };
  }

  /** Lowers `setattr(object, "name", value)`; null if the name is unknown. */
  private attributeSet(
    { start, end }: SyntaxNode,
    [object, name, given]: readonly Argument[],
  ): Expr | null {
    if (object === undefined || given === undefined || name?.value.kind !== "text") return null;
    const at = { start: name.value.open.end, end: name.value.close.start };
    const target: Target = {
      kind: "member",
      start,
      end,
      object: object.value,
      property: this.text.slice(at.start, at.end),
      at,
      bracketed: true,
    };
    return assignment({ start, end }, target, given.value, "=");
  }

  private items(nodes: readonly SyntaxNode[]): Argument[] {
    return nodes.map((node) => {
      if (node.type === "keyword_argument") {
        const at = part(node, "value");
        return { name: this.slice(part(node, "name")), spread: false, value: this.lower(at), at };
      }
      const splat = node.type.endsWith("_splat");
      const value = splat ? node.children[0] : undefined;
      if (value !== undefined)
        return {
          name: node.type === "dictionary_splat" ? "**" : null,
          spread: true,
          value: this.lower(value),
          at: node,
        };
      return { name: null, spread: false, value: this.lower(node), at: node };
    });
  }

  private entry(node: SyntaxNode): Entry {
    const spread = node.type === "dictionary_splat";
    return {
      key: this.keyOf(child(node, "key")),
      spread,
      value: this.lower((spread ? node.children[0] : undefined) ?? node),
    };
  }

  /** Returns the key that a string names; null for any other node. */
  protected keyOf(node: SyntaxNode | undefined): string | null {
    const inside = node?.type === "string" ? firstOf(node, "string_content") : undefined;
    return inside ? this.slice(inside) : null;
  }

  private assignment(node: SyntaxNode): Expr {
    const left = child(node, "left") ?? child(node, "name");
    const right = child(node, "right") ?? child(node, "value");
    if (left === undefined || right === undefined) return this.inside(node);
    if (this.execStatements.has(left.start)) return this.execStatement(node, left, right);
    return assignment(node, this.target(left), this.lower(right), this.operator(node) || "=");
  }

  /** Lowers Python 2's `exec code` and `exec code in namespace`. */
  private execStatement(node: SyntaxNode, word: SyntaxNode, right: SyntaxNode): Expr {
    let code = right;
    if (code.type === "comparison_operator" && code.children[0]) code = code.children[0];
    return callOf(node, nameOf(this.text, word), [
      { name: null, spread: false, value: this.lower(code), at: right },
    ]);
  }

  /** Lowers the target of an assignment. @param declares whether its names are declared in the enclosing function */
  protected target(node: SyntaxNode, declares = true): Target {
    const target = this.targetOf(node);
    return declares ? this.declare(target) : target;
  }

  private targetOf(node: SyntaxNode): Target {
    switch (node.type) {
      case "identifier":
        return nameOf(this.text, node);
      case "pattern_list":
      case "tuple_pattern":
      case "list_pattern":
      case "expression_list":
      case "tuple":
      case "list":
        return { kind: "items", items: node.children.map((each) => this.target(each, false)) };
      case "list_splat_pattern":
      case "as_pattern_target":
      case "parenthesized_expression":
        return this.target(node.children[0] ?? part(node, ""), false);
      default:
        return this.memberTarget(node);
    }
  }

  private binary(node: SyntaxNode): Expr {
    const { start, end } = node;
    const operator = this.operator(node);
    const left = child(node, "left");
    const right = child(node, "right");
    if (left === undefined || right === undefined) return this.inside(node);
    if (operator === "+") return this.sum(node);
    if (operator === "%")
      return { kind: "format", start, end, template: this.lower(left), values: this.lower(right) };
    if (operator === "|" && (left.type === "dictionary" || right.type === "dictionary"))
      return this.merged(node, this.items([left, right]));
    return this.withOperands("carry", node, [left, right]);
  }

  private boolean(node: SyntaxNode): Expr {
    const [left, right] = [part(node, "left"), part(node, "right")];
    return this.operator(node) === "or"
      ? this.choice(node, [], [left, right])
      : this.choice(node, [left], [right]);
  }

  private comprehension(node: SyntaxNode): ComprehensionExpr {
    const loops: { target: Target; over: Expr }[] = [];
    const tested: Expr[] = [];
    for (const each of node.children) {
      if (each.type === "for_in_clause")
        loops.push({
          target: this.target(part(each, "left"), false),
          over: this.lower(part(each, "right")),
        });
      if (each.type === "if_clause") tested.push(...this.all(each.children));
    }
    return {
      kind: "comprehension",
      start: node.start,
      end: node.end,
      loops,
      tested,
      body: this.lower(part(node, "body")),
    };
  }

  protected parameters(node: SyntaxNode | undefined): Parameter[] {
    if (node === undefined) return [];
    return node.children.map((each) => {
      const rest =
        each.type === "list_splat_pattern" ||
        each.type === "dictionary_splat_pattern" ||
        each.children[0]?.type.endsWith("splat_pattern") === true;
      let name = child(each, "name") ?? each;
      while (name.type !== "identifier" && name.children[0]) name = name.children[0];
      const given = child(each, "value");
      // a parameter that may be absent has the value of its type
      const fallback = given?.type === "none" ? undefined : given;
      const type = this.namedType(child(each, "type"));
      return {
        target: this.target(name),
        fallback: fallback ? this.lower(fallback) : null,
        rest,
        ...(type !== undefined && { type: this.lower(type) }),
      };
    });
  }

  /** Returns the name in the type of a parameter that may also be absent: `X`, `Optional[X]`, `X | None`; undefined for other types. */
  private namedType(node: SyntaxNode | undefined): SyntaxNode | undefined {
    switch (node?.type) {
      case "identifier":
      case "attribute":
        return node;
      case "type":
        return this.namedType(node.children[0]);
      case "generic_type":
      case "subscript": {
        const generic = child(node, "value") ?? node.children[0];
        const parameters = child(node, "subscript") ?? node.children.at(-1);
        const isOptional = generic !== undefined && /(?:^|\.)Optional$/.test(this.slice(generic));
        const isList = parameters?.type === "type_parameter";
        return isOptional
          ? this.namedType(isList ? parameters.children[0] : parameters)
          : undefined;
      }
      case "binary_operator": {
        const named = node.children.filter(({ type }) => type !== "none" && type !== "|");
        return named.length === 1 ? this.namedType(named[0]) : undefined;
      }
      default:
        return undefined;
    }
  }
}
