import { frameOf } from "../adapter/frames.js";
import type { Site } from "../adapter/sites.js";
import type { AnswerSession } from "../content/session.js";
import { h } from "./dom.js";
import type { Ground } from "./ground.js";
import type { Translate } from "./i18n.js";
import { placeSign, placeWarning, type Box, type Shape, type Size, type Spot } from "./place.js";
import { Sign, moveTo } from "./sign.js";
import type { StateText } from "./texts.js";

/** A warning beside the buttons of one code block. */
interface CopyWarning {
  readonly element: HTMLButtonElement;
  readonly frame: Element;
  /** Index of the first finding in the block. */
  readonly finding: number;
  readonly sizes: readonly Size[];
}

/** What is measured before anything is moved, so that the page's layout is asked once. */
export interface Measured {
  readonly sign: { readonly spot: Spot; readonly shape: Shape } | null;
  readonly warnings: readonly ({ readonly spot: Spot; readonly size: number } | null)[];
}

/** What is shown of one answer near the visible part of the page: its sign, and a warning at each block with a finding. */
export class AnswerUi {
  readonly element = h("div");
  private readonly sign: Sign;
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

  measure(view: Size, ground: Ground): Measured {
    const { element } = this.session;
    const box = element.getBoundingClientRect();
    if (box.bottom < 0 || box.top > view.height) return { sign: null, warnings: [] };
    return {
      sign: placeSign(box, view, (at) => ground.isMargin(at, element)),
      warnings: this.warnings.map(({ frame, sizes }) => {
        const buttons = buttonsOf(frame);
        return buttons === null ? null : placeWarning(buttons, sizes, view, (at) => ground.isHeader(at, frame));
      }),
    };
  }

  move({ sign, warnings }: Measured): void {
    this.sign.put(sign?.spot ?? null, sign?.shape ?? "full");
    this.warnings.forEach(({ element }, index) => {
      const place = warnings[index] ?? null;
      element.dataset["size"] = String(place?.size ?? 0);
      moveTo(element, place?.spot ?? null);
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
      return { frame, finding, element, sizes: sizesOf(element) };
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

/** The two sizes of a warning: with its words, and as a figure only. */
function sizesOf(element: HTMLElement): Size[] {
  return ["0", "1"].map((size) => {
    element.dataset["size"] = size;
    return { width: element.offsetWidth, height: element.offsetHeight };
  });
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
