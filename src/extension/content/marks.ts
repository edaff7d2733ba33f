import type { Span } from "../../protocol/index.js";
import type { Extraction } from "../extract/extraction.js";
import type { AnswerSession } from "./session.js";

const FINDING = "curlew-finding";
const CURRENT = "curlew-current";

/** The characters of the page that a span shows, as ranges. */
export function rangesOf(extraction: Extraction, [start, end]: Span): Range[] {
  return extraction.locate(start, end).map((place) => {
    const range = new Range();
    range.setStart(place.node, place.start);
    range.setEnd(place.node, place.end);
    return range;
  });
}

/**
 * Underlines findings through the CSS Custom Highlight API: the page's own elements stay as they are.
 * The page can see and change the registry, so that marks are presentation and nothing relies on them.
 */
export class Marks {
  private readonly ranges = new Map<AnswerSession, Range[]>();
  private readonly drawn = new Map<string, Highlight>();

  constructor(private readonly registry: HighlightRegistry = CSS.highlights) {}

  /** Marks what an answer's state shows, and nothing else of it. */
  update(session: AnswerSession): void {
    const { state, shown } = session;
    const had = this.ranges.delete(session);
    if (state.kind === "finding" && shown !== null) {
      this.ranges.set(session, state.assessment.spans.flatMap((span) => rangesOf(shown, span)));
    } else if (!had) return;
    this.set(CURRENT, []);
    this.draw();
  }

  /** Marks anew what the page took out and put in again: ranges do not go along, they shrink to nothing. */
  mend(): void {
    for (const [session, ranges] of this.ranges) if (ranges.some((range) => range.collapsed)) this.update(session);
  }

  /** Sets one finding off from the others. */
  point(ranges: readonly Range[]): void {
    this.set(CURRENT, ranges);
  }

  clear(): void {
    this.ranges.clear();
    this.set(CURRENT, []);
    this.draw();
  }

  private draw(): void {
    this.set(FINDING, [...this.ranges.values()].flat());
  }

  /** Takes away only what this script drew: one of an extension that was reloaded outlives its time for a moment. */
  private set(name: string, ranges: readonly Range[]): void {
    if (this.registry.get(name) === this.drawn.get(name)) this.registry.delete(name);
    this.drawn.delete(name);
    if (ranges.length === 0) return;
    const highlight = new Highlight(...ranges);
    this.registry.set(name, highlight);
    this.drawn.set(name, highlight);
  }
}
