import type { Source } from "../../source.js";
import { LIMITS, outputOf, TextBuilder, type TextMaker } from "./text-builder.js";
import type { Item, KnownText } from "./value.js";

/**
 * A string to which another one was appended (`code += "…"`). The parts are joined when the string is first read, because a string
 * that grows in many steps is usually read only once, at the end.
 */
export class GrownText implements KnownText {
  readonly open = null;
  readonly close = null;
  readonly pieces: number;
  readonly length: number;
  private readonly known: KnownText | undefined;
  private built: KnownText | null = null;

  private constructor(
    private readonly maker: TextMaker,
    private readonly before: KnownText,
    private readonly more: Item,
  ) {
    this.known = more.value.texts[0];
    const added = this.known?.source.text.length ?? outputOf(more.value)?.length ?? 1;
    this.length = lengthOf(before) + added;
    this.pieces = before.pieces + (this.known?.pieces ?? 1);
  }

  /** Returns the longer string, or `before` marked as cut if the result would be too large. */
  static of(maker: TextMaker, before: KnownText, more: Item): KnownText {
    const text = new GrownText(maker, before, more);
    if (text.length <= LIMITS.length && text.pieces <= LIMITS.pieces) return text;
    if (before.cut === true) return before;
    const { source, open, close, pieces } = before;
    return { source, open, close, pieces, cut: true };
  }

  get source(): Source {
    return this.build().source;
  }

  get cut(): true | undefined {
    return this.build().cut;
  }

  get isPartial(): true | undefined {
    return this.build().isPartial;
  }

  private build(): KnownText {
    if (this.built !== null) return this.built;
    const steps: GrownText[] = [];
    let first: KnownText = this;
    while (first instanceof GrownText && first.built === null) {
      steps.push(first);
      first = first.before;
    }
    const builder = new TextBuilder(this.maker).begin(first);
    for (const { known, more } of steps.reverse()) {
      if (known === undefined) builder.unknown(more, "", more.value);
      else builder.use(known, more);
    }
    return (this.built = builder.build());
  }
}

function lengthOf(text: KnownText): number {
  return text instanceof GrownText ? text.length : text.source.text.length;
}
