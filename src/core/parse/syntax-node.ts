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
  /** The parent's field that contains this node; null if there is none, or the notation does not request fields. */
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
  /** Whether nodes were left out because they were too deep. */
  readonly tooDeep: boolean;
}

/** The parts of trees that the readers of a language need, from `notations.json`; copying less costs less. */
interface Notation {
  /** Unnamed tokens that are significant. One in a field is kept, too. */
  readonly tokens?: Names;
  /** Nodes that may be anywhere between others without a meaning: they are left out. */
  readonly between?: Names;
  /** Nodes without a meaning apart from their children, which replace them. */
  readonly wrappers?: Names;
  /** Nodes whose children are distinguished by field; all nodes if this is omitted. */
  readonly fielded?: Names;
  /** Named nodes whose children are not needed: they are not entered. */
  readonly leaves?: Names;
  /** Nodes that contain text: also listed separately. */
  readonly texts?: Names;
  /** Whether the tree includes nodes that the parser inserted for missing ones: an absent operand in shell. */
  readonly missing: boolean;
}

/** How a notation treats a kind of node. */
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

/** Text that the parser could not read. */
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

/** Returns the reader for a notation's trees. */
export const treeReader = oncePerName((name: keyof typeof rows) => new TreeReader(rows[name]));

/** Reads trees, each in one walk. */
class TreeReader {
  private readonly lists = oncePerName(
    (list: Exclude<keyof Notation, "missing">) => new Set(namesIn(this.notation[list])),
  );

  constructor(private readonly notation: Notation) {}

  /**
   * Copies a tree. @param pause called at each node: it may throw when the time is over
   * @param before the length of the text that was parsed before the one to which offsets refer
   */
  read(tree: Tree, pause?: () => void, before = 0): PlainTree {
    const cursor = walk(tree);
    try {
      return this.copy(cursor, this.kindsOf(tree.language), before, pause);
    } finally {
      cursor.delete();
    }
  }

  /** Without recursion: the input determines the depth of a tree. */
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
        // a list that grew has spare capacity: in a large tree that is most of its memory
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

  /** Whether a node was inserted by the parser; those are empty. */
  private leftOut(node: SyntaxNode, cursor: Walker): boolean {
    return !this.notation.missing && node.start === node.end && cursor.nodeIsMissing;
  }

  /** The kinds of nodes by the grammar's type id, created when first met. */
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

/** Returns the child in a field. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((each) => each.field === field);
}

/** Returns the child in a field; if there is none, an empty node without a type. */
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

/** Returns all children in a field (a repeated field). */
export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((each) => each.field === field);
}

/** Returns the first child of one of the types. */
export function firstOf(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
  return node.children.find((each) => types.includes(each.type));
}
