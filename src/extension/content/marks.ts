import type { Span } from "../../protocol/index.js";
import type { Extraction } from "../extract/extraction.js";
import type { MarkSheet } from "./mark-sheet.js";
import type { AnswerSession } from "./session.js";

const FINDING = "curlew-finding";
/** A finding all of whose addresses the person said to know. */
const KNOWN = "curlew-known";
const CURRENT = "curlew-current";

/** The characters of the page that a span shows. Static: a live range costs the page something at each of its changes. */
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

/** Far from the visible part of the page nothing is drawn: at each change of the page the browser goes through all that is. */
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
 * Underlines findings through the CSS Custom Highlight API: the page's own elements stay as they are.
 * The page can see and change the registry, so that marks are presentation and nothing relies on them.
 */
export class Marks {
  private readonly ranges = new Map<AnswerSession, Drawn>();
  private readonly drawn = new Map<string, Highlight>();
  /** The answer of the finding that is set off, and the reading of it that its place is from. */
  private pointed: {
    readonly session: AnswerSession;
    readonly extraction: Extraction | undefined;
  } | null = null;

  constructor(
    private readonly sheet: Pick<MarkSheet, "style">,
    private readonly registry: HighlightRegistry = CSS.highlights,
  ) {}

  /** Marks what an answer's state shows, and nothing else of it. */
  update(session: AnswerSession): void {
    const before = this.ranges.get(session) ?? NOTHING;
    const now = drawnOf(session);
    // Drawing them again makes the page paint everything.
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

  /** Something of the page changed: answers without a name may have moved. */
  restyle(): void {
    for (const session of this.ranges.keys()) this.sheet.style(session);
  }

  /** Whether some of an answer is marked already. */
  has(session: AnswerSession): boolean {
    return this.ranges.has(session);
  }

  /** Sets one finding of an answer off from the others. */
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

  /** Takes away only what this script drew: one of an extension that was reloaded outlives its time for a moment. */
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
