import { SELECTORS } from "../adapter/selectors.js";
import type { AnswerSession } from "../content/session.js";
import { Badge } from "./badge.js";
import { h } from "./dom.js";
import type { Translate } from "./i18n.js";
import { placeBadge, placeWarning, type Box, type Size } from "./place.js";
import type { Action, StateText } from "./texts.js";

/** A warning beside the buttons of one code block. */
interface CopyWarning {
  readonly element: HTMLButtonElement;
  readonly block: Element;
  /** Index of the first finding in the block. */
  readonly finding: number;
}

type Place = { readonly x: number; readonly y: number } | null;

/** What is measured before anything is moved, so that the page's layout is asked once. */
export interface Measured {
  readonly badge: Place;
  readonly warnings: readonly Place[];
}

/** What belongs to one answer: its badge, and a warning beside the copy button of each block with a finding. */
export class AnswerUi {
  private readonly badge: Badge;
  private warnings: readonly CopyWarning[] = [];
  readonly element = h("div");

  constructor(
    private readonly session: AnswerSession,
    private readonly open: (finding: number | null) => void,
    act: (action: Action) => void,
  ) {
    this.badge = new Badge(() => open(null), act);
    this.element.append(this.badge.element);
  }

  show(text: StateText, name: string, t: Translate): void {
    this.badge.show(text, name, t);
    this.showWarnings(t);
  }

  setExpanded(open: boolean): void {
    this.badge.expanded = open;
  }

  focus(): void {
    this.badge.focus();
  }

  remove(): void {
    this.element.remove();
  }

  measure(view: Size): Measured {
    return {
      badge: placeBadge(this.session.element.getBoundingClientRect(), sizeOf(this.badge.element), view),
      warnings: this.warnings.map(({ element, block }) => {
        const buttons = buttonsOf(block);
        return buttons === null ? null : placeWarning(buttons, sizeOf(element), view);
      }),
    };
  }

  move({ badge, warnings }: Measured): void {
    put(this.badge.element, badge);
    this.warnings.forEach(({ element }, index) => put(element, warnings[index] ?? null));
  }

  private showWarnings(t: Translate): void {
    const blocks = this.blocksWithFinding();
    const same = blocks.length === this.warnings.length && blocks.every(([block, finding], index) => this.warnings[index]?.block === block && this.warnings[index].finding === finding);
    if (same) return;
    for (const { element } of this.warnings) element.remove();
    this.warnings = blocks.map(([block, finding]) => {
      const attributes = { class: "copy-warning", type: "button", "data-tone": "danger", "aria-label": t("copyWarningName"), onclick: () => this.open(finding) };
      return { block, finding, element: h("button", attributes, h("span", { class: "dot" }), t("copyWarning")) };
    });
    this.element.append(...this.warnings.map(({ element }) => element));
  }

  /** Each code block that holds a finding, with the index of the first one in it. */
  private blocksWithFinding(): [block: Element, finding: number][] {
    const { state, shown } = this.session;
    if (state.kind !== "finding" || shown === null) return [];
    const blocks = new Map<Element, number>();
    state.assessment.findings.forEach(({ span }, index) => {
      const block = shown.locate(...span)[0]?.node.parentElement?.closest(SELECTORS.codeBlock);
      if (block && !blocks.has(block)) blocks.set(block, index);
    });
    return [...blocks];
  }
}

/** The box around a code block's own buttons. */
function buttonsOf(block: Element): Box | null {
  const boxes = Array.from(block.querySelectorAll(SELECTORS.codeButton), (button) => button.getBoundingClientRect()).filter((box) => box.width > 0);
  const [first] = boxes;
  if (first === undefined) return null;
  // Those of one row: a block can have further buttons elsewhere.
  const row = boxes.filter((box) => Math.abs(box.top - first.top) < first.height);
  const left = Math.min(...row.map((box) => box.left));
  const right = Math.max(...row.map((box) => box.right));
  return { left, right, top: first.top, bottom: first.bottom };
}

function sizeOf(element: HTMLElement): Size {
  return { width: element.offsetWidth, height: element.offsetHeight };
}

/** Out of sight is not out of reach: a badge whose answer is not in view stays in the keyboard's order. */
function put(element: HTMLElement, place: Place): void {
  const translate = place === null ? "-200vw 0px" : `${Math.round(place.x)}px ${Math.round(place.y)}px`;
  if (element.style.translate !== translate) element.style.translate = translate;
}
