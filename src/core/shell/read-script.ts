import type { Node, Tree } from "web-tree-sitter";
import { treeReader } from "../parse/syntax-node.js";
import type { Limit, Span } from "../model.js";
import type { Captured } from "../query/captured.js";
import type { Source } from "../source.js";
import { commandsOfArms } from "./case-arms.js";
import { withLineEnds } from "./line-ends.js";
import { lowerScript } from "./lower.js";
import { pieces } from "./pieces.js";
import { repaired } from "./repair.js";
import { statementLines } from "../lex/statement-lines.js";
import type { Script, Statement } from "./script.js";

/** What reading needs of the parse and query stages. */
export interface ReadTools {
  /** What `use` makes of the tree of a shell text; null if a bound was hit. The tree lives during the call. */
  parse<T>(text: string, use: (tree: Tree) => T): T | null;
  /** What patterns capture in the tree of a source. */
  captured(tree: Tree, source: Source): Captured;
  /** Offsets of words that commands of interest begin with. */
  starts(text: string): Iterable<number>;
  /** True once the time is up: nothing more is parsed then, and no other reading is tried. */
  expired(): boolean;
  /** Records that a range of a source was not followed to its end. */
  limit(limit: Limit["limit"], message: string, source: Source, start: number, end: number): void;
  /** Called with a statement that is too long to be parsed as one, and is read in parts. */
  tooLong(source: Source, start: number, end: number): void;
}

/** A text whose line ends the grammar lost is read once more with them marked, and that reading may lose others. */
const maximumReadings = 2;
const excerptLength = 400;

/**
 * Reads a shell text as statements: piece by piece where it is long, statement by statement where a piece does not
 * parse, and around the words of interest where a line does not fit the bounds. Time is linear in its length.
 */
export function readScript(written: Source, tools: ReadTools): Script {
  const source = repaired(written);
  const spans = pieces(source.text, ([start, end]) => {
    tools.tooLong(source, start, end);
  });
  if (spans.length === 1) return readPiece(source, tools);
  return {
    statements: {
      *[Symbol.iterator]() {
        for (const [start, end] of spans) {
          if (tools.expired()) return;
          yield* readPiece(commandsOfArms(source.slice(start, end)), tools).statements;
        }
      },
    },
  };
}

function readPiece(source: Source, tools: ReadTools): Script {
  return (
    parsed(source, tools, source.text.trimEnd().includes("\n")) ?? readStatements(source, tools)
  );
}

function lower(tree: Tree, source: Source, tools: ReadTools, again: number): Script {
  const { root } = treeReader("shell").read(tree);
  const ended = again > 0 ? withLineEnds(root, source) : source;
  const better = ended === source ? null : parsed(ended, tools, true, again - 1);
  return (
    better ??
    lowerScript(root, {
      source,
      captured: tools.captured(tree, source),
      read: (inner) => readScript(inner, tools),
      limit: (limit, message, start, end) => {
        tools.limit(limit, message, source, start, end);
      },
    })
  );
}

/**
 * Statement by statement, so that one broken line costs no other. Of a statement over several lines that does not parse, the
 * first line is read as far as it parses, and what follows is read by itself.
 */
function readStatements(
  source: Source,
  tools: ReadTools,
  allowance = { left: 8 * source.text.length + 4096 },
): Script {
  const statements: Statement[] = [];
  const cut = ([start, end]: Span): void => {
    tools.tooLong(source, start, end);
  };
  const lines = statementLines(source.text, cut);
  for (let at = 0; at < lines.length && !tools.expired(); at++) {
    let head = at;
    while (lines[head]?.goesOn === true && head + 1 < lines.length) head++;
    const last = Math.max(head, lines[at]?.last ?? head);
    const [start, middle, end] = [
      lines[at]?.start ?? 0,
      lines[head]?.end ?? 0,
      lines[last]?.end ?? 0,
    ];
    // a statement that is part of one that does not parse was parsed with it: bound that work by the text's length
    const isTried = last > head && (allowance.left -= end - start) > 0;
    if (last > head && !isTried) tools.tooLong(source, start, end);
    const whole = isTried ? parsed(source.slice(start, end), tools, true) : null;
    const first =
      whole ??
      parsed(source.slice(start, middle), tools, false) ??
      readExcerpts(source.slice(start, middle), tools);
    statements.push(...first.statements);
    if (isTried && whole === null)
      statements.push(...readStatements(source.slice(middle, end), tools, allowance).statements);
    at = isTried ? last : head;
  }
  return { statements };
}

/** A text read in one; null if a bound was hit, or where it has to be sound and is not. */
function parsed(
  source: Source,
  tools: ReadTools,
  sound: boolean,
  again = maximumReadings,
): Script | null {
  return tools.parse(source.text, (tree) =>
    sound && !isSound(tree.rootNode) ? null : lower(tree, source, tools, again),
  );
}

/**
 * Whether what does not parse stands within lines: it costs them only, and whatever is around them is known. A here-document
 * may lose who reads it.
 */
function isSound(node: Node): boolean {
  if (!node.hasError) return true;
  const { children, startPosition, endPosition, type } = node;
  if (startPosition.row === endPosition.row) return !node.isMissing;
  return (
    !node.isError &&
    type !== "heredoc_redirect" &&
    children.every((child) => child === null || isSound(child))
  );
}

/** The cheapest reading: short stretches from the words that commands of interest begin with. */
function readExcerpts(source: Source, tools: ReadTools): Script {
  const statements: Statement[] = [];
  let end = 0;
  for (const start of tools.starts(source.text)) {
    if (start < end || tools.expired()) continue;
    const line = source.text.indexOf("\n", start);
    end = Math.min(start + excerptLength, line < 0 ? source.text.length : line);
    statements.push(...(parsed(source.slice(start, end), tools, false)?.statements ?? []));
  }
  return { statements };
}
