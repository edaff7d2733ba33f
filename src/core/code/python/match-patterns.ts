import type { Target } from "../ir.js";
import { child, childrenOf, type SyntaxNode } from "../read-syntax.js";

/** Matches a name or `_`, which matches anything, also as `(_)` or `_ as name`. */
const CATCH_ALL = /^[\s(]*(?!(?:None|True|False)\b)[A-Za-z_]\w*[\s)]*(?:\bas\s+\w+[\s)]*)?$/;

/** Whether a `case` matches any value: it has no condition, and its pattern or the last alternative of that matches anything. */
export function catchesAll(clause: SyntaxNode, text: string): boolean {
  const pattern = clause.children.find((each) => each.type === "case_pattern");
  if (pattern === undefined || child(clause, "guard") !== undefined) return false;
  return CATCH_ALL.test(text.slice(pattern.start, pattern.end).split("|").at(-1) ?? "");
}

/** Returns the names that the patterns of a `case` bind, as the target of an assignment from the subject; null if they bind nothing. */
export function captures(clause: SyntaxNode, name: (node: SyntaxNode) => Target): Target | null {
  const patterns = clause.children.filter((each) => each.type === "case_pattern");
  const [first] = patterns;
  return patterns.length === 1 && first ? captured(first, name) : itemsOf(patterns, name);
}

/** Types of patterns in which only the last part binds names. */
const LAST: ReadonlySet<string> = new Set([
  "case_pattern",
  "splat_pattern",
  "as_pattern",
  "keyword_pattern",
]);
/** Types of patterns in which all parts bind names. */
const ALL: ReadonlySet<string> = new Set([
  "list_pattern",
  "tuple_pattern",
  "union_pattern",
  "class_pattern",
]);

function captured(pattern: SyntaxNode, name: (node: SyntaxNode) => Target): Target | null {
  const { type, children } = pattern;
  const last = children[children.length - 1];
  if (type === "identifier") return name(pattern);
  // a dotted name is compared, not bound
  if (type === "dotted_name") return last && children.length === 1 ? name(last) : null;
  if (LAST.has(type))
    return last && (type !== "keyword_pattern" || children.length > 1)
      ? captured(last, name)
      : null;
  if (type === "dict_pattern")
    return itemsOf(
      [
        ...childrenOf(pattern, "value"),
        ...children.filter((each) => each.type === "splat_pattern"),
      ],
      name,
    );
  // the first name in the pattern of a class is that of the class
  return ALL.has(type)
    ? itemsOf(type === "class_pattern" ? children.slice(1) : children, name)
    : null;
}

function itemsOf(
  patterns: readonly SyntaxNode[],
  name: (node: SyntaxNode) => Target,
): Target | null {
  const items = patterns.map((each) => captured(each, name));
  return items.every((each) => each === null) ? null : { kind: "items", items };
}
