import { familyOf } from "../../languages/index.js";
import { lowerBound } from "../../search.js";
import type { Span } from "../../model.js";
import type { Place } from "../../segment/region.js";
import { shapes } from "../language/spoken.js";
import { isProse, proseBeside } from "./blocks.js";

const SHAPE = shapes("label", "leads-with-colon", "output-label", "returned", "returned-tag");

/** A label farther before a command than this is not looked for. */
const FARTHEST = 4000;

/** So near to the end of a paragraph stands the colon that leads over. */
const COLON = 8;

/** What a tool gave back, and a person or a model only reads. */
export class Returned {
  private elements: readonly (readonly [opens: Span, end: number])[] | null = null;

  constructor(private readonly text: string) {}

  /** The words that say so of a match: the tag of an element around it, or the label of its lines; null where nothing does. */
  says(match: Span, place: Place): Span | null {
    return this.elementAround(match) ?? this.labelOver(match, place);
  }

  /** `<tool_result>`, `<stdout>`. */
  private elementAround([start]: Span): Span | null {
    const elements = (this.elements ??= elementsOf(this.text));
    const [opens, end] = elements[lowerBound(elements.length, (at) => (elements[at]?.[0][0] ?? 0) > start) - 1] ?? [null, 0];
    return end > start ? opens : null;
  }

  /** "Observation: X", "Tool output:" above it, in its paragraph or before its block. */
  private labelOver([start]: Span, { block, tag }: Place): Span | null {
    const own = isProse(block) ? this.lastLabel(block.start, start) : null;
    if (own !== null) return own.isReturned ? own.span : null;
    const lead = proseBeside(block, -1);
    if (lead?.kind !== "paragraph" || !SHAPE.leadsWithColon.test(this.text.slice(Math.max(0, lead.end - COLON), lead.end))) return null;
    const label = this.lastLabel(lead.start, lead.end);
    if (label === null) return null;
    const isUntold = block.kind === "code" && familyOf(tag ?? "") === "text";
    return label.isReturned || (isUntold && SHAPE.outputLabel.test(this.text.slice(label.span[0], lead.end))) ? label.span : null;
  }

  private lastLabel(start: number, end: number): { readonly span: Span; readonly isReturned: boolean } | null {
    const from = Math.max(start, end - FARTHEST);
    const label = Array.from(this.text.slice(from, end).matchAll(SHAPE.label.expression)).at(-1);
    if (label === undefined) return null;
    return { span: [from + label.index, from + label.index + label[0].length], isReturned: SHAPE.returned.test(label[0]) };
  }
}

/** Elements of what was returned, the outermost only, in order; one that is never closed holds nothing. */
function elementsOf(text: string): (readonly [Span, number])[] {
  const elements: (readonly [Span, number])[] = [];
  const open: { readonly name: string; readonly opens: Span }[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  for (const { index, 0: tag, groups: { close = "", name = "" } = {} } of text.matchAll(SHAPE.returnedTag.expression)) {
    if (close === "") {
      open.push({ name, opens: [index, index + tag.length] });
      count(name, 1);
    } else if ((counts.get(name) ?? 0) > 0) {
      let element = open.pop();
      for (; element !== undefined && element.name !== name; element = open.pop()) count(element.name, -1);
      count(name, -1);
      const start = element?.opens[0] ?? index;
      while ((elements.at(-1)?.[0][0] ?? -1) > start) elements.pop();
      if (element !== undefined) elements.push([element.opens, index]);
    }
  }
  return elements;
}
