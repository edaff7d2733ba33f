import { parseTree, type Node } from "jsonc-parser";

/** Maximum nesting of arrays and objects, because the parser is recursive. */
const MAX_DEPTH = 200;

/**
 * Parses JSON with comments and trailing commas, and returns its syntax tree; null if the text contains no value or is nested more than
 * {@link MAX_DEPTH} levels deep. Brackets in strings and comments are also counted.
 */
export function parseBoundedJsonc(text: string): Node | null {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > MAX_DEPTH) return null;
  }
  return parseTree(text, [], { allowTrailingComma: true }) ?? null;
}

/** Returns the value of an object's property; undefined if the node is not an object or has no such property. */
export function property(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}
