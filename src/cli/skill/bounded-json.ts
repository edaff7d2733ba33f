import { parseTree, type Node } from "jsonc-parser";

/** Deeper documents are not read here: the parser is recursive. */
const DEEPEST = 200;

/** Returns the syntax tree of a JSON text with comments; null if it has none or is nested too deeply. */
export function parseBounded(text: string): Node | null {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > DEEPEST) return null;
  }
  return parseTree(text, [], { allowTrailingComma: true }) ?? null;
}

/** Returns the value of an object's property, or undefined. */
export function property(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}
