import { frameOf } from "../adapter/code-frame.js";
import type { Site } from "../adapter/sites.js";
import type { AnswerSession } from "../content/answer-session.js";
import { h } from "./dom.js";
import type { HitTester } from "./hit-tester.js";
import type { Translate } from "./i18n.js";
import { bandOf, followSign, placeSign, placeWarning } from "./placement.js";
import type { Band, Box, Column, Shape, Size, Spot } from "./placement.js";
import { Sign, moveTo } from "./sign.js";
import type { StateText } from "./state-texts.js";

/** A warning beside the buttons of one code block. */
interface CopyWarning {
  readonly element: HTMLButtonElement;
  frame: Element;
  /** Index of the first finding in the block. */
  readonly finding: number;
  readonly sizes: readonly Size[];
  /** The horizontal distance in pixels from the buttons' left edge, and the index in `sizes`; null if no position is free. */
  place: { readonly dx: number; readonly size: number } | null;
  /** The distance in pixels between the tops of the answer and the buttons at the last search for a position; null to search again. */
  lookedAt: number | null;
}

/** The positions of everything shown for an answer. They are measured before anything is moved, so that the page is laid out once. */
export interface Spots {
  readonly sign: Spot | null;
  readonly shape?: Shape | undefined;
  readonly warnings: readonly (Spot | null)[];
}
const NOWHERE: Spots = { sign: null, warnings: [] };

/** The distance in pixels to the left of the answer at which the page is tested while the sign has no position. */
const GUTTER = 8;

/** The elements shown for one answer near the visible part of the page: its sign, and a warning at each block with a finding. */
export class AnswerUi {
  readonly element = h("div");
  private readonly sign: Sign;
  /** The position of the sign beside its answer; null if none was found. */
  column: Column | null = null;
  /** The distance in pixels below the top of the answer at which a position was last searched for; null to search again. */
  private lookedAt: number | null = null;
  private warnings: CopyWarning[] = [];

  constructor(
    private readonly session: AnswerSession,
    private readonly site: Site,
    private readonly open: (finding: number | null) => void,
  ) {
    this.sign = new Sign(() => open(null));
    this.element.append(this.sign.element);
  }

  get answer(): Element {
    return this.session.element;
  }

  /** Shows a state; returns whether a warning was added. */
  show(text: StateText, name: string, findings: readonly number[], t: Translate): boolean {
    this.sign.show(text, name, findings.length);
    return this.showWarnings(findings, t);
  }

  set expanded(open: boolean) {
    this.sign.expanded = open;
  }

  focus(): void {
    this.sign.element.focus();
  }

  get isBeingWritten(): boolean {
    return this.session.isBeingWritten;
  }

  /** Whether a part of the answer is currently in the window. */
  isInView(view: Size): boolean {
    const { top, bottom } = this.answer.getBoundingClientRect();
    return bottom >= 0 && top <= view.height;
  }

  /** Returns the part of the window that no header or input field covers at this answer's sign. */
  band(view: Size, hitTester: HitTester): Band {
    // The tested point is in the margin, even if the margin is narrow.
    const x = Math.max(
      this.answer.getBoundingClientRect().left + (this.column?.dx ?? -GUTTER) + 2,
      1,
    );
    return bandOf(view, (y) => hitTester.coverAt(x, y, this.answer));
  }

  /** Called when the page has changed: known positions may be covered now, and others free. */
  doubt(): void {
    this.lookedAt = null;
    for (const warning of this.warnings) warning.lookedAt = null;
  }

  /**
   * Searches for free positions if they are not known or the answer has moved. The search forces a layout of the page, which takes
   * time. So while the answer is being written, which moves it, known positions are kept.
   */
  find(view: Size, band: Band, hitTester: HitTester): void {
    const isMoving = this.isBeingWritten;
    const isKnown = (height: number, lookedAt: number | null): boolean =>
      lookedAt !== null && (isMoving || Math.abs(height - lookedAt) < 1);
    const box = this.answer.getBoundingClientRect();
    const at = Math.max(band.top - box.top, 0);
    if (!isKnown(at, this.lookedAt)) {
      const isRightToLeft = getComputedStyle(this.answer).direction === "rtl";
      this.column = placeSign(
        box,
        view,
        band,
        (place) => hitTester.isMargin(place, this.answer),
        isRightToLeft,
      );
      this.lookedAt = at;
    }
    for (const warning of this.warnings) {
      const buttons = buttonsOf(warning.frame);
      if (buttons === null || buttons.bottom > band.bottom || buttons.top < band.top) continue;
      if (isKnown(buttons.top - box.top, warning.lookedAt)) continue;
      const found = placeWarning(buttons, warning.sizes, view, (place) =>
        hitTester.isHeader(place, warning.frame),
      );
      warning.place = found === null ? null : { dx: found.spot.x - buttons.left, size: found.size };
      warning.lookedAt = buttons.top - box.top;
    }
  }

