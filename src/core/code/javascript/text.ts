import { escapeStyles } from "../../languages/syntax.js";
import { decodeParts } from "../escapes.js";
import type { Expr, Hole, TextExpr } from "../ir.js";
import type { SyntaxNode } from "../syntax.js";

/** Lowers a string or template literal. `raw` is for `` String.raw`…` ``. */
export function lowerString(text: string, node: SyntaxNode, lower: (node: SyntaxNode) => Expr, raw = false): TextExpr {
  const start = Math.min(node.start + 1, node.end);
  const end = Math.max(start, node.end - 1);
  const holes: Hole[] = [];
  for (const each of node.children) {
    const value = each.type === "template_substitution" ? each.children[0] : undefined;
    if (value !== undefined) holes.push({ kind: "hole", start: each.start, end: each.end, value: lower(value) });
  }
  return {
    kind: "text",
    start: node.start,
    end: node.end,
    parts: decodeParts(text, start, end, holes, { ...escapeStyles.javascript, raw }),
    open: { start: node.start, end: start },
    close: { start: end, end: node.end },
  };
}

/** The items of an array, where those left out between commas (`[, b]`) are nodes of no type. */
export function itemsOf(text: string, node: SyntaxNode): SyntaxNode[] {
  let from = node.start + 1;
  return node.children.flatMap((each, at) => {
    const commas = text.slice(from, each.start).split(",").length - 1;
    const leftOut = Array.from({ length: Math.max(0, commas - (at > 0 ? 1 : 0)) },
      () => ({ ...node, type: "", children: [], start: each.start, end: each.start }));
    from = each.end;
    return [...leftOut, each];
  });
}
