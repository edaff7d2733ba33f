import type { Span } from "../../protocol/index.js";
import type { Extraction } from "../extract/extraction.js";
import type { MarkSheet } from "./mark-sheet.js";
import type { AnswerSession } from "./answer-session.js";

const FINDING = "curlew-finding";
/** The highlight of findings whose hosts the user marked as known. */
const KNOWN = "curlew-known";
const CURRENT = "curlew-current";

/** Returns the ranges of the page that show a span. They are static, because live ranges make each change of the page slower. */
export function rangesOf(extraction: Extraction, [start, end]: Span): StaticRange[] {
  return extraction.locate(start, end).map(
    (place) =>
      new StaticRange({
        startContainer: place.node,
        startOffset: place.start,
        endContainer: place.node,
        endOffset: place.end,
      }),
  );
}

/** The marked ranges of one answer. */
interface MarkedRanges {
  readonly found: readonly StaticRange[];
  readonly known: readonly StaticRange[];
}

const NO_RANGES: MarkedRanges = { found: [], known: [] };

/**
 * Returns the ranges of an answer to mark: none if it is far from the visible part of the page, because the browser checks all
 * highlights at each change of the page.
 */
function markedRangesOf({ evidence, isNear }: AnswerSession): MarkedRanges {
  if (!isNear || evidence === null || evidence.assessment.verdict !== "finding") return NO_RANGES;
  const { assessment, extraction } = evidence;
  const known = new Set(assessment.known.map((index) => assessment.findings[index]?.span.join()));
  const mark = (spans: readonly Span[]): StaticRange[] =>
    spans.flatMap((span) => rangesOf(extraction, span));
  const isKnown = (span: Span): boolean => known.has(span.join());
  return {
    found: mark(assessment.spans.filter((span) => !isKnown(span))),
    known: mark(assessment.spans.filter(isKnown)),
  };
}

function areSame(ranges: readonly StaticRange[], others: readonly StaticRange[]): boolean {
  return (
    ranges.length === others.length &&
    ranges.every((range, index) => {
      const other = others[index];
      return (
        range.startContainer === other?.startContainer &&
        range.startOffset === other.startOffset &&
        range.endOffset === other.endOffset
      );
    })
  );
}

/**
 * Underlines findings with the CSS Custom Highlight API, which does not change the page's elements. The page can read and change the
 * registry of highlights, so the extension does not rely on it.
 */
export class Marks {
  private readonly ranges = new Map<AnswerSession, MarkedRanges>();
  private readonly highlights = new Map<string, Highlight>();
  /** The answer of the current finding, and the extraction from which its ranges were computed. */
  private current: {
    readonly session: AnswerSession;
    readonly extraction: Extraction | undefined;
  } | null = null;

  constructor(
    private readonly sheet: Pick<MarkSheet, "style">,
    private readonly registry: HighlightRegistry = CSS.highlights,
  ) {}

  /** Updates the marks of an answer to match its current state. */
  update(session: AnswerSession): void {
    const before = this.ranges.get(session) ?? NO_RANGES;
    const now = markedRangesOf(session);
    // Setting the same ranges again would make the browser repaint the whole page.
    if (areSame(before.found, now.found) && areSame(before.known, now.known)) return;
    if (now === NO_RANGES) this.ranges.delete(session);
    else {
      this.sheet.style(session);
      this.ranges.set(session, now);
    }
    if (
      session === this.current?.session &&
      session.evidence?.extraction !== this.current.extraction
    )
      this.setCurrent(session, []);
    this.draw();
  }

  /** Adds rules for the current positions of all marked answers, because answers without an id from the site may have moved. */
  restyle(): void {
    for (const session of this.ranges.keys()) this.sheet.style(session);
  }

  /** Whether an answer already has marks. */
  has(session: AnswerSession): boolean {
    return this.ranges.has(session);
  }

  /** Highlights the ranges of one finding as the current one; without ranges, removes the highlight. */
  setCurrent(session: AnswerSession, ranges: readonly StaticRange[]): void {
    this.current = { session, extraction: session.evidence?.extraction };
    if (ranges.length > 0) this.sheet.style(session);
    this.set(CURRENT, ranges);
  }

  clear(): void {
    this.ranges.clear();
    this.set(CURRENT, []);
    this.draw();
  }

  private draw(): void {
    const all = [...this.ranges.values()];
    this.set(
      FINDING,
      all.flatMap(({ found }) => found),
    );
    this.set(
      KNOWN,
      all.flatMap(({ known }) => known),
    );
  }

  /**
   * Replaces the highlight called `name`, or removes it if there are no ranges. Only highlights of this script are removed, because the
   * script of a reloaded extension may still run for a moment.
   */
  private set(name: string, ranges: readonly StaticRange[]): void {
    const before = this.highlights.get(name);
    if (before !== undefined && this.registry.get(name) === before) this.registry.delete(name);
    this.highlights.delete(name);
    if (ranges.length === 0) return;
    const highlight = new Highlight(...ranges);
    this.registry.set(name, highlight);
    this.highlights.set(name, highlight);
  }
}
