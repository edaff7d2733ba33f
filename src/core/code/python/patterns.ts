import type { Target } from "../ir.js";
import { child, childrenOf, type SyntaxNode } from "../syntax.js";

/** A name or `_`, which takes whatever comes, as `(_)` and `_ as name` do. */
const CATCH_ALL = /^[\s(]*(?!(?:None|True|False)\b)[A-Za-z_]\w*[\s)]*(?:\bas\s+\w+[\s)]*)?$/;

/** Whether a `case` takes all that is left: by a pattern for anything, alone or as the last alternative, without a condition. */
export function catchesAll(clause: SyntaxNode, text: string): boolean {
  const [pattern, ...more] = clause.children.filter((each) => each.type === "case_pattern");
  if (pattern === undefined || more.length > 0 || child(clause, "guard") !== undefined) return false;
  return CATCH_ALL.test(text.slice(pattern.start, pattern.end).split("|").at(-1) ?? "");
}

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
