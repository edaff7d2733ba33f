import { oncePer } from "../../once.js";
import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import { firstWord } from "./blocks.js";
import type { Paragraphs } from "./paragraphs.js";
import type { Neighbour, Verdict } from "../verdict.js";

/** Finds what the headings of a document say about the blocks below them. */
export class Headings {
  constructor(
    private readonly text: string,
    private readonly paragraphs: Paragraphs,
  ) {}

  /**
   * Yields the verdicts of the headings above a block, nearest first. A warning becomes a recommendation after the paragraph of its
   * section that says what to do instead.
   */
  *verdicts(match: Span, block: Block): Iterable<Neighbour> {
    for (const heading of this.above(block))
      yield { relation: "heads", read: () => this.verdictOf(heading, match, block) };
  }

  private verdictOf(heading: Block, match: Span, block: Block): Verdict {
    const verdict = this.paragraphs.endingOf(heading).introduces({
      open: true,
      antecedent: false,
      adjacent: block.kind === "code" && block.index === heading.index + 1,
      word: firstWord(this.text, match),
    });
    return verdict.side === "against" && this.turnOf(heading) < block.index
      ? { ...verdict, side: "for" }
      : verdict;
  }

  /** Yields the headings of the sections that contain a block, inside its container, nearest first. */
  *above({ parent, index }: Block): Iterable<Block> {
    let heading = parent === null ? null : (this.aboveEach(parent)[index] ?? null);
    for (; parent !== null && heading !== null; heading = this.outer(parent, heading))
      yield heading;
  }

  private outer(container: Block, heading: Block): Block | null {
    const { level } = heading;
    let outer = this.aboveEach(container)[heading.index] ?? null;
    while (outer !== null && outer.level >= level)
      outer = this.aboveEach(container)[outer.index] ?? null;
    return outer;
  }

  /** Returns, for each child of a container, the heading of the innermost section that contains the child, or null. */
  private readonly aboveEach = oncePer(({ children }: Block): readonly (Block | null)[] => {
    const open: Block[] = [];
    return children.map((child) => {
      if (child.kind === "heading")
        while ((open[open.length - 1]?.level ?? 0) >= child.level) open.pop();
      const nearest = open[open.length - 1] ?? null;
      if (child.kind === "heading") open.push(child);
      return nearest;
    });
  });

  /** Returns the index of the first block of a heading's section that says what to do instead; Infinity if there is none. */
  private readonly turnOf = oncePer(({ parent, index, level }: Block): number => {
    const siblings = parent?.children ?? [];
    for (let at = index + 1; at < siblings.length; at++) {
      const block = siblings[at];
      if (block === undefined || (block.kind === "heading" && block.level <= level)) break;
      if (
        block.kind === "paragraph" &&
        this.paragraphs.endingOf(block).introduces({ open: false, antecedent: true }).side === "for"
      )
        return at;
    }
    return Infinity;
  });
}
