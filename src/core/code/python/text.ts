import { escapeStyles } from "../../languages/syntax.js";
import { decodeParts } from "../escapes.js";
import type { Expr, Hole, TextExpr } from "../ir.js";
import { child, firstOf, type SyntaxNode } from "../syntax.js";

/** Lowers one string literal: prefixes, triple quotes, escapes, the expressions of formatted literals. */
export function lowerString(text: string, node: SyntaxNode, lower: (node: SyntaxNode) => Expr): TextExpr {
  const opening = firstOf(node, "string_start");
  const closing = firstOf(node, "string_end");
  const start = opening?.end ?? node.start;
  const end = closing?.start ?? node.end;
  const prefix = text.slice(node.start, start).toLowerCase();
  const holes: Hole[] = [];
  for (const each of node.children) {
    const value = each.type === "interpolation" ? child(each, "expression") : undefined;
    if (value !== undefined) holes.push({ kind: "hole", start: each.start, end: each.end, value: lower(value) });
  }
  const style = { ...escapeStyles.python, raw: prefix.includes("r"), doubledBraces: prefix.includes("f") };
  return {
    kind: "text",
    start: node.start,
    end: node.end,
    parts: decodeParts(text, start, end, holes, style),
    open: { start: node.start, end: start },
    close: { start: end, end: node.end },
  };
}
