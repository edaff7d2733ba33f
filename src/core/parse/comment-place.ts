import type { Node, Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import { ParseScope, type Parsers } from "./parse-scope.js";

/** Longer texts are not parsed for a comment: a person waits for the answer. */
const MAX_LENGTH = 256 * 1024;
/** Milliseconds for both parses. */
const DEADLINE = 2000;

/** A comment, and where in a text it is inserted. */
export interface InsertedComment {
  /** Offset in UTF-16 code units. */
  readonly at: number;
  /** The inserted text: the comment, and blanks and line ends around it. */
  readonly text: string;
}

/** Returns whether the grammar reads an inserted text as a comment and everything else as before. False if a limit was hit, too. */
export function isCommentPlace(
  parsers: Parsers,
  language: GrammarName,
  text: string,
  { at, text: inserted }: InsertedComment,
): boolean {
  // Python's grammar accepts a comment there, and Python does not
  const isContinued = /\\\r?\n$/.test(text.slice(Math.max(0, at - 3), at));
  if (isContinued || text.length > MAX_LENGTH) return false;
  const last = Date.now() + DEADLINE;
  const scope = new ParseScope(parsers, {
    isTimed: true,
    expired: () => Date.now() >= last,
    refused: () => undefined,
  });
  const without = scope.with(language, text, (tree, pause) => outline(tree, text, pause));
  if (without === null) return false;
  const changed = text.slice(0, at) + inserted + text.slice(at);
  const start = at + inserted.length - inserted.trimStart().length;
  const end = at + inserted.trimEnd().length;
  const inside = scope.with(language, changed, (tree, pause) => {
    const comment = tree.rootNode.descendantForIndex(start, start + 1);
    if (comment === null || !isComment(comment)) return null;
    if (comment.startIndex !== start || comment.endIndex < end) return null;
    return outline(tree, changed, pause, comment.id);
  });
  return inside === without;
}

function isComment({ type }: Pick<Node, "type">): boolean {
  return type === "comment" || type === "line_comment" || type === "block_comment";
}

/** Returns the named nodes of a tree with their depth, leaves with their text; `left` is the id of a node that is left out. */
function outline(tree: Tree, text: string, pause: () => void, left = -1): string {
  const cursor = tree.walk();
  const lines: string[] = [];
  let depth = 0;
  try {
    for (;;) {
      pause();
      const { nodeType, nodeIsNamed, nodeId } = cursor;
      const isLeft = nodeId === left;
      if (!isLeft && cursor.gotoFirstChild()) {
        lines.push(`${depth++} ${nodeType}`);
        continue;
      }
      if (!isLeft && nodeIsNamed)
        lines.push(`${depth} ${nodeType} ${text.slice(cursor.startIndex, cursor.endIndex)}`);
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return lines.join("\n");
        depth--;
      }
    }
  } finally {
    cursor.delete();
  }
}
