import type { Target } from "../ir.js";
import { childrenOf, type SyntaxNode } from "../syntax.js";

/** What the patterns of a `case` bind, as the target of an assignment from the subject; null where they bind nothing. */
export function captures(clause: SyntaxNode, name: (node: SyntaxNode) => Target): Target | null {
  const patterns = clause.children.filter((each) => each.type === "case_pattern");
  const [first] = patterns;
  return patterns.length === 1 && first ? captured(first, name) : itemsOf(patterns, name);
}

function captured(pattern: SyntaxNode, name: (node: SyntaxNode) => Target): Target | null {
  const { type, children } = pattern;
  const last = children[children.length - 1];
  switch (type) {
    case "identifier":
      return name(pattern);
    // A dotted name is a value to compare with.
    case "dotted_name":
      return children.length === 1 && children[0] ? name(children[0]) : null;
    case "case_pattern":
    case "splat_pattern":
    case "as_pattern":
      return last ? captured(last, name) : null;
    case "keyword_pattern":
      return last && children.length > 1 ? captured(last, name) : null;
    // The first name is the class.
    case "class_pattern":
      return itemsOf(children.slice(1), name);
    case "dict_pattern":
      return itemsOf([...childrenOf(pattern, "value"), ...children.filter((each) => each.type === "splat_pattern")], name);
    case "list_pattern":
    case "tuple_pattern":
    case "union_pattern":
      return itemsOf(children, name);
    default:
      return null;
  }
}

function itemsOf(patterns: readonly SyntaxNode[], name: (node: SyntaxNode) => Target): Target | null {
  const items = patterns.map((each) => captured(each, name));
  return items.every((each) => each === null) ? null : { kind: "items", items };
}
