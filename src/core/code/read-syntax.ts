import type { Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import type { Captured } from "../query/captured-roles.js";
import { treeReader, type PlainTree } from "../parse/syntax-node.js";

export { child, childrenOf, firstOf, part, type SyntaxNode } from "../parse/syntax-node.js";

/** A program's syntax tree as plain data. */
export interface Syntax extends PlainTree {
  /** Whether the tree contains syntax errors. */
  readonly broken: boolean;
  /** The nodes that the query patterns captured. */
  readonly captured: Captured;
}

/**
 * Returns a program's syntax tree, which is copied and searched only when it is needed.
 * @param pause called at each node; throws when the time has run out
 * @param search returns the captures in the tree
 * @param before the length of the prefix in front of the source's text in the parsed text
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
