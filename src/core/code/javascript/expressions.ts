import type { Argument, Entry, Expr, Parameter, Place, Target, TextExpr } from "../ir.js";
import { assignment, ExpressionReader, inert, isElided, nameOf, yielded } from "../lowering.js";
import { child, firstOf, part, type SyntaxNode } from "../syntax.js";
import { itemsOf, lowerString } from "./text.js";

const COMPARISONS: ReadonlySet<string> = new Set(["==", "===", "!=", "!==", "<", ">", "<=", ">=", "in", "instanceof"]);

const NAMES: ReadonlySet<string> = new Set(["identifier", "shorthand_property_identifier", "this", "super", "import"]);

/** What functions, classes and methods are lowered by; the statements own them. */
export interface FunctionLowering {
  functionOf(node: SyntaxNode): Expr;
  classOf(node: SyntaxNode): Expr;
}

/** Expressions and targets of JavaScript. */
export class JavaScriptExpressions extends ExpressionReader {
  functions: FunctionLowering = { functionOf: (node) => inert(node), classOf: (node) => inert(node) };

  protected lowerOne(node: SyntaxNode): Expr {
    const { start, end } = node;
    if (NAMES.has(node.type)) return nameOf(this.text, node);
    switch (node.type) {
      case "true":
      case "false":
      case "null":
      case "undefined":
      case "number":
        return this.constant(node, node.type === "number");
      case "string":
      case "template_string":
        return lowerString(this.text, node, this.lower);
      case "member_expression":
      case "subscript_expression":
        return this.access(node);
      case "call_expression":
      case "new_expression":
        return this.call(node);
      case "assignment_expression":
      case "augmented_assignment_expression":
        return this.assignment(node);
      case "binary_expression":
        return this.binary(node);
      case "ternary_expression":
        return this.ternary(node);
      case "unary_expression":
        return this.unary(node);
      case "array":
        return { kind: "list", start, end, items: this.items(itemsOf(this.text, node)) };
      case "object":
        return { kind: "record", start, end, entries: node.children.map((each) => this.entry(each)) };
      case "sequence_expression":
        return { kind: "sequence", start, end, operands: this.all(node.children) };
      case "parenthesized_expression":
      case "await_expression":
      case "spread_element":
      case "jsx_expression":
        return this.passing(node);
      case "yield_expression":
        return yielded(node, this.all(node.children), this.text.slice(start + "yield".length, end).trimStart().startsWith("*"));
      case "function_expression":
      case "arrow_function":
      case "generator_function":
      case "method_definition":
        return this.functions.functionOf(node);
      case "class":
        return this.functions.classOf(node);
      case "jsx_attribute":
        return this.attribute(node);
      case "jsx_element":
        return this.element(node);
      default:
        return inert(node, this.all(node.children));
    }
  }

  private access(node: SyntaxNode): Expr {
    const { start, end } = node;
    const object = child(node, "object");
    if (object === undefined || firstOf(node, "ERROR") !== undefined) return inert(node, this.all(node.children));
    const property = child(node, "property");
    if (property !== undefined)
      return { kind: "member", start, end, object: this.lower(object), property: this.slice(property), at: property, bracketed: false };
    return this.indexed(node, this.lower(object), this.lower(part(node, "index")));
  }

  private call(node: SyntaxNode): Expr {
    const { start, end } = node;
    const construct = node.type === "new_expression";
    const callee = part(node, construct ? "constructor" : "function");
    const list = child(node, "arguments");
    if (list?.type === "template_string") return this.tagged(node, callee, list);
    // A call that is never closed is a fragment: it names a pattern.
    if (list === undefined ? !construct : this.text[list.end - 1] !== ")") return inert(node, this.all(node.children));
    const elided = list === undefined || isElided(this.text, list.start, list.end);
    return { kind: "call", start, end, callee: this.lower(callee), args: this.items(list?.children ?? []), construct, tagged: false,
      elided };
  }

  private tagged(node: SyntaxNode, callee: SyntaxNode, template: SyntaxNode): Expr {
    const raw = this.slice(callee) === "String.raw";
    const value = lowerString(this.text, template, this.lower, raw);
    if (raw) return value;
    return { kind: "call", start: node.start, end: node.end, callee: this.lower(callee),
      args: [{ name: null, spread: false, value, at: template }], construct: false, tagged: true, elided: false };
  }

  private items(nodes: readonly SyntaxNode[]): Argument[] {
    return nodes.map((node) => ({ name: null, spread: node.type === "spread_element", value: this.lower(node), at: node }));
  }

  private entry(node: SyntaxNode): Entry {
    const spread = node.type === "spread_element";
    if (node.type === "shorthand_property_identifier") return { key: this.slice(node), spread, value: this.lower(node) };
    const key = child(node, node.type === "method_definition" ? "name" : "key");
    return { key: key ? this.keyOf(key) : null, spread, value: this.lower(child(node, "value") ?? node) };
  }

  /** The name of a property key; null where it is computed. */
  keyOf(node: SyntaxNode): string | null {
    if (node.type === "computed_property_name") {
      const inside = node.children[0];
      return inside?.type === "string" ? this.keyOf(inside) : null;
    }
    return node.type === "string" ? this.text.slice(node.start + 1, node.end - 1) : this.slice(node);
  }

