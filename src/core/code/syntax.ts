import type { Tree } from "web-tree-sitter";
import { TreeReader, type PlainTree } from "../parse/syntax.js";

export { child, childrenOf, firstOf, type SyntaxNode } from "../parse/syntax.js";

/** A program's tree as plain data. */
export interface Syntax extends PlainTree {
  /** The parser met something it could not read. */
  readonly broken: boolean;
}

const reader = new TreeReader({
  tokens: new Set(["async", "static", "get"]),
  between: new Set(["comment", "line_continuation"]),
  wrappers: new Set(),
  fielded: null,
  leaves: new Set(["identifier", "comment"]),
  texts: new Set(["string", "template_string", "comment", "jsx_text", "regex"]),
  missing: false,
});

/** A program's tree, copied when first asked for. @param pause called at each node: it may throw where the time is up */
export function readSyntax(tree: Tree, pause: () => void): Syntax {
  let plain: PlainTree | null = null;
  const copied = (): PlainTree => (plain ??= reader.read(tree, pause));
  return {
    broken: tree.rootNode.hasError,
    get root() {
      return copied().root;
    },
    get texts() {
      return copied().texts;
    },
    get tooDeep() {
      return copied().tooDeep;
    },
  };
}
