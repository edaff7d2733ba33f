import type { Language, Tree } from "web-tree-sitter";
import { oncePer, oncePerName } from "../once.js";
import { namesIn, type Names, type Rows } from "../data-tables.js";
import notations from "./notations.json" with { type: "json" };
import { walk, type Walker } from "./runtime.js";

/** A node of a syntax tree as plain data, which can be read without calls of the runtime, even after the tree was freed. */
export interface SyntaxNode {
  readonly type: string;
  /** False for tokens of the grammar without a name, such as operators. */
  readonly named: boolean;
  /** Offsets in UTF-16 code units of the parsed text. */
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
  /** Whether nodes were omitted because the tree is too deep. */
  readonly tooDeep: boolean;
}

/** The parts of trees that the readers of a language need, from `notations.json`; copying less costs less. */
interface Notation {
  /** Unnamed tokens that are kept. Tokens in a field are kept, too. */
  readonly tokens?: Names;
  /** Nodes that may be between any others and have no meaning: they are omitted. */
  readonly between?: Names;
  /** Nodes that add no meaning, which are replaced by their children. */
  readonly wrappers?: Names;
  /** Nodes whose children are distinguished by field; all nodes if this is omitted. */
  readonly fielded?: Names;
  /** Named nodes whose children are omitted. */
  readonly leaves?: Names;
  /** Strings and comments, which are also listed separately. */
  readonly texts?: Names;
  /** Whether to keep the nodes that the parser inserted for missing tokens, such as an absent operand in shell. */
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

/** Maximum depth of nodes; deeper ones are omitted. A long chain of one operator has one level for each term. */
const MAX_DEPTH = 20_000;

/** The empty list of children that all leaves share, since most nodes are leaves. */
const none: never[] = [];

interface OpenNode extends SyntaxNode {
  children: SyntaxNode[];
}

/** The kind of a node for text that the parser could not read. */
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

/** Copies syntax trees to plain data, as a notation describes. */
class TreeReader {
  private readonly lists = oncePerName(
    (list: Exclude<keyof Notation, "missing">) => new Set(namesIn(this.notation[list])),
  );

  constructor(private readonly notation: Notation) {}

  /**
   * Returns a copy of a tree.
   * @param pause called at each node; it may throw when the time limit has passed
   * @param before the length of a text that was added before the one to which offsets refer
   */
  read(tree: Tree, pause?: () => void, before = 0): PlainTree {
    const cursor = walk(tree);
    try {
      return this.copy(cursor, this.kindsOf(tree.language), before, pause);
    } finally {
      cursor.delete();
    }
  }

  /** Copies the tree of a cursor without recursion, because the input determines its depth. */
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
        // a list that grew has spare capacity, which would be most of the memory of a large tree
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
        if (!kind.between && !this.isOmitted(node, cursor)) {
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

  /** Whether a node is to be omitted because the parser inserted it for a missing token. */
  private isOmitted(node: SyntaxNode, cursor: Walker): boolean {
    return !this.notation.missing && node.start === node.end && cursor.nodeIsMissing;
  }

  /** Returns a function that finds the kind of a node by its type id in the grammar. */
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

/** Returns the first child in a field; undefined if there is none. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((each) => each.field === field);
}

/** Returns the first child in a field; an empty node without a type if there is none. */
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

/** Returns all children in a field, which may be repeated. */
export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((each) => each.field === field);
}

/** Returns the first child with one of the types; undefined if there is none. */
export function firstOf(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
  return node.children.find((each) => types.includes(each.type));
}
