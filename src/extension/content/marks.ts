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

  constructor(private readonly registry: HighlightRegistry = CSS.highlights) {}

  /** Marks what an answer's state shows, and nothing else of it. */
  update(session: AnswerSession): void {
    const { state, shown } = session;
    const had = this.ranges.delete(session);
    if (state.kind === "finding" && shown !== null) {
      this.ranges.set(session, state.assessment.spans.flatMap((span) => rangesOf(shown, span)));
    } else if (!had) return;
    this.registry.delete(CURRENT);
    this.draw();
  }

  /** Sets one finding off from the others. */
  point(ranges: readonly Range[]): void {
    this.registry.delete(CURRENT);
    if (ranges.length > 0) this.registry.set(CURRENT, new Highlight(...ranges));
  }

  clear(): void {
    this.ranges.clear();
    this.registry.delete(CURRENT);
    this.draw();
  }

  private draw(): void {
    const all = [...this.ranges.values()].flat();
    if (all.length === 0) this.registry.delete(FINDING);
    else this.registry.set(FINDING, new Highlight(...all));
  }
}
