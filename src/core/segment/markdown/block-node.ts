import type { Span } from "../../model.js";
import type { Source } from "../../source.js";
import type { Block, BlockKind } from "../block.js";

/** Most blocks have no children and no inline code, and a document may have a hundred thousand blocks: they share one empty list. */
const none: never[] = [];

/** A block that can change while the tree is built; code that only reads the tree uses it as a {@link Block}. */
export class BlockNode implements Block {
  children: BlockNode[] = none;
  inlineCode: Span[] = none;
  index = 0;

  constructor(
    readonly kind: BlockKind,
    readonly start: number,
    public end: number,
    readonly level: number,
    public parent: BlockNode | null,
  ) {}

  /** Appends a child block that covers `[start, end)` of the document. */
  add(kind: BlockKind, span: Span, level = 0): BlockNode {
    const child = new BlockNode(kind, span[0], span[1], level, this);
    child.index = this.children.length;
    if (this.children === none) this.children = [child];
    else this.children.push(child);
    return child;
  }

  /** Replaces the children `first` to `last` with one code block, for a script that Markdown splits. */
  merge(first: number, last: number): BlockNode {
    const head = this.children[first] ?? this;
    const tail = this.children[last] ?? head;
    const merged = new BlockNode("code", head.start, tail.end, 0, this);
    this.children.splice(first, last - first + 1, merged);
    for (let at = first; at < this.children.length; at++) {
      const child = this.children[at];
      if (child !== undefined) child.index = at;
    }
    return merged;
  }

  /** Returns the child of `root` that is this block or contains it. */
  topBelow(root: BlockNode): BlockNode {
    let top: BlockNode = this;
    while (top.parent !== null && top.parent !== root) top = top.parent;
    return top;
  }

  /** Records inline code, including marks, given as a range of `source`. */
  noteInlineCode(source: Source, start: number, end: number): void {
    if (this.inlineCode === none) this.inlineCode = [];
    this.inlineCode.push(source.origin(start, end));
  }
}

/** Creates the root block of a document. */
export function documentBlock(length: number): BlockNode {
  return new BlockNode("document", 0, length, 0, null);
}