  private assignment(node: SyntaxNode): Expr {
    const value = this.lower(part(node, "right"));
    return assignment(node, this.target(part(node, "left")), value, this.operator(node) || "=");
  }

  target(node: SyntaxNode): Target {
    switch (node.type) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        return nameOf(this.text, node);
      case "array_pattern":
        return { kind: "items", items: itemsOf(this.text, node).map((each) => this.target(each)) };
      case "object_pattern":
        return { kind: "fields", fields: node.children.map((each) => this.field(each)) };
      case "assignment_pattern":
        return this.target(part(node, "left"));
      case "rest_pattern":
      case "parenthesized_expression":
        return this.target(node.children[0] ?? part(node, ""));
      default:
        return this.place(node);
    }
  }

  private field(node: SyntaxNode): { key: string | null; target: Target; fallback: Expr | null } {
    const isPair = node.type === "pair_pattern";
    const target = isPair ? part(node, "value") : node;
    const name = child(target, "left") ?? target;
    const fallback = child(target, "right");
    const key = isPair ? this.keyOf(part(node, "key")) : node.type === "rest_pattern" ? null : this.slice(name);
    return { key, target: this.target(name), fallback: fallback ? this.lower(fallback) : null };
  }

  private binary(node: SyntaxNode): Expr {
    const { start, end } = node;
    const left = child(node, "left");
    const right = child(node, "right");
    const sign = this.operator(node);
    if (left === undefined || right === undefined) return inert(node, this.all(node.children));
    if (sign === "+") return this.sum(node);
    if (sign === "||" || sign === "??") return { kind: "choice", start, end, tested: [], options: this.all([left, right]) };
    if (sign === "&&") return { kind: "choice", start, end, tested: [this.lower(left)], options: [this.lower(right)] };
    const callee = sign === ">" ? this.genericCallee(left, right) : undefined;
    if (callee !== undefined) return this.genericCall(node, callee, right);
    if (COMPARISONS.has(sign)) return inert(node, this.all([left, right]));
    return { kind: "carry", start, end, operands: this.all([left, right]) };
  }

  /** `f<T>(x)` reads as two comparisons, which nobody writes. */
  private genericCallee(left: SyntaxNode, right: SyntaxNode): SyntaxNode | undefined {
    const isCall = right.type === "parenthesized_expression" && left.type === "binary_expression" && this.operator(left) === "<";
    return isCall && child(left, "right")?.type === "identifier" ? child(left, "left") : undefined;
  }

  private genericCall({ start, end }: SyntaxNode, callee: SyntaxNode, list: SyntaxNode): Expr {
    const args = list.children.flatMap((each) => (each.type === "sequence_expression" ? each.children : [each]));
    return { kind: "call", start, end, callee: this.lower(callee), args: this.items(args), construct: false, tagged: false,
      elided: isElided(this.text, list.start, list.end) };
  }

  private ternary(node: SyntaxNode): Expr {
    return { kind: "choice", start: node.start, end: node.end, tested: [this.lower(part(node, "condition"))],
      options: this.all([part(node, "consequence"), part(node, "alternative")]) };
  }

  private unary(node: SyntaxNode): Expr {
    const argument = part(node, "argument");
    if (this.operator(node) === "delete") return assignment(node, this.target(argument), inert(node));
    return inert(node, [this.lower(argument)]);
  }

  parameters(node: SyntaxNode): Parameter[] {
    const single = child(node, "parameter");
    const list = child(node, "parameters");
    return (single ? [single] : (list?.children ?? [])).map((each) => {
      const fallback = child(each, "right");
      return { target: this.target(each), fallback: fallback ? this.lower(fallback) : null, rest: each.type === "rest_pattern" };
    });
  }

  /** In JSX, a handler's text is code; any other attribute's text is text. */
  private attribute(node: SyntaxNode): Expr {
    const name = node.children[0];
    const value = node.children[1];
    if (value?.type !== "string") return inert(node, value ? [this.lower(value)] : []);
    if (name === undefined || !/^on[a-z]/i.test(this.slice(name))) return inert(node);
    return { kind: "code", start: node.start, end: node.end, language: "javascript", value: this.verbatim(value) };
  }

  /** The text of an element is text, but a script's. */
  private element(node: SyntaxNode): Expr {
    const opening = child(node, "open_tag");
    const closing = child(node, "close_tag");
    const name = opening && child(opening, "name");
    if (opening === undefined || closing === undefined || name === undefined || this.slice(name) !== "script")
      return inert(node, this.all(node.children));
    return { kind: "code", start: node.start, end: node.end, language: "javascript",
      value: this.verbatim({ start: opening.end - 1, end: closing.start + 1 }) };
  }

  /** What stands between two signs, as it is written. */
  private verbatim(node: Place): TextExpr {
    const open = { start: node.start, end: node.start + 1 };
    const close = { start: node.end - 1, end: node.end };
    return { kind: "text", start: node.start, end: node.end, open, close,
      parts: [{ kind: "chars", start: open.end, end: close.start, text: null }] };
  }
}
