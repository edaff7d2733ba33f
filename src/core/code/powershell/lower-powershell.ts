import { Captured } from "../../query/captured-roles.js";
import { lowerBound } from "../../text-search.js";
import type { Place, Program, Stmt } from "../ir.js";
import type { SyntaxNode } from "../read-syntax.js";
import {
  isMisread,
  repaired,
  repairedAgain,
  pieces,
  stringsOf,
  unbracketed,
} from "./repair-script.js";
import { PowershellReader, statementsIn } from "./statements.js";

/** Maximum nesting depth of nodes that are read. */
const MAX_DEPTH = 600;
/** Types of nodes in braces. An error in such a block does not make the statement around it unreadable. */
const BRACES: ReadonlySet<string> = new Set(["statement_block", "script_block"]);

/**
 * Returns the syntax tree of a text and its captures; null if the text cannot be parsed.
 * @param sound whether to return null for a tree with errors, instead of copying it
 */
export type Parse = (
  text: string,
  sound?: boolean,
) => { readonly root: SyntaxNode; readonly captured: Captured } | null;

/** A lowered script. */
export interface Lowered {
  readonly program: Program;
  readonly captured: Captured;
  /** The ranges of statements that the grammar rejects, even after repairs. */
  readonly unread: readonly Place[];
}

/** Lowers a script. If the grammar rejects it, it is parsed again after repairs and, where that fails, statement by statement. */
export function lowerPowershell(text: string, pause: () => void, parse: Parse): Lowered {
  const whole = isMisread(text) ? null : parse(text, true);
  if (whole !== null && !hasErrors(whole.root, 0))
    return new RecoveringReader(text, text, pause, parse, true).read(whole);
  const readable = repaired(text);
  return new RecoveringReader(text, readable, pause, parse).read(parse(readable));
}

/** Whether a tree contains errors, or nodes that are too deep to be read. @param besides types of nodes that are not searched */
function hasErrors(
  node: SyntaxNode,
  depth: number,
  besides: ReadonlySet<string> = new Set(),
): boolean {
  if (node.type === "ERROR" || node.start === node.end || depth > MAX_DEPTH) return true;
  return node.children.some(
    (child) => !besides.has(child.type) && hasErrors(child, depth + 1, besides),
  );
}

/** Returns a node with all offsets increased. */
function moved(node: SyntaxNode, by: number): SyntaxNode {
  return {
    ...node,
    start: node.start + by,
    end: node.end + by,
    children: node.children.map((child) => moved(child, by)),
  };
}

/** Lowers a script. Code that the grammar rejects is lowered statement by statement. */
class RecoveringReader extends PowershellReader {
  private readonly captured = new Captured();
  private readonly unread: Place[] = [];
  /** The ranges of the script's strings; null if they are not known yet. */
  private strings: readonly (readonly [number, number])[] | null = null;

  /**
   * @param readable the text with repairs, as the grammar parses it; it has the same length
   * @param isSound whether the tree of the text has no errors
   */
  constructor(
    text: string,
    readable: string,
    pause: () => void,
    private readonly parse: Parse,
    private readonly isSound = false,
  ) {
    super(text, readable, pause);
  }

  read(parsed: ReturnType<Parse>): Lowered {
    const tree = this.tree(parsed, 0);
    const { result, locals } = this.scope(true, () =>
      tree === null || tree.type === "ERROR"
        ? this.pieces(0, this.readable)
        : this.list(statementsIn(tree)),
    );
    const program = { body: result, locals, tooDeep: this.tooDeep };
    return { program, captured: this.captured, unread: this.unread };
  }

  /** Returns a tree with its offsets increased by `by`, and adds its captures. */
  private tree(parsed: ReturnType<Parse>, by: number): SyntaxNode | null {
    for (const { start, end, roles } of parsed?.captured.places() ?? [])
      for (const role of roles) this.captured.add({ start: start + by, end: end + by }, role);
    return parsed === null ? null : by === 0 ? parsed.root : moved(parsed.root, by);
  }

  /**
   * Lowers statements. A statement before or after one with an error is parsed again together with it, because the grammar may have
   * split one statement in two.
   */
  protected override list(nodes: readonly SyntaxNode[]): Stmt[] {
    if (this.isSound) return super.list(nodes);
    const broken = nodes.map((node) => hasErrors(node, 0, BRACES));
    if (!broken.includes(true)) return super.list(nodes);
    const isAtError = (at: number): boolean =>
      broken[at] === true || broken[at - 1] === true || broken[at + 1] === true;
    const found: Stmt[] = [];
    for (let at = 0; at < nodes.length; at++) {
      const first = nodes[at];
      if (first === undefined) break;
      if (!isAtError(at)) {
        found.push(...super.list([first]));
        continue;
      }
      while (at + 1 < nodes.length && isAtError(at + 1)) at++;
      const [start] = this.stringAt(first.start);
      const [, end] = this.stringAt(nodes[at]?.end ?? start);
      found.push(...this.pieces(start, this.readable.slice(start, end)));
    }
    return found;
  }

  /** Returns the range of the string around an offset, inside which the grammar may have resumed; an empty range if there is none. */
  private stringAt(place: number): readonly [number, number] {
    this.strings ??= stringsOf(this.readable);
    const { strings } = this;
    const [start, end] = strings[
      lowerBound(strings.length, (index) => (strings[index]?.[1] ?? place) > place)
    ] ?? [place, place];
    return start < place ? [start, end] : [place, place];
  }

  /**
   * Lowers a text statement by statement, including those in blocks. A statement that the grammar also rejects alone is split at its
   * parentheses.
   */
  private pieces(from: number, text: string): Stmt[] {
    const found: Stmt[] = [];
    for (const [start, end] of pieces(text)) {
      const piece = text.slice(start, end);
      const tree = this.soundTree(piece, from + start);
      if (tree !== null) found.push(...super.list(statementsIn(tree)));
      else if (unbracketed(piece) !== piece)
        found.push(...this.pieces(from + start, unbracketed(piece)));
      else this.unread.push({ start: from + start, end: from + end });
    }
    return found;
  }

  /** Returns the tree of a statement alone: as repaired, repaired again, or as written. Returns null if the grammar rejects all three. */
  private soundTree(piece: string, at: number): SyntaxNode | null {
    const written = this.text.slice(at, at + piece.length);
    for (const text of new Set([piece, repairedAgain(piece), written])) {
      const parsed = this.parse(text);
      if (parsed !== null && !hasErrors(parsed.root, 0)) return this.tree(parsed, at);
    }
    return null;
  }
}
