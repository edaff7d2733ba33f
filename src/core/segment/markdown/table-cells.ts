import type { Source } from "../../source.js";

/** An escaped pipe character, which does not end its cell. */
const ESCAPED_PIPE = /\\\|/g;

/** Returns the text of a table cell. Markdown has no other way to write a pipe in a cell, not even in inline code. */
export function cellText(cell: Source): Source {
  return cell.rewritten(ESCAPED_PIPE, () => "|");
}
