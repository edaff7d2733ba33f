import { frameOf } from "../adapter/frames.js";
import type { Site } from "../adapter/sites.js";
import type { AnswerSession } from "../content/session.js";
import { h } from "./dom.js";
import type { Ground } from "./ground.js";
import type { Translate } from "./i18n.js";
import { bandOf, followSign, placeSign, placeWarning, type Band, type Box, type Shape, type Size, type Spot } from "./place.js";
import { Sign, moveTo } from "./sign.js";
import type { StateText } from "./texts.js";

/** A warning beside the buttons of one code block. */
interface CopyWarning {
  readonly element: HTMLButtonElement;
  readonly frame: Element;
  /** Index of the first finding in the block. */
  readonly finding: number;
  readonly sizes: readonly Size[];
  /** Where it stood when its place was looked for: how far right of the buttons' left end, and in which size. */
  place: { readonly dx: number; readonly size: number } | null;
}

/** Where everything of an answer goes: measured before anything is moved, so that the page's layout is asked once. */
export interface Placed {
  readonly sign: Spot | null;
  readonly warnings: readonly (Spot | null)[];
}

/** Where in the margin the page is asked before a place was found. */
const GUTTER = 8;

/** What is shown of one answer near the visible part of the page: its sign, and a warning at each block with a finding. */
export class AnswerUi {
  readonly element = h("div");
  private readonly sign: Sign;
  /** How far the sign stands right of its answer's left end; null before a place was found. */
  dx: number | null = null;
  private shape: Shape = "full";
  private warnings: CopyWarning[] = [];

  constructor(
    private readonly session: AnswerSession,
    private readonly site: Site,
    private readonly open: (finding: number | null) => void,
  ) {
    this.sign = new Sign(() => open(null));
    this.element.append(this.sign.element);
  }

  show(text: StateText, name: string, findings: readonly number[], t: Translate): void {
    this.sign.show(text, name, findings.length);
    this.showWarnings(findings, t);
  }

  set expanded(open: boolean) {
    this.sign.expanded = open;
  }

  focus(): void {
    this.sign.element.focus();
  }

  /** Whether the answer, as it stands now, can be seen at all. */
  isInView(view: Size): boolean {
    const { top, bottom } = this.session.element.getBoundingClientRect();
    return bottom >= 0 && top <= view.height;
  }

  /** The ends of the window that something of the page covers, at the height of which this answer's sign stands. */
  band(view: Size, ground: Ground): Band {
    const { element } = this.session;
    // In the margin, however narrow it is.
    const x = Math.max(element.getBoundingClientRect().left + (this.dx ?? -GUTTER) + 2, 1);
    return bandOf(view, (y) => ground.isMarginAt(x, y, element));
  }

  /** Looks for places that are free. This asks the page what stands there, which costs it time. */
  find(view: Size, band: Band, ground: Ground): Placed {
    const { element } = this.session;
    const box = element.getBoundingClientRect();
    const sign = placeSign(box, view, band, (at) => ground.isMargin(at, element));
    this.dx = sign === null ? null : sign.spot.x - box.left;
    this.shape = sign?.shape ?? "full";
    const warnings = this.warnings.map((warning) => {
      const buttons = buttonsOf(warning.frame);
      const isSeen = buttons !== null && buttons.bottom <= band.bottom && buttons.top >= band.top;
      const place = isSeen ? placeWarning(buttons, warning.sizes, view, (at) => ground.isHeader(at, warning.frame)) : null;
      if (isSeen) warning.place = place === null ? null : { dx: place.spot.x - buttons.left, size: place.size };
      return place?.spot ?? null;
    });
    return { sign: sign?.spot ?? null, warnings };
  }

  /** Goes along with the page: everything keeps its place beside what it belongs to. `dx` is that of other answers. */
  follow(band: Band, dx: number | null): Placed {
    const at = this.dx ?? dx;
    const box = this.session.element.getBoundingClientRect();
    const isOut = box.bottom < band.top || box.top > band.bottom;
    const sign = at === null || isOut ? null : followSign(box, band, at);
    const warnings = this.warnings.map(({ frame, place, sizes }) => {
      const buttons = place === null || isOut ? null : buttonsOf(frame);
      if (place === null || buttons === null || buttons.top < band.top || buttons.bottom > band.bottom) return null;
      return { x: buttons.left + place.dx, y: (buttons.top + buttons.bottom - (sizes[place.size]?.height ?? 0)) / 2 };
    });
    return { sign, warnings };
  }

  move({ sign, warnings }: Placed): void {
    this.sign.put(sign, this.shape);
    this.warnings.forEach(({ element, place }, index) => {
      const size = String(place?.size ?? 0);
      if (element.dataset["size"] !== size) element.dataset["size"] = size;
      moveTo(element, warnings[index] ?? null);
    });
  }

  private showWarnings(findings: readonly number[], t: Translate): void {
    const blocks = this.framesOf(findings);
    const same = blocks.length === this.warnings.length && blocks.every(([frame, finding], index) => this.warnings[index]?.frame === frame && this.warnings[index].finding === finding);
    if (same) return;
    for (const { element } of this.warnings) element.remove();
    this.warnings = blocks.map(([frame, finding]) => {
      const attributes = { class: "copy-warning", type: "button", "data-label": t("copyWarning"), "aria-label": t("copyWarningName"), onclick: () => this.open(finding) };
      const element = h("button", attributes);
      this.element.append(element);
      return { frame, finding, element, sizes: sizesOf(element), place: null };
    });
  }

  /** The frame of each code block that holds a finding, with the index of the first one in it. */
  private framesOf(findings: readonly number[]): [frame: Element, finding: number][] {
    const { evidence } = this.session;
    if (evidence === null) return [];
    const frames = new Map<Element, number>();
    for (const index of findings) {
      const span = evidence.assessment.findings[index]?.span;
      const place = span === undefined ? undefined : evidence.extraction.locate(...span)[0]?.node.parentElement;
      const frame = place === undefined || place === null ? null : frameOf(place, this.session.element, this.site);
      if (frame !== null && !frames.has(frame)) frames.set(frame, index);
    }
    return [...frames];
  }
}

/** The two sizes of a warning: with its words, and as a figure only. They are the same for all, and measuring costs a layout. */
let measured: readonly Size[] | null = null;

function sizesOf(element: HTMLElement): readonly Size[] {
  if (measured !== null) return measured;
  const sizes = ["0", "1"].map((size) => {
    element.dataset["size"] = size;
    return { width: element.offsetWidth, height: element.offsetHeight };
  });
  // Not shown yet, it has none.
  if (sizes.every(({ width }) => width > 0)) measured = sizes;
  return sizes;
}

/** The box around a code block's own buttons. */
function buttonsOf(frame: Element): Box | null {
  const boxes = Array.from(frame.querySelectorAll('button, [role="button"]'), (button) => button.getBoundingClientRect()).filter((box) => box.width > 0);
  const [first] = boxes;
  if (first === undefined) return null;
  // Those of one row: a block can have further buttons elsewhere.
  const row = boxes.filter((box) => Math.abs(box.top - first.top) < first.height);
  const left = Math.min(...row.map((box) => box.left));
  const right = Math.max(...row.map((box) => box.right));
  return { left, right, top: first.top, bottom: first.bottom };
}
