import type { Span } from "../model.js";
import type { Block } from "../segment/document.js";
import { Passage } from "./passage.js";
import { Recent } from "./recent.js";

/** How many passages are kept read: matches come in order, and look around themselves and up. */
const KEPT = 256;
/** What stands beside a command is read so far: words farther away are not about it, and a megabyte of them takes time. */
const NEAR = 32 * 1024;

/** The prose of a document's blocks, read when it is needed. */
export class Passages {
  private readonly whole = new Recent<Block, Passage>(KEPT);
  private readonly openings = new Recent<Block, Passage>(KEPT);
  private readonly endings = new Recent<Block, Passage>(KEPT);

  constructor(private readonly text: string) {}

  of(block: Block): Passage {
    return this.whole.get(block, () => this.read(block, [block.start, block.end]));
  }

  /** The beginning of a block behind a command: all of most. */
  openingOf(block: Block): Passage {
    if (block.end - block.start <= NEAR) return this.of(block);
    return this.openings.get(block, () => this.read(block, [block.start, block.start + NEAR]));
  }

  /** The end of a block before a command. */
  endingOf(block: Block): Passage {
    if (block.end - block.start <= NEAR) return this.of(block);
    return this.endings.get(block, () => this.read(block, [block.end - NEAR, block.end]));
  }

  private read({ kind, inlineCode }: Block, span: Span): Passage {
    return new Passage(this.text, span, inlineCode.filter(([start, end]) => start >= span[0] && end <= span[1]), kind === "heading" ? "heading" : "text");
  }
}
