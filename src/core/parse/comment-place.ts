import type { Node, Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import { ParseScope, type Parsers } from "./parse-scope.js";

/** Maximum length of a text, in UTF-16 code units, because a user waits for the result. */
const MAX_LENGTH = 256 * 1024;
/** Maximum time for both parses, in milliseconds. */
const DEADLINE = 2000;

/** A comment that is inserted into a text. */
export interface InsertedComment {
  /** Where the text is inserted, as an offset in UTF-16 code units. */
  readonly at: number;
  /** The inserted text: the comment, with the spaces and line ends around it. */
  readonly text: string;
}

/** Whether the grammar reads an inserted text as a comment and everything else as before; false if a limit was reached. */
export function isCommentPlace(
  parsers: Parsers,
  language: GrammarName,
  text: string,
  { at, text: inserted }: InsertedComment,
): boolean {
  // after an escaped line end, Python's grammar accepts a comment, and Python does not
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

/** Returns the named nodes of a tree with their depth, and leaves with their text, except the node with the id `omitted`. */
function outline(tree: Tree, text: string, pause: () => void, omitted = -1): string {
  const cursor = tree.walk();
  const lines: string[] = [];
  let depth = 0;
  try {
    for (;;) {
      pause();
      const { nodeType, nodeIsNamed, nodeId } = cursor;
      const isOmitted = nodeId === omitted;
      if (!isOmitted && cursor.gotoFirstChild()) {
        lines.push(`${depth++} ${nodeType}`);
        continue;
      }
      if (!isOmitted && nodeIsNamed)
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
