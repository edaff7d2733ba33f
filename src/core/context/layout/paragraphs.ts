import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import type { Language } from "../language/prose-language.js";
import type { Neighbours } from "../sentence/contradiction.js";
import { adjacentProse } from "./blocks.js";
import { Paragraph } from "../sentence/paragraph.js";
import { LruCache } from "../lru-cache.js";

/** The number of cached paragraphs; matches are judged in order, and need the paragraphs near and above them. */
const CACHE_SIZE = 256;
/** Number of characters of a block beside a command that are read: words further away are not about the command. */
const MAX_READ_LENGTH = 32 * 1024;
/** Maximum length of a block that is read as a whole, and the length of a part of a longer one: one step must not use up the time. */
const MAX_BLOCK_LENGTH = 128 * 1024;
const PART_LENGTH = 64 * 1024;
/** Number of characters before and after a part that are also read; no sentence about a command is further away. */
const MARGIN = 16 * 1024;
/** The number of levels of lists and quotes that are climbed for the prose beside a block. */
const MAX_LEVELS = 3;
/** The number of cached parts of one block. */
const PART_CACHE_SIZE = 4;

/** The prose of a document's blocks, read when it is needed. */
export class Paragraphs {
  private readonly kept = new LruCache<Block, LruCache<string, Paragraph>>(CACHE_SIZE);

  constructor(
    readonly language: Language,
    private readonly text: string,
  ) {}

  /** Returns the prose of a block that is known to be short. */
  of(block: Block): Paragraph {
    return this.part(block, block.start, block.end);
  }

  /** Returns the prose around a match inside a block: all of it, unless the block is very long. */
  around(block: Block, match: Span): Paragraph {
    if (block.end - block.start <= MAX_BLOCK_LENGTH) return this.of(block);
    const start = match[0] - ((match[0] - block.start) % PART_LENGTH);
    return this.part(block, start - MARGIN, start + PART_LENGTH + MARGIN);
  }

  /** Whether a match is the first command of a block, with only marks before it. */
  opens(block: Block, match: Span): boolean {
    const paragraph = this.around(block, match);
    return paragraph.span[0] === block.start && paragraph.opensWith(match);
  }

  /** Whether a match is the last command of a block. */
  ends(block: Block, match: Span): boolean {
    const paragraph = this.around(block, match);
    return paragraph.span[1] === block.end && paragraph.isLast(match);
  }

  /** Returns the prose at the beginning of a block that follows a command: all of it, unless the block is long. */
  openingOf(block: Block): Paragraph {
    return this.part(block, block.start, block.start + MAX_READ_LENGTH);
  }

  /** Returns the prose at the end of a block that precedes a command: all of it, unless the block is long. */
  endingOf(block: Block): Paragraph {
    return this.part(block, block.end - MAX_READ_LENGTH, block.end);
  }

  private part(block: Block, from: number, to: number): Paragraph {
    const span: Span = [Math.max(block.start, from), Math.min(block.end, to)];
    return this.kept
      .get(block, () => new LruCache(PART_CACHE_SIZE))
      .get(span.join(), () =>
        proseOf(this.language, this.text, block, span, {
          before: () => this.neighbour(block, -1)?.ending ?? "",
          after: () => this.neighbour(block, 1)?.opening ?? "",
        }),
      );
  }

  /**
   * Returns the prose before or after a block, skipping a code block; null if there is none. For the first or last block of a list
   * item or quote, this is the prose beside the item or quote.
   */
  private neighbour(block: Block, direction: -1 | 1): Paragraph | null {
    let ancestor = block;
    for (let levels = 0; levels < MAX_LEVELS && ancestor.kind !== "cell"; levels++) {
      const siblings: readonly Block[] = ancestor.parent?.children ?? [];
      const next = siblings[ancestor.index + direction];
      const offset = next?.kind === "code" ? 2 * direction : direction;
      if (siblings[ancestor.index + offset] !== undefined) {
        const leaf = adjacentProse(ancestor, offset);
        if (leaf === null) return null;
        return direction < 0 ? this.endingOf(leaf) : this.openingOf(leaf);
      }
      if (ancestor.parent === null) return null;
      ancestor = ancestor.parent;
    }
    return null;
  }
}

/** Returns the prose of a block, or of a part of it. */
export function proseOf(
  language: Language,
  text: string,
  { kind, inlineCode }: Block,
  span: Span,
  beyond: Neighbours | null = null,
): Paragraph {
  const within = inlineCode.filter(([start, end]) => start >= span[0] && end <= span[1]);
  return new Paragraph(
    language,
    text,
    span,
    within,
    kind === "heading" ? "heading" : "text",
    beyond,
  );
}
