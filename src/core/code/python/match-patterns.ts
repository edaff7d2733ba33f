import type { Target } from "../ir.js";
import { child, childrenOf, firstOf, type SyntaxNode } from "../read-syntax.js";

/** Matches a name or `_`, which matches anything, also as `(_)` or `_ as name`. */
const CATCH_ALL = /^[\s(]*(?!(?:None|True|False)\b)[A-Za-z_]\w*[\s)]*(?:\bas\s+\w+[\s)]*)?$/;

/** Reads the names in patterns. */
export interface Names {
  /** Returns the target of an assignment to a name. */
  readonly target: (name: SyntaxNode) => Target;
  /** Returns the key that a string in a pattern names; null for any other node. */
  readonly keyOf: (node: SyntaxNode) => string | null;
  readonly text: (node: SyntaxNode) => string;
}

/** Whether a `case` matches any value: it has no condition, and its pattern or the last alternative of that matches anything. */
export function catchesAll(clause: SyntaxNode, text: string): boolean {
  const pattern = clause.children.find((each) => each.type === "case_pattern");
  if (pattern === undefined || child(clause, "guard") !== undefined) return false;
  return CATCH_ALL.test(text.slice(pattern.start, pattern.end).split("|").at(-1) ?? "");
}

/** Returns the names that the patterns of a `case` bind, as the target of an assignment from the subject; null if they bind nothing. */
export function captures(clause: SyntaxNode, names: Names): Target | null {
  const patterns = clause.children.filter((each) => each.type === "case_pattern");
  const [first] = patterns;
  return patterns.length === 1 && first ? captured(first, names) : itemsOf(patterns, names);
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

function captured(pattern: SyntaxNode, names: Names): Target | null {
  const { type, children } = pattern;
  const last = children[children.length - 1];
  if (type === "identifier") return names.target(pattern);
  // a dotted name is compared, not bound
  if (type === "dotted_name") return last && children.length === 1 ? names.target(last) : null;
  if (LAST.has(type))
    return last && (type !== "keyword_pattern" || children.length > 1)
      ? captured(last, names)
      : null;
  if (type === "dict_pattern") {
    const values = childrenOf(pattern, "value");
    const rest = children.filter((each) => each.type === "splat_pattern");
    return fieldsOf(
      [
        ...childrenOf(pattern, "key").map((key, at) => [names.keyOf(key), values[at]] as const),
        ...rest.map((each) => [null, each] as const),
      ],
      names,
    );
  }
  if (type === "class_pattern") {
    // the first name is that of the class
    const [, ...parts] = children;
    const keywords = parts.flatMap((each) => firstOf(each, "keyword_pattern") ?? []);
    return keywords.length === 0
      ? itemsOf(parts, names)
      : fieldsOf(
          keywords.map((each) => [names.text(each.children[0] ?? each), each] as const),
          names,
        );
  }
  return ALL.has(type) ? itemsOf(children, names) : null;
}

/** Returns a target for the parts of a pattern that have names; the name null stands for all other parts of the subject. */
function fieldsOf(
  patterns: readonly (readonly [key: string | null, pattern: SyntaxNode | undefined])[],
  names: Names,
): Target | null {
  const fields = patterns.flatMap(([key, pattern]) => {
    const target = pattern === undefined ? null : captured(pattern, names);
    return target === null ? [] : [{ key, target, fallback: null }];
  });
  return fields.length === 0 ? null : { kind: "fields", fields };
}

function itemsOf(patterns: readonly SyntaxNode[], names: Names): Target | null {
  const items = patterns.map((each) => captured(each, names));
  return items.every((each) => each === null) ? null : { kind: "items", items };
}
