import type { Language, Tree } from "web-tree-sitter";
import { oncePer, oncePerName } from "../once.js";
import { namesIn, type Names, type Rows } from "../rows.js";
import notations from "./notations.json" with { type: "json" };
import { walk, type Walker } from "./runtime.js";

/** A node of a syntax tree as plain data: it outlives the parser's tree and costs no call to read. */
export interface SyntaxNode {
  readonly type: string;
  /** False for tokens of the grammar without a name, such as operators. */
  readonly named: boolean;
  /** Offsets in the parsed text. */
  readonly start: number;
  readonly end: number;
  /** The field of the parent this node fills; null if it has none, or where the notation asks for none. */
  readonly field: string | null;
  /** Named nodes, errors and kept tokens, in order. */
  readonly children: readonly SyntaxNode[];
}

/** A whole tree as plain data. */
export interface PlainTree {
  readonly root: SyntaxNode;
  /** Strings and comments, in order: text that is not code by itself. */
  readonly texts: readonly {
    readonly start: number;
    readonly end: number;
    readonly comment: boolean;
  }[];
  /** Nodes lay deeper than the bound and were left out. */
  readonly tooDeep: boolean;
}

/** What the readers of a language ask of its trees, as `notations.json` has it; reading less costs less. */
interface Notation {
  /** Tokens without a name that decide a meaning. One that fills a field is kept, too. */
  readonly tokens?: Names;
  /** Nodes that may stand anywhere between others and mean nothing there: they are left out. */
  readonly between?: Names;
  /** Nodes that say nothing beyond what they hold: their children take their place. */
  readonly wrappers?: Names;
  /** Nodes whose children are distinguished by field; all nodes if this is omitted. */
  readonly fielded?: Names;
  /** Named nodes that have no children of interest: they are not entered. */
  readonly leaves?: Names;
  /** Nodes that hold text: listed on their own. */
  readonly texts?: Names;
  /**
   * Whether nodes that the parser made up for what is missing are part of the tree: an operand of the shell that is not there.
   */
  readonly missing: boolean;
}

/** What a notation makes of a kind of node. */
interface Kind {
  readonly type: string;
  readonly named: boolean;
  readonly kept: boolean;
  readonly fielded: boolean;
  readonly between: boolean;
  readonly wraps: boolean;
  readonly entered: boolean;
  readonly text: boolean;
}

/** Deeper nodes are left out; a long chain of one operator nests one level for each term. */
const MAX_DEPTH = 20_000;

/** Most nodes are leaves: they share one empty list. */
const none: never[] = [];

interface OpenNode extends SyntaxNode {
  children: SyntaxNode[];
}

/** What the parser could not read. */
const ERROR: Kind = {
  type: "ERROR",
  named: true,
  kept: true,
  fielded: true,
  between: false,
  wraps: false,
  entered: true,
  text: false,
};

const rows: Rows<typeof notations, Notation> = notations;

/** The reader of what one notation asks of trees. */
export const treeReader = oncePerName((name: keyof typeof rows) => new TreeReader(rows[name]));

/** Reads trees, each in one walk. */
class TreeReader {
  private readonly lists = oncePerName(
    (list: Exclude<keyof Notation, "missing">) => new Set(namesIn(this.notation[list])),
  );

  constructor(private readonly notation: Notation) {}

  /**
   * Copies a tree. @param pause called at each node: it may throw where the time is up
   * @param before the length of what was parsed before the text to which places refer
   */
  read(tree: Tree, pause?: () => void, before = 0): PlainTree {
    const cursor = walk(tree);
    try {
      return this.copy(cursor, this.kindsOf(tree.language), before, pause);
    } finally {
      cursor.delete();
    }
  }

  /** Without recursion: the depth of a tree is the input's to choose. */
  private copy(
    cursor: Walker,
    kindOf: (id: number) => Kind,
    before: number,
    pause?: () => void,
  ): PlainTree {
    const placeAt = (offset: number): number => Math.max(0, offset - before);
    const texts: { start: number; end: number; comment: boolean }[] = [];
    let tooDeep = false;
    let kind = kindOf(cursor.nodeTypeId);
    const root = openNode(kind, placeAt(cursor.startIndex), placeAt(cursor.endIndex), null);
    let open = { node: root, fielded: kind.fielded };
    const around: (typeof open)[] = [];
    let entering = cursor.gotoFirstChild();
    for (;;) {
      if (!entering) {
        const parent = around.pop();
        // a list that grew has room for more: in a large tree that room is most of its memory
        if (parent !== open && open.node.children.length > 1)
          open.node.children = open.node.children.slice();
        if (parent === undefined) break;
        open = parent;
        cursor.gotoParent();
        entering = cursor.gotoNextSibling();
        continue;
      }
      pause?.();
      kind = kindOf(cursor.nodeTypeId);
      if (kind.wraps && cursor.gotoFirstChild()) {
        around.push(open);
        continue;
      }
      const field = open.fielded ? cursor.currentFieldName : null;
      if (kind.kept || kind.text || field !== null) {
        const node = openNode(kind, placeAt(cursor.startIndex), placeAt(cursor.endIndex), field);
        if (kind.text)
          texts.push({ start: node.start, end: node.end, comment: kind.type === "comment" });
        if (!kind.between && !this.leftOut(node, cursor)) {
          if (open.node.children === none) open.node.children = [node];
          else open.node.children.push(node);
          if (around.length >= MAX_DEPTH) tooDeep = true;
          else if (kind.entered && cursor.gotoFirstChild()) {
            around.push(open);
            open = { node, fielded: kind.fielded };
            continue;
          }
        }
      }
      entering = cursor.gotoNextSibling();
    }
    return { root, texts, tooDeep };
  }

  /** Whether a node was made up by the parser; those are empty. */
  private leftOut(node: SyntaxNode, cursor: Walker): boolean {
    return !this.notation.missing && node.start === node.end && cursor.nodeIsMissing;
  }

  /** By the grammar's number of a node's type, made when first met. */
  private readonly kindsOf = oncePer((language: Language): ((id: number) => Kind) => {
    const kinds: (Kind | undefined)[] = [];
    const { types } = language;
    return (id) =>
      id < types.length
        ? (kinds[id] ??= this.kind(types[id] ?? "", language.nodeTypeIsNamed(id)))
        : ERROR;
  });

  private kind(type: string, named: boolean): Kind {
    const { lists } = this;
    const isBetween = named && lists("between").has(type);
    return {
      type,
      named,
      kept: named ? !isBetween : lists("tokens").has(type),
      fielded: this.notation.fielded === undefined || lists("fielded").has(type),
      between: isBetween,
      wraps: named && lists("wrappers").has(type),
      entered: named && !lists("leaves").has(type),
      text: named && lists("texts").has(type),
    };
  }
}

function openNode(
  { type, named }: Kind,
  start: number,
  end: number,
  field: string | null,
): OpenNode {
  return { type, named, start, end, field, children: none };
}

/** The child that fills a field. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((each) => each.field === field);
}

/** The child that fills a field; where none does, one of no type that holds nothing. */
export function part(node: SyntaxNode, field: string): SyntaxNode {
  return (
    child(node, field) ?? {
      type: "",
      named: false,
      start: node.end,
      end: node.end,
      field,
      children: none,
    }
  );
}

/** All children that fill a field (a repeated field). */
export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((each) => each.field === field);
}

/** The first child of one of the types. */
export function firstOf(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
  return node.children.find((each) => types.includes(each.type));
}
