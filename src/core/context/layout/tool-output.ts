import { familyOf } from "../../languages/index.js";
import { eachMatch } from "../../scan.js";
import { lowerBound } from "../../text-search.js";
import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import type { Place } from "../../segment/region.js";
import type { Language } from "../language/prose-language.js";
import { isProse, leafAt, adjacentProse } from "./blocks.js";

/** Number of characters before a command that are searched for a label. */
const MAX_DISTANCE = 4000;

/** Maximum distance of the colon that introduces a block from the end of its paragraph. */
const MAX_COLON_DISTANCE = 8;

/** Matches the end of every match of `label` in `any/markup.prose`. It is searched once; the search for labels is slow in many texts. */
const LABEL_END = /:(?=[\s*_]|$)/gm;

/** Finds commands in the output of a tool, which a person or a model only reads. */
export class ToolOutput {
  private elements: readonly (readonly [opens: Span, end: number])[] | null = null;
  /** The offsets at which a label may end, in order. */
  private labelEnds: readonly number[] | null = null;

  constructor(
    private readonly language: Language,
    private readonly text: string,
    private readonly document: Block,
  ) {}

  /**
   * Returns the words that mark a match as output: the tag of an element around it, or a label before it; null if there are none.
   */
  evidenceOf(match: Span, place: Place): Span | null {
    return this.elementAround(match, place) ?? this.labelOver(match, place);
  }

  /**
   * Returns the opening tag of an element such as `<tool_result>` or `<stdout>` around a match. Its tags are outside code, or in the
   * same code block as the match if that block is markup; a request in the element is not output.
   */
  private elementAround([start]: Span, { tag, language }: Place): Span | null {
    const elements = (this.elements ??= elementsOf(this.language, this.text));
    const [opens, end] = elements[
      lowerBound(elements.length, (at) => (elements[at]?.[0][0] ?? 0) > start) - 1
    ] ?? [null, 0];
    if (opens === null || end <= start || opens[1] > start) return null;
    const own = codeAt(this.document, start);
    const around = [opens[0], end].map((at) => codeAt(this.document, at));
    const isAmong = around.every(
      (code) => code === null || (code === own && ["text", "html"].includes(familyOf(tag ?? ""))),
    );
    if (!isAmong || (around[0] === own && language === "javascript")) return null;
    return this.language.test(
      "asked-tag",
      this.text.slice(Math.max(opens[1], start - MAX_DISTANCE), start),
    )
      ? null
      : opens;
  }

  /** Returns a label such as "Observation: X" or "Tool output:" in the paragraph of a match or before its block. */
  private labelOver([start]: Span, { block, tag }: Place): Span | null {
    const own = isProse(block) ? this.lastLabel(block.start, start) : null;
    if (own !== null) return own.isReturned ? own.span : null;
    const lead = adjacentProse(block, -1);
    if (lead?.kind !== "paragraph") return null;
    if (
      !this.language.test(
        "leads-with-colon",
        this.text.slice(Math.max(0, lead.end - MAX_COLON_DISTANCE), lead.end),
      )
    )
      return null;
    const label = this.lastLabel(lead.start, lead.end);
    if (label === null) return null;
    const isUnmarked = block.kind === "code" && familyOf(tag ?? "") === "text";
    return label.isReturned ||
      (isUnmarked && this.language.test("output-label", this.text.slice(label.span[0], lead.end)))
      ? label.span
      : null;
  }

  private lastLabel(
    start: number,
    end: number,
  ): { readonly span: Span; readonly isReturned: boolean } | null {
    const from = Math.max(start, end - MAX_DISTANCE);
    const before = this.text.slice(from, end);
    const label = this.mayEndLabel(from, end)
      ? this.language.all("label", before).at(-1)
      : undefined;
    if (label === undefined) return null;
    return {
      span: [from + label.index, from + label.index + label[0].length],
      isReturned: this.language.test("returned", label[0]),
    };
  }

  /** Whether a label may end in a range: at a colon at its end, or before whitespace or a mark. */
  private mayEndLabel(start: number, end: number): boolean {
    if (this.text[end - 1] === ":") return true;
    const ends = (this.labelEnds ??= Array.from(
      eachMatch(this.text, LABEL_END),
      ({ index }) => index,
    ));
    return (ends[lowerBound(ends.length, (at) => (ends[at] ?? end) >= start)] ?? end) < end;
  }
}

/** Returns the code block that contains a document offset, or null. */
function codeAt(document: Block, position: number): Block | null {
  let block: Block | null = leafAt(document, position);
  while (block !== null && block.kind !== "code") block = block.parent;
  return block;
}

/** Returns the outermost elements of tool output, in order; one that is never closed is ignored. */
function elementsOf(language: Language, text: string): (readonly [Span, number])[] {
  const elements: (readonly [Span, number])[] = [];
  const open: { readonly name: string; readonly opens: Span }[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number): void =>
    void counts.set(name, (counts.get(name) ?? 0) + by);
  for (const { index, 0: tag, groups: { name, closed = "" } = {} } of language.each(
    "returned-tag",
    text,
  )) {
    if (name !== undefined) {
      open.push({ name, opens: [index, index + tag.length] });
      count(name, 1);
    } else if ((counts.get(closed) ?? 0) > 0) {
      let element = open.pop();
      for (; element !== undefined && element.name !== closed; element = open.pop())
        count(element.name, -1);
      count(closed, -1);
      const start = element?.opens[0] ?? index;
      while ((elements.at(-1)?.[0][0] ?? -1) > start) elements.pop();
      if (element !== undefined) elements.push([element.opens, index]);
    }
  }
  return elements;
}
