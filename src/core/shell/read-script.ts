import type { Node, Tree } from "web-tree-sitter";
import { treeReader } from "../parse/syntax-node.js";
import type { Limit, Span } from "../model.js";
import type { Captured } from "../query/captured-roles.js";
import type { Source } from "../source.js";
import { commandsOfArms } from "./case-arms.js";
import { withLineEnds } from "./line-ends.js";
import { lowerScript } from "./lower-script.js";
import { pieces } from "./split-script.js";
import { repaired } from "./apply-repairs.js";
import { statementLines } from "../lex/statement-lines.js";
import type { Script, Statement } from "./script.js";

/** The functions of the parse and query stages that are required to read a script. */
export interface ReadTools {
  /** Returns the result of `use` for the tree of a shell text; null if a limit was hit. The tree exists only during the call. */
  parse<T>(text: string, use: (tree: Tree) => T): T | null;
  /** Returns the captures in the tree of a source. */
  captured(tree: Tree, source: Source): Captured;
  /** Yields the offsets of words with which relevant commands begin. */
  starts(text: string): Iterable<number>;
  /** Whether the time limit has passed, so that nothing more is parsed. */
  expired(): boolean;
  /** Records that a range of a source was not evaluated completely. */
  limit(limit: Limit["limit"], message: string, source: Source, start: number, end: number): void;
  /** Called with a statement that is too long to be parsed as a whole, and is read in parts. */
  tooLong(source: Source, start: number, end: number): void;
}

/** Maximum number of times that a text is parsed again with marked line ends: each time the grammar may miss others. */
const MAX_READINGS = 2;
const EXCERPT_LENGTH = 400;

/**
 * Reads a shell text as statements: in pieces if it is long, statement by statement if a piece does not parse, and only from
 * relevant words on if a line exceeds the limits. Time is linear in the length of the text.
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
 * Reads statement by statement, so that a syntax error does not affect other lines. If a statement of several lines does not
 * parse, its first line is read as far as possible, and the lines after it are read separately.
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
    while (lines[head]?.isJoined === true && head + 1 < lines.length) head++;
    const last = Math.max(head, lines[at]?.last ?? head);
    const [start, middle, end] = [
      lines[at]?.start ?? 0,
      lines[head]?.end ?? 0,
      lines[last]?.end ?? 0,
    ];
    // a statement inside one that does not parse is parsed twice: the allowance bounds this work by the text's length
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

/** Parses a text as a whole; returns null if a limit was hit, or if `sound` is true and the tree has errors that affect other lines. */
function parsed(
  source: Source,
  tools: ReadTools,
  sound: boolean,
  again = MAX_READINGS,
): Script | null {
  return tools.parse(source.text, (tree) =>
    sound && !isSound(tree.rootNode) ? null : lower(tree, source, tools, again),
  );
}

/**
 * Whether each error in a tree is within one line, and therefore affects only that line. An error in a here-document may also hide
 * the command that reads it.
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

/** Reads only a short range from each word on that may begin a relevant command. */
function readExcerpts(source: Source, tools: ReadTools): Script {
  const statements: Statement[] = [];
  let end = 0;
  for (const start of tools.starts(source.text)) {
    if (start < end || tools.expired()) continue;
    const line = source.text.indexOf("\n", start);
    end = Math.min(start + EXCERPT_LENGTH, line < 0 ? source.text.length : line);
    statements.push(...(parsed(source.slice(start, end), tools, false)?.statements ?? []));
  }
  return { statements };
}
