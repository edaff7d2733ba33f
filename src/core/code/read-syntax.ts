import type { Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import type { Captured } from "../query/captured.js";
import { treeReader, type PlainTree } from "../parse/syntax-node.js";

export { child, childrenOf, firstOf, part, type SyntaxNode } from "../parse/syntax-node.js";

/** A program's tree as plain data. */
export interface Syntax extends PlainTree {
  /** Whether the parser met something it could not read. */
  readonly broken: boolean;
  /** The captures of patterns in it. */
  readonly captured: Captured;
}

/**
 * Returns a program's tree, copied and searched when first needed.
 * @param pause called at each node: it may throw when the time is over
 * @param search returns the captures in the tree
 * @param before the length of the prefix that was parsed before the source's text
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
