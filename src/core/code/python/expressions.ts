import type { Argument, CallExpr, ComprehensionExpr, Entry, Expr, Parameter, Target } from "../ir.js";
import { assignment, boundNames, ExpressionReader, inert, isElided, nameOf, yielded } from "../lowering.js";
import { child, firstOf, part, type SyntaxNode } from "../syntax.js";
import { lowerString } from "./text.js";

/** Classes whose objects hold what their constructor is given by name. */
const RECORDS = /^(?:dict|(?:types\.)?SimpleNamespace|(?:argparse\.)?Namespace)$/;

/** Expressions and targets of Python. */
export class PythonExpressions extends ExpressionReader {
  /** Names assigned in the functions around, innermost last. */
  readonly assigned: Set<string>[] = [];
  /** Lowers a lambda; set by the statements, which own functions. */
  lowerFunction: (node: SyntaxNode) => Expr = (node) => inert(node);

  constructor(text: string, readonly execStatements: ReadonlySet<number>, pause: () => void) {
    super(text, pause);
  }

  protected lowerOne(node: SyntaxNode): Expr {
    const { start, end } = node;
    switch (node.type) {
      case "identifier":
        return nameOf(this.text, node);
      case "true":
      case "false":
      case "none":
      case "integer":
      case "float":
        return this.constant(node, node.type === "integer" || node.type === "float");
      case "string":
        return lowerString(this.text, node, this.lower);
      case "concatenated_string":
        return { kind: "concat", start, end, operands: this.all(node.children) };
      case "attribute":
      case "subscript":
        return this.access(node);
      case "call":
        return this.call(node);
      case "assignment":
      case "augmented_assignment":
      case "named_expression":
        return this.assignment(node);
      case "binary_operator":
        return this.binary(node);
      case "boolean_operator":
        return this.boolean(node);
      case "conditional_expression":
        return this.conditional(node);
      case "lambda":
        return this.lowerFunction(node);
      case "list":
      case "tuple":
      case "set":
      case "expression_list":
      case "pattern_list":
        return { kind: "list", start, end, items: this.items(node.children) };
      case "dictionary":
        return { kind: "record", start, end, entries: node.children.map((each) => this.entry(each)) };
      case "list_comprehension":
      case "set_comprehension":
      case "generator_expression":
      case "dictionary_comprehension":
        return this.comprehension(node);
      case "parenthesized_expression":
      case "await":
      case "unary_operator":
      case "as_pattern":
        return this.passing(node);
      case "yield":
        return yielded(node, this.all(node.children), /^yield\s+from\b/.test(this.text.slice(start, start + 20)));
      case "pair":
      case "keyword_argument":
        return this.lower(child(node, "value") ?? { ...node, type: "" });
      default:
        return inert(node, this.all(node.children));
    }
  }

  private conditional(node: SyntaxNode): Expr {
    const [body, condition, ...otherwise] = this.all(node.children);
    return { kind: "choice", start: node.start, end: node.end, tested: condition ? [condition] : [],
      options: [...(body ? [body] : []), ...otherwise] };
  }

  private access(node: SyntaxNode): Expr {
    const { start, end } = node;
    if (node.type === "attribute") {
      const object = child(node, "object");
      const name = child(node, "attribute");
      if (object === undefined || name === undefined || firstOf(node, "ERROR")) return inert(node, this.all(node.children));
      return { kind: "member", start, end, object: this.lower(object), property: this.slice(name), at: name,
        bracketed: false };
    }
    const object = this.lower(part(node, "value"));
    const index = this.lower(part(node, "subscript"));
    const reversed = /^\[\s*::\s*-1\s*\]$/.test(this.text.slice(object.end, end).trim());
    return this.indexed(node, object, index, reversed);
  }

  private call(node: SyntaxNode): Expr {
    const callee = part(node, "function");
    const list = part(node, "arguments");
    const name = this.slice(callee);
    if (name === "super") return { ...nameOf(this.text, callee), end: node.end };
    // A call that is never closed is a fragment: it names a pattern.
    if (this.text[list.end - 1] !== ")") return inert(node, this.all(node.children));
    const args = list.type === "argument_list" ? this.items(list.children)
      : [{ name: null, spread: false, value: this.lower(list), at: list }];
    if (RECORDS.test(name)) return this.merged(node, args);
    return (name === "setattr" ? this.attributeSet(node, args) : null)
      ?? this.callOf(node, this.lower(callee), args, isElided(this.text, list.start, list.end));
  }

  /** `dict(shell=True)`, `dict(options, shell=True)`, `options | {"shell": True}`: one record, of others and of names. */
  private merged({ start, end }: SyntaxNode, parts: readonly Argument[]): Expr {
    const entries = parts.map(({ name, value }) =>
      (name === null ? { key: null, spread: true, value } : { key: name, spread: false, value }));
    return { kind: "record", start, end, entries };
  }

