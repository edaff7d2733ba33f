import { Captured } from "../../query/captured.js";
import { lowerBound } from "../../text-search.js";
import type { Place, Program, Stmt } from "../ir.js";
import type { SyntaxNode } from "../read-syntax.js";
import { hasPrompts, repaired, pieces, stringsOf, unbracketed } from "./repaired.js";
import { PowershellReader, statementsIn } from "./statements.js";

/** Nodes in nodes deeper than this are not followed. */
const DEEPEST = 600;
/** Blocks in braces: an error in one is no error of what holds it. */
const BRACES: ReadonlySet<string> = new Set(["statement_block", "script_block"]);

/**
 * The tree of a text and what patterns capture in it; null if there is none.
 * @param sound whether a tree with errors counts as none: it is not copied then
 */
export type Parse = (
  text: string,
  sound?: boolean,
) => { readonly root: SyntaxNode; readonly captured: Captured } | null;

export interface Lowered {
  readonly program: Program;
  readonly captured: Captured;
  /** The places of what nothing could read. */
  readonly unread: readonly Place[];
}

/** Lowers a script: by its tree, or repaired and statement by statement where the grammar refuses it. */
export function lowerPowershell(text: string, pause: () => void, parse: Parse): Lowered {
  const whole = hasPrompts(text) ? null : parse(text, true);
  if (whole !== null && !hasErrors(whole.root, 0))
    return new RecoveringReader(text, text, pause, parse, true).read(whole);
  const taken = repaired(text);
  return new RecoveringReader(text, taken, pause, parse).read(parse(taken));
}

/** Whether the grammar met an error, or nodes lie too deep to be followed. @param besides what is looked at by itself */
function hasErrors(
  node: SyntaxNode,
  depth: number,
  besides: ReadonlySet<string> = new Set(),
): boolean {
  if (node.type === "ERROR" || node.start === node.end || depth > DEEPEST) return true;
  return node.children.some(
    (child) => !besides.has(child.type) && hasErrors(child, depth + 1, besides),
  );
}

function moved(node: SyntaxNode, by: number): SyntaxNode {
  return {
    ...node,
    start: node.start + by,
    end: node.end + by,
    children: node.children.map((child) => moved(child, by)),
  };
}

/** Reads a script; what the grammar does not take is read statement by statement. */
class RecoveringReader extends PowershellReader {
  private readonly captured = new Captured();
  private readonly unread: Place[] = [];
  private strings: readonly (readonly [number, number])[] | null = null;

  /**
   * @param taken the text as the grammar takes it, of the same length
   * @param isSound whether the tree of the text holds no error
   */
  constructor(
    text: string,
    taken: string,
    pause: () => void,
    private readonly parse: Parse,
    private readonly isSound = false,
  ) {
    super(text, taken, pause);
  }

  read(parsed: ReturnType<Parse>): Lowered {
    const tree = this.tree(parsed, 0);
    const { result, locals } = this.scope(true, () =>
      tree === null || tree.type === "ERROR"
        ? this.pieces(0, this.taken)
        : this.list(statementsIn(tree)),
    );
    const program = { body: result, locals, tooDeep: this.tooDeep };
    return { program, captured: this.captured, unread: this.unread };
  }

  /** Keeps the captures of a tree with their places in the text. */
  private tree(parsed: ReturnType<Parse>, by: number): SyntaxNode | null {
    for (const { start, end, roles } of parsed?.captured.places() ?? [])
      for (const role of roles) this.captured.add({ start: start + by, end: end + by }, role);
    return parsed === null ? null : by === 0 ? parsed.root : moved(parsed.root, by);
  }

  /** A statement beside an error may be the half of one that the grammar cut there: it is read with the error. */
  protected override list(nodes: readonly SyntaxNode[]): Stmt[] {
    if (this.isSound) return super.list(nodes);
    const broken = nodes.map((node) => hasErrors(node, 0, BRACES));
    if (!broken.includes(true)) return super.list(nodes);
    const loose = (at: number): boolean =>
      broken[at] === true || broken[at - 1] === true || broken[at + 1] === true;
    const found: Stmt[] = [];
    for (let at = 0; at < nodes.length; at++) {
      const first = nodes[at];
      if (first === undefined) break;
      if (!loose(at)) {
        found.push(...super.list([first]));
        continue;
      }
      while (at + 1 < nodes.length && loose(at + 1)) at++;
      const [start] = this.stringAt(first.start);
      const [, end] = this.stringAt(nodes[at]?.end ?? start);
      found.push(...this.pieces(start, this.taken.slice(start, end)));
    }
    return found;
  }

  /** Where the string around a place begins and ends by the tokens: the grammar may have resumed inside a string. */
  private stringAt(place: number): readonly [number, number] {
    this.strings ??= stringsOf(this.taken);
    const { strings } = this;
    const [start, end] = strings[
      lowerBound(strings.length, (index) => (strings[index]?.[1] ?? place) > place)
    ] ?? [place, place];
    return start < place ? [start, end] : [place, place];
  }

  /** Reads statement by statement, those in blocks as well; what the grammar does not take alone without its brackets. */
  private pieces(from: number, text: string): Stmt[] {
    const found: Stmt[] = [];
    for (const [start, end] of pieces(text)) {
      const piece = text.slice(start, end);
      const parsed = this.parse(piece);
      const tree =
        parsed === null || hasErrors(parsed.root, 0) ? null : this.tree(parsed, from + start);
      if (tree !== null) found.push(...super.list(statementsIn(tree)));
      else if (unbracketed(piece) !== piece)
        found.push(...this.pieces(from + start, unbracketed(piece)));
      else this.unread.push({ start: from + start, end: from + end });
    }
    return found;
  }
}
