import type { Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import type { Captured } from "../query/captured.js";
import { treeReader, type PlainTree } from "../parse/syntax-node.js";

export { child, childrenOf, firstOf, part, type SyntaxNode } from "../parse/syntax-node.js";

/** A program's tree as plain data. */
export interface Syntax extends PlainTree {
  /** The parser met something it could not read. */
  readonly broken: boolean;
  /** What patterns capture in it. */
  readonly captured: Captured;
}

/**
 * A program's tree, copied and searched when first asked for.
 * @param pause called at each node: it may throw where the time is up
 * @param search what patterns capture in the tree
 * @param before how much of what was parsed precedes the text
 */
export function readSyntax(
  language: GrammarName,
  tree: Tree,
  pause: () => void,
  search: (tree: Tree) => Captured,
  before = 0,
): Syntax {
  let plain: PlainTree | null = null;
  const copied = (): PlainTree =>
    (plain ??= treeReader(language === "powershell" ? language : "program").read(
      tree,
      pause,
      before,
    ));
  return {
    broken: tree.rootNode.hasError,
    get captured() {
      return search(tree).moved(-before);
    },
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