  /**
   * Returns the current positions of all elements. A sign whose position has not been searched for yet gets the column of another
   * answer.
   */
  follow(band: Band | null, column: Column | null): Spots {
    const box = this.answer.getBoundingClientRect();
    if (band === null || box.bottom < band.top || box.top > band.bottom) return NOWHERE;
    const at = this.column ?? (this.lookedAt === null ? column : null);
    const warnings = this.warnings.map(({ frame, place, sizes }) => {
      const buttons = place === null ? null : buttonsOf(frame);
      if (
        place === null ||
        buttons === null ||
        buttons.top < band.top ||
        buttons.bottom > band.bottom
      )
        return null;
      return {
        x: buttons.left + place.dx,
        y: (buttons.top + buttons.bottom - (sizes[place.size]?.height ?? 0)) / 2,
      };
    });
    return {
      sign: at === null ? null : followSign(box, band, this.column ?? { ...at, down: 0 }),
      shape: at?.shape,
      warnings,
    };
  }

  move({ sign, shape, warnings }: Spots): void {
    this.sign.put(sign, shape ?? "full");
    this.warnings.forEach(({ element, place }, index) => {
      const size = String(place?.size ?? 0);
      if (element.dataset["size"] !== size) element.dataset["size"] = size;
      moveTo(element, warnings[index] ?? null);
    });
  }

  private showWarnings(findings: readonly number[], t: Translate): boolean {
    const blocks = this.framesOf(findings);
    const kept = new Map<Element, CopyWarning>();
    for (const warning of this.warnings) {
      const frame = this.frameNow(warning, blocks, kept);
      if (frame === null) warning.element.remove();
      else kept.set(frame, Object.assign(warning, { frame }));
    }
    this.warnings = [...blocks].map(
      ([frame, finding], index) => kept.get(frame) ?? this.warn(frame, finding, index, t),
    );
    return this.warnings.length > kept.size;
  }

  /** Returns the current frame of a warning's block, which the site may have replaced; null if there is none. */
  private frameNow(
    { frame, finding }: CopyWarning,
    blocks: ReadonlyMap<Element, number>,
    taken: ReadonlyMap<Element, CopyWarning>,
  ): Element | null {
    if (blocks.get(frame) === finding) return frame;
    if (frame.isConnected) return null;
    const [next] = [...blocks].find(([each, of]) => of === finding && !taken.has(each)) ?? [];
    return next ?? null;
  }

  private warn(frame: Element, finding: number, index: number, t: Translate): CopyWarning {
    const names = { "data-label": t("copyWarning"), "aria-label": t("copyWarningName") };
    const element = h("button", {
      class: "copy-warning",
      type: "button",
      ...names,
      onclick: () => this.open(finding),
    });
    this.element.insertBefore(element, this.element.children[index + 1] ?? null);
    return { frame, finding, element, sizes: sizesOf(element), place: null, lookedAt: null };
  }

  /** Maps the frame of each code block with findings to the index of the first finding in the block. */
  private framesOf(findings: readonly number[]): Map<Element, number> {
    const { evidence } = this.session;
    const frames = new Map<Element, number>();
    if (evidence === null) return frames;
    for (const index of findings) {
      const span = evidence.assessment.findings[index]?.span;
      const place =
        span === undefined ? undefined : evidence.extraction.locate(...span)[0]?.node.parentElement;
      const frame =
        place === undefined || place === null
          ? null
          : frameOf(place, this.session.element, this.site);
      if (frame !== null && !frames.has(frame)) frames.set(frame, index);
    }
    return frames;
  }
}

/** The sizes of every warning: with text, with only the icon, and narrow. They are measured once, because measuring forces a layout. */
let measured: readonly Size[] | null = null;

function sizesOf(element: HTMLElement): readonly Size[] {
  if (measured !== null) return measured;
  const sizes = ["0", "1", "2"].map((size) => {
    element.dataset["size"] = size;
    return { width: element.offsetWidth, height: element.offsetHeight };
  });
  // An element that is not shown yet has no size.
  if (sizes.every(({ width }) => width > 0)) measured = sizes;
  return sizes;
}

/** Returns the box around the first row of a code block's visible buttons, or null if it has none. */
function buttonsOf(frame: Element): Box | null {
  const buttons = frame.querySelectorAll('button, [role="button"]');
  const boxes = Array.from(buttons, (button) => button.getBoundingClientRect()).filter(
    (box) => box.width > 0,
  );
  const [first] = boxes;
  if (first === undefined) return null;
  // A block can have other buttons elsewhere, which are ignored.
  const row = boxes.filter((box) => Math.abs(box.top - first.top) < first.height);
  const left = Math.min(...row.map((box) => box.left));
  const right = Math.max(...row.map((box) => box.right));
  return { left, right, top: first.top, bottom: first.bottom };
}