  /** `setattr(object, "name", value)`; null where the name is not known. */
  private attributeSet({ start, end }: SyntaxNode, [object, name, given]: readonly Argument[]): Expr | null {
    if (object === undefined || given === undefined || name?.value.kind !== "text") return null;
    const at = { start: name.value.open.end, end: name.value.close.start };
    const target: Target = { kind: "member", start, end, object: object.value, property: this.text.slice(at.start, at.end), at,
      bracketed: true };
    return assignment({ start, end }, target, given.value, "=");
  }

  private callOf(node: SyntaxNode, callee: Expr, args: readonly Argument[], elided: boolean): CallExpr {
    return { kind: "call", start: node.start, end: node.end, callee, args, construct: false, tagged: false, elided };
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
        return { name: node.type === "dictionary_splat" ? "**" : null, spread: true, value: this.lower(value), at: node };
      return { name: null, spread: false, value: this.lower(node), at: node };
    });
  }

  private entry(node: SyntaxNode): Entry {
    const spread = node.type === "dictionary_splat";
    const key = child(node, "key");
    const inside = key?.type === "string" ? firstOf(key, "string_content") : undefined;
    return { key: inside ? this.text.slice(inside.start, inside.end) : null, spread,
      value: this.lower((spread ? node.children[0] : undefined) ?? node) };
  }

  private assignment(node: SyntaxNode): Expr {
    const left = child(node, "left") ?? child(node, "name");
    const right = child(node, "right") ?? child(node, "value");
    if (left === undefined || right === undefined) return inert(node, this.all(node.children));
    if (this.execStatements.has(left.start)) return this.execStatement(node, left, right);
    return assignment(node, this.target(left), this.lower(right), this.operator(node) || "=");
  }

  /** Python 2: `exec code`, `exec code in namespace`. */
  private execStatement(node: SyntaxNode, word: SyntaxNode, right: SyntaxNode): Expr {
    let code = right;
    if (code.type === "comparison_operator" && code.children[0]) code = code.children[0];
    return this.callOf(node, nameOf(this.text, word), [{ name: null, spread: false, value: this.lower(code), at: right }], false);
  }

  /** Lowers what is assigned to; names in it belong to the function around, unless `declares` is false. */
  target(node: SyntaxNode, declares = true): Target {
    const target = this.targetOf(node);
    const scope = this.assigned[this.assigned.length - 1];
    if (declares && scope) boundNames(target, scope);
    return target;
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
        return this.place(node);
    }
  }

  private binary(node: SyntaxNode): Expr {
    const { start, end } = node;
    const sign = this.operator(node);
    const left = child(node, "left");
    const right = child(node, "right");
    if (left === undefined || right === undefined) return inert(node, this.all(node.children));
    if (sign === "+") return this.sum(node);
    if (sign === "%") return { kind: "format", start, end, template: this.lower(left), values: this.lower(right) };
    if (sign === "|" && (left.type === "dictionary" || right.type === "dictionary")) return this.merged(node, this.items([left, right]));
    return { kind: "carry", start, end, operands: [this.lower(left), this.lower(right)] };
  }

  private boolean(node: SyntaxNode): Expr {
    const { start, end } = node;
    const [left, right] = [this.lower(part(node, "left")), this.lower(part(node, "right"))];
    if (this.operator(node) === "or") return { kind: "choice", start, end, tested: [], options: [left, right] };
    return { kind: "choice", start, end, tested: [left], options: [right] };
  }

  private comprehension(node: SyntaxNode): ComprehensionExpr {
    const loops: { target: Target; over: Expr }[] = [];
    const tested: Expr[] = [];
    for (const each of node.children) {
      if (each.type === "for_in_clause")
        loops.push({ target: this.target(part(each, "left"), false), over: this.lower(part(each, "right")) });
      if (each.type === "if_clause") tested.push(...this.all(each.children));
    }
    return { kind: "comprehension", start: node.start, end: node.end, loops, tested, body: this.lower(part(node, "body")) };
  }

  parameters(node: SyntaxNode | undefined): Parameter[] {
    if (node === undefined) return [];
    return node.children.map((each) => {
      const rest = each.type === "list_splat_pattern" || each.type === "dictionary_splat_pattern"
        || each.children[0]?.type.endsWith("splat_pattern") === true;
      let name = child(each, "name") ?? each;
      while (name.type !== "identifier" && name.children[0]) name = name.children[0];
      const fallback = child(each, "value");
      return { target: this.target(name), fallback: fallback ? this.lower(fallback) : null, rest };
    });
  }
}
