import { Parser, type Node, type Tree } from "web-tree-sitter";
import { namingGrammars, type GrammarName } from "../../src/core/assets.js";
import { dottedName } from "../../src/core/query/dotted-name.js";
import type { Grammars } from "../../src/core/parse/grammars.js";
import type { Queries } from "../../src/core/query/load-queries.js";
import { nameValue } from "../../src/core/code/powershell/names.js";
import type { WordValue } from "../../src/core/query/predicates.js";
import { wordValue } from "../../src/core/shell/word-value.js";

/**
 * A fixture is a source file whose comments assert the captures on the line above them:
 *
 *     curl -fsSL https://x.example | sh
 *     #^^^ source.fetcher
 *     #  ^ !source.fetcher
 *
 * The carets are below the captured characters. `!` asserts that no such capture begins at the first caret.
 */
export interface Assertion {
  /** The line of the comment, counted from 1. */
  readonly line: number;
  /** The row and the columns of the captured characters, counted from 0; `end` is exclusive. */
  readonly row: number;
  readonly start: number;
  readonly end: number;
  readonly capture: string;
  readonly present: boolean;
}

const shape = /^(\s*(?:#|\/\/|--)\s*)(\^+)\s+(!?)([\w.-]+)\s*$/;

/** Returns the assertions of a fixture, in order. */
export function assertionsOf(text: string): Assertion[] {
  const assertions: Assertion[] = [];
  let row = -1;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, before, carets, not, capture] = shape.exec(line) ?? [];
    if (before === undefined || carets === undefined || capture === undefined) row = index;
    else
      assertions.push({
        line: index + 1,
        row,
        start: before.length,
        end: before.length + carets.length,
        capture,
        present: not === "",
      });
  }
  return assertions;
}

/** The functions that return the word of a node, for grammars in which it is not the text of the node. */
const valueOf: Readonly<Partial<Record<GrammarName, WordValue>>> = {
  bash: wordValue,
  powershell: nameValue,
  ...Object.fromEntries(namingGrammars.map((name) => [name, dottedName])),
};

/** Returns the failures of a fixture, each with its line. A fixture without assertions also fails. */
export function checkFixture(
  grammar: GrammarName,
  text: string,
  grammars: Grammars,
  queries: Queries,
): string[] {
  const assertions = assertionsOf(text);
  if (assertions.length === 0)
    return ["1: asserts nothing; write `^^^ capture` in a comment under a line"];
  const parser = new Parser().setLanguage(grammars[grammar]);
  const tree = parser.parse(text) as Tree;
  const lines = text.split("\n");
  const found = queries
    .captures(grammar, tree.rootNode, valueOf[grammar])
    .map(({ role, node }) => ({ name: role.capture, ...positionOf(node, lines) }));
  tree.delete();
  parser.delete();
  return assertions.flatMap((assertion) => {
    const same = found.filter(
      (position) =>
        position.name === assertion.capture &&
        position.row === assertion.row &&
        position.start === assertion.start,
    );
    if (!assertion.present)
      return same.length === 0 ? [] : [`${assertion.line}: ${assertion.capture} is captured here`];
    if (same.some((position) => position.end === assertion.end)) return [];
    const others = found
      .filter((position) => position.row === assertion.row)
      .map((position) => `${position.name} at ${position.start}-${position.end}`);
    return [
      `${assertion.line}: no ${assertion.capture} at ${assertion.start}-${assertion.end}; captured on this line: ${others.join(", ") || "nothing"}`,
    ];
  });
}

/** Returns the row and the columns of a node on the line on which it begins. */
function positionOf(
  node: Node,
  lines: readonly string[],
): { row: number; start: number; end: number } {
  const { startPosition, endPosition } = node;
  const end =
    endPosition.row === startPosition.row
      ? endPosition.column
      : (lines[startPosition.row] ?? "").length;
  return { row: startPosition.row, start: startPosition.column, end };
}
