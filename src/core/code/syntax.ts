import type { Tree } from "web-tree-sitter";

/** A node of a syntax tree as plain data: it outlives the parser's tree and costs no call to read. */
export interface SyntaxNode {
  readonly type: string;
  /** Offsets in the parsed text. */
  readonly start: number;
  readonly end: number;
  /** The field of the parent this node fills; null where it has none. */
  readonly field: string | null;
  /** Named nodes, errors and operators, in order; comments and missing nodes are left out. */
  readonly children: readonly SyntaxNode[];
}

/** A whole tree as plain data. */
export interface Syntax {
  readonly root: SyntaxNode;
  /** Strings and comments, in order: text that is not code by itself. */
  readonly texts: readonly { readonly start: number; readonly end: number; readonly comment: boolean }[];
  /** The parser met something it could not read. */
  readonly broken: boolean;
  /** Nodes lay deeper than the bound and were left out. */
  readonly tooDeep: boolean;
}

/** Deeper nodes are left out; a long chain of one operator nests one level for each term. */
const MAX_DEPTH = 20_000;

/** Most nodes are leaves: they share one empty list. */
const none: never[] = [];

interface OpenNode {
  type: string;
  start: number;
  end: number;
  field: string | null;
  children: SyntaxNode[];
}

/** Copies a tree, without recursion: the depth of a tree is the input's to choose. */
export function readSyntax(tree: Tree): Syntax {
  const cursor = tree.walk();
  const root = openNode(cursor.nodeType, cursor.startIndex, cursor.endIndex, null);
  const stack: OpenNode[] = [root];
  const texts: { start: number; end: number; comment: boolean }[] = [];
  let tooDeep = false;
  let entering = cursor.gotoFirstChild();
  while (stack.length > 0) {
    if (!entering) {
      const done = stack.pop();
      // a list that grew has room for more: in a large tree that room is most of its memory
      if (done !== undefined) done.children = done.children.slice();
      if (stack.length === 0) break;
      cursor.gotoParent();
      entering = cursor.gotoNextSibling();
      continue;
    }
    const node = openNode(cursor.nodeType, cursor.startIndex, cursor.endIndex, cursor.currentFieldName);
    if (TEXTS.has(node.type)) texts.push({ start: node.start, end: node.end, comment: node.type === "comment" });
    const skipped = BETWEEN.has(node.type) || cursor.nodeIsMissing || (!cursor.nodeIsNamed && node.field === null && !KEPT.has(node.type));
    if (!skipped) {
      const parent = stack[stack.length - 1];
      if (parent?.children === none) parent.children = [node];
      else parent?.children.push(node);
      if (stack.length >= MAX_DEPTH) tooDeep = true;
      else if (cursor.gotoFirstChild()) {
        stack.push(node);
        continue;
      }
    }
    entering = cursor.gotoNextSibling();
  }
  cursor.delete();
  return { root, texts, broken: tree.rootNode.hasError, tooDeep };
}

/** Words of a grammar without a name or a field that decide a meaning. */
const KEPT: ReadonlySet<string> = new Set(["async", "static", "get"]);

/** What may stand anywhere between other nodes, and means nothing. */
const BETWEEN: ReadonlySet<string> = new Set(["comment", "line_continuation"]);

const TEXTS: ReadonlySet<string> = new Set(["string", "template_string", "comment", "jsx_text", "regex"]);

function openNode(type: string, start: number, end: number, field: string | null): OpenNode {
  return { type, start, end, field, children: none };
}

/** The child that fills a field. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((each) => each.field === field);
}

/** All children that fill a field (a repeated field). */
export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((each) => each.field === field);
}

/** The first child of one of the types. */
export function firstOf(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
  return node.children.find((each) => types.includes(each.type));
}
