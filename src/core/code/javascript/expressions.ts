import { escapeStyles } from "../../languages/string-syntax.js";
import type { Argument, Entry, Expr, Parameter, Target, TextExpr } from "../ir.js";
import {
  assignment,
  byType,
  callOf,
  inert,
  isElided,
  nameOf,
  ProgramReader,
  yielded,
} from "../lowering.js";
import { child, firstOf, part, type SyntaxNode } from "../read-syntax.js";

const COMPARISONS: ReadonlySet<string> = new Set([
  "==",
  "===",
  "!=",
  "!==",
  "<",
  ">",
  "<=",
  ">=",
  "in",
  "instanceof",
]);

/** The name of the list of a function's arguments. */
export const ARGUMENTS = "arguments";

/** Lowers expressions and targets of JavaScript. */
export abstract class JavaScriptExpressions extends ProgramReader {
  /** Whether the enclosing function reads its list of arguments. */
  protected readsArguments = false;

  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    "identifier shorthand_property_identifier this super import": (node) => {
      const name = nameOf(this.text, node);
      if (name.name === ARGUMENTS) this.readsArguments = true;
      return name;
    },
    "true false null undefined": (node) => this.constant(node, false),
    number: (node) => this.constant(node, true),
    "string template_string": (node) => this.string(node),
    "member_expression subscript_expression": (node) => this.access(node),
    "call_expression new_expression": (node) => this.call(node),
    "assignment_expression augmented_assignment_expression": (node) => this.assignment(node),
    binary_expression: (node) => this.binary(node),
    ternary_expression: (node) =>
      this.choice(
        node,
        [part(node, "condition")],
        [part(node, "consequence"), part(node, "alternative")],
      ),
    unary_expression: (node) => this.unary(node),
    array: (node) => ({
      kind: "list",
      start: node.start,
      end: node.end,
      items: this.items(itemsOf(this.text, node)),
    }),
    object: ({ start, end, children }) => ({
      kind: "record",
      start,
      end,
      entries: children.map((each) => this.entry(each)),
    }),
    sequence_expression: (node) => this.withOperands("sequence", node, node.children),
    "parenthesized_expression await_expression spread_element jsx_expression": (node) =>
      this.passing(node),
    yield_expression: (node) =>
      yielded(
        node,
        this.all(node.children),
        this.slice(node).slice("yield".length).trimStart().startsWith("*"),
      ),
    "function_expression arrow_function generator_function method_definition": (node) =>
      this.functionOf(node),
    class: (node) => this.classOf(node),
    // TypeScript: a value with a type annotation
    "as_expression satisfies_expression non_null_expression instantiation_expression": (node) =>
      this.passing({ ...node, children: node.children.slice(0, 1) }),
    jsx_attribute: (node) => this.attribute(node),
    jsx_element: (node) => this.element(node),
  });

  protected abstract functionOf(node: SyntaxNode): Expr;
  protected abstract classOf(node: SyntaxNode): Expr;

  /** Lowers a string or template literal. @param raw whether escapes are not decoded, as in `` String.raw`…` `` */
  private string(node: Omit<SyntaxNode, "type" | "named" | "field">, raw = false): TextExpr {
    const start = Math.min(node.start + 1, node.end);
    const inner = [start, Math.max(start, node.end - 1)] as const;
    return this.literal(node, inner, { ...escapeStyles.javascript, raw }, (each) =>
      each.type === "template_substitution" ? each.children[0] : undefined,
    );
  }

  private access(node: SyntaxNode): Expr {
    const { start, end } = node;
    const object = child(node, "object");
    if (object === undefined || firstOf(node, "ERROR") !== undefined) return this.inside(node);
    const property = child(node, "property");
    if (property !== undefined)
      return {
        kind: "member",
        start,
        end,
        object: this.lower(object),
        property: this.slice(property),
        at: property,
        bracketed: false,
      };
    return this.indexed(node, this.lower(object), this.lower(part(node, "index")));
  }

  private call(node: SyntaxNode): Expr {
    const construct = node.type === "new_expression";
    const callee = part(node, construct ? "constructor" : "function");
    const list = child(node, "arguments");
    if (list?.type === "template_string") return this.tagged(node, callee, list);
    // a call without a closing parenthesis is an incomplete excerpt, which only mentions the function
    if (list === undefined ? !construct : this.text[list.end - 1] !== ")") return this.inside(node);
    const elided = list === undefined || isElided(this.text, list);
    return callOf(node, this.called(callee), this.items(list?.children ?? []), {
      construct,
      elided,
    });
  }

  /** The number of enclosing classes. */
  protected classes = 0;

  /** Lowers a callee. Outside of classes, `this["eval"]` is a property of the global object. */
  private called(callee: SyntaxNode): Expr {
    const read = this.lower(callee);
    const isOwn =
      callee.type !== "subscript_expression" ||
      child(callee, "object")?.type !== "this" ||
      this.classes > 0;
    if (isOwn || (read.kind !== "member" && read.kind !== "index")) return read;
    const { start, end } = read.object;
    return { ...read, object: { kind: "name", name: "globalThis", start, end } };
  }

  private tagged(node: SyntaxNode, callee: SyntaxNode, template: SyntaxNode): Expr {
    const raw = this.slice(callee) === "String.raw";
    const value = this.string(template, raw);
    return raw
      ? value
      : callOf(node, this.lower(callee), [{ name: null, spread: false, value, at: template }], {
          tagged: true,
        });
  }

  private items(nodes: readonly SyntaxNode[]): Argument[] {
    return nodes.map((node) => ({
      name: null,
      spread: node.type === "spread_element",
      value: this.lower(node),
      at: node,
    }));
  }

  private entry(node: SyntaxNode): Entry {
    const spread = node.type === "spread_element";
    if (node.type === "shorthand_property_identifier")
      return { key: this.slice(node), spread, value: this.lower(node) };
    const key = child(node, node.type === "method_definition" ? "name" : "key");
    return {
      key: key ? this.keyOf(key) : null,
      spread,
      value: this.lower(child(node, "value") ?? node),
    };
  }

  /** Returns the name of a property key; null if it is computed. */
  protected keyOf(node: SyntaxNode): string | null {
    if (node.type === "computed_property_name") {
      const inside = node.children[0];
      return inside?.type === "string" ? this.keyOf(inside) : null;
    }
    return node.type === "string"
      ? this.text.slice(node.start + 1, node.end - 1)
      : this.slice(node);
  }

  private assignment(node: SyntaxNode): Expr {
    const value = this.lower(part(node, "right"));
    return assignment(node, this.target(part(node, "left")), value, this.operator(node) || "=");
  }

  protected target(node: SyntaxNode): Target {
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
        return this.memberTarget(node);
    }
  }

  private field(node: SyntaxNode): { key: string | null; target: Target; fallback: Expr | null } {
    const isPair = node.type === "pair_pattern";
    const target = isPair ? part(node, "value") : node;
    const name = child(target, "left") ?? target;
    const fallback = child(target, "right");
    const key = isPair
      ? this.keyOf(part(node, "key"))
      : node.type === "rest_pattern"
        ? null
        : this.slice(name);
    return { key, target: this.target(name), fallback: fallback ? this.lower(fallback) : null };
  }

  private binary(node: SyntaxNode): Expr {
    const left = child(node, "left");
    const right = child(node, "right");
    const operator = this.operator(node);
    if (left === undefined || right === undefined) return this.inside(node);
    if (operator === "+") return this.sum(node);
    if (operator === "||" || operator === "??") return this.choice(node, [], [left, right]);
    if (operator === "&&") return this.choice(node, [left], [right]);
    const callee = operator === ">" ? this.genericCallee(left, right) : undefined;
    if (callee !== undefined) return this.genericCall(node, callee, right);
    if (COMPARISONS.has(operator)) return inert(node, this.all([left, right]));
    return this.withOperands("carry", node, [left, right]);
  }

  /** Returns the callee of `f<T>(x)`, which the grammar parses as two comparisons; undefined for any other comparison. */
  private genericCallee(left: SyntaxNode, right: SyntaxNode): SyntaxNode | undefined {
    const isCall =
      right.type === "parenthesized_expression" &&
      left.type === "binary_expression" &&
      this.operator(left) === "<";
    return isCall && child(left, "right")?.type === "identifier" ? child(left, "left") : undefined;
  }

  private genericCall(node: SyntaxNode, callee: SyntaxNode, list: SyntaxNode): Expr {
    const args = list.children.flatMap((each) =>
      each.type === "sequence_expression" ? each.children : [each],
    );
    return callOf(node, this.lower(callee), this.items(args), {
      elided: isElided(this.text, list),
    });
  }

  private unary(node: SyntaxNode): Expr {
    const argument = part(node, "argument");
    if (this.operator(node) === "delete")
      return assignment(node, this.target(argument), inert(node));
    return inert(node, [this.lower(argument)]);
  }

  protected parameters(node: SyntaxNode): Parameter[] {
    const single = child(node, "parameter");
    const list = child(node, "parameters");
    return (single ? [single] : (list?.children ?? [])).map((each) => {
      const name = child(each, "pattern") ?? each;
      const fallback = child(each, "right") ?? child(each, "value");
      return {
        target: this.target(name),
        fallback: fallback ? this.lower(fallback) : null,
        rest: name.type === "rest_pattern",
      };
    });
  }

  /** Lowers an attribute of JSX. The string value of a handler is code; that of any other attribute is ignored. */
  private attribute(node: SyntaxNode): Expr {
    const name = node.children[0];
    const value = node.children[1];
    if (value?.type !== "string") return inert(node, value ? [this.lower(value)] : []);
    if (name === undefined || !/^on[a-z]/i.test(this.slice(name))) return inert(node);
    return {
      kind: "code",
      start: node.start,
      end: node.end,
      language: "javascript",
      value: this.string(value, true),
    };
  }

  /** Lowers an element of JSX. The content of a script is code. */
  private element(node: SyntaxNode): Expr {
    const opening = child(node, "open_tag");
    const closing = child(node, "close_tag");
    const name = opening && child(opening, "name");
    if (
      opening === undefined ||
      closing === undefined ||
      name === undefined ||
      this.slice(name) !== "script"
    )
      return this.inside(node);
    const value = this.string(
      { start: opening.end - 1, end: closing.start + 1, children: [] },
      true,
    );
    return { kind: "code", start: node.start, end: node.end, language: "javascript", value };
  }
}

/** Returns the items of an array. A missing item, as in `[, b]`, is a node whose type is empty. */
function itemsOf(text: string, node: SyntaxNode): SyntaxNode[] {
  let from = node.start + 1;
  return node.children.flatMap((each, at) => {
    const commas = text.slice(from, each.start).split(",").length - 1;
    const missing = Array.from({ length: Math.max(0, commas - (at > 0 ? 1 : 0)) }, () => ({
      ...node,
      type: "",
      children: [],
      start: each.start,
      end: each.start,
    }));
    from = each.end;
    return [...missing, each];
  });
}
