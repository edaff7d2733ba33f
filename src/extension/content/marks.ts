import type { Span } from "../../protocol/index.js";
import type { Extraction } from "../extract/extraction.js";
import type { MarkSheet } from "./mark-sheet.js";
import type { AnswerSession } from "./session.js";

const FINDING = "curlew-finding";
/** The highlight of findings whose hosts the user marked as known. */
const KNOWN = "curlew-known";
const CURRENT = "curlew-current";

/** Returns the ranges of the page that show a span. They are static, since live ranges make each change of the page slower. */
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

interface Drawn {
  readonly found: readonly StaticRange[];
  readonly known: readonly StaticRange[];
}

const NOTHING: Drawn = { found: [], known: [] };

/** Nothing is drawn far from the visible part of the page: the browser checks all highlights at each change of the page. */
function drawnOf({ evidence, isNear }: AnswerSession): Drawn {
  if (!isNear || evidence === null || evidence.assessment.verdict !== "finding") return NOTHING;
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
 * Underlines findings through the CSS Custom Highlight API: the page's own elements do not change. The page can read and change
 * the registry, so nothing relies on marks.
 */
export class Marks {
  private readonly ranges = new Map<AnswerSession, Drawn>();
  private readonly drawn = new Map<string, Highlight>();
  /** The answer of the highlighted finding, and the extraction that its offsets are from. */
  private pointed: {
    readonly session: AnswerSession;
    readonly extraction: Extraction | undefined;
  } | null = null;

  constructor(
    private readonly sheet: Pick<MarkSheet, "style">,
    private readonly registry: HighlightRegistry = CSS.highlights,
  ) {}

  /** Updates the marks of an answer to its state. */
  update(session: AnswerSession): void {
    const before = this.ranges.get(session) ?? NOTHING;
    const now = drawnOf(session);
    // Setting them again would make the browser repaint the whole page.
    if (areSame(before.found, now.found) && areSame(before.known, now.known)) return;
    if (now === NOTHING) this.ranges.delete(session);
    else {
      this.sheet.style(session);
      this.ranges.set(session, now);
    }
    if (
      session === this.pointed?.session &&
      session.evidence?.extraction !== this.pointed.extraction
    )
      this.point(session, []);
    this.draw();
  }

  /** The page changed: answers without an identity may have moved. */
  restyle(): void {
    for (const session of this.ranges.keys()) this.sheet.style(session);
  }

  /** Whether an answer already has marks. */
  has(session: AnswerSession): boolean {
    return this.ranges.has(session);
  }

  /** Highlights one finding of an answer. */
  point(session: AnswerSession, ranges: readonly StaticRange[]): void {
    this.pointed = { session, extraction: session.evidence?.extraction };
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

  /** Removes only highlights of this script: a script of a reloaded extension may still run for a moment. */
  private set(name: string, ranges: readonly StaticRange[]): void {
    const before = this.drawn.get(name);
    if (before !== undefined && this.registry.get(name) === before) this.registry.delete(name);
    this.drawn.delete(name);
    if (ranges.length === 0) return;
    const highlight = new Highlight(...ranges);
    this.registry.set(name, highlight);
    this.drawn.set(name, highlight);
  }
}
