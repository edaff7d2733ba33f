import type { Assessment } from "../bridge/assessment.js";
import { actionRow, fold, h } from "./dom.js";
import { evidenceSection } from "./evidence-section.js";
import { findingArticle } from "./finding-article.js";
import type { Translate } from "./i18n.js";
import { type Action, nameOf, type StateText } from "./state-texts.js";

/** The state and the assessment of one answer, as a panel shows them. */
export interface Shown {
  readonly text: StateText;
  readonly assessment: Assessment | null;
}

/** The actions that a panel offers. */
export interface PanelEvents {
  act(action: Action): void;
  /** Scrolls the page to a finding; null if there is no page. */
  readonly point: ((index: number) => void) | null;
  know(hosts: readonly string[]): void;
  close(): void;
}

/** Shows the evidence of one answer, in a sheet in the page, in the browser's own panel or on the welcome page. */
export class Panel {
  readonly element: HTMLElement;
  private readonly title = h("h2", { id: "title", tabindex: "-1" });
  private shown: Shown | null = null;
  private readonly body = h("div", {
    class: "scroll",
    tabindex: "0",
    role: "group",
    "aria-labelledby": "title",
  });

  constructor(
    private readonly t: Translate,
    private readonly events: PanelEvents,
    role: "dialog" | "main" | "group",
  ) {
    const words = { "aria-label": t("close"), title: t("close") };
    const close = h(
      "button",
      { class: "close", type: "button", ...words, onclick: () => events.close() },
      "×",
    );
    this.element = h(
      "section",
      { class: "panel", role, "aria-label": t("panelName") },
      h("header", {}, this.title, close),
      this.body,
    );
  }

  /** Shows a state and its assessment, if there is one. Unchanged content is kept, with its scroll position and focus. */
  show(shown: Shown): void {
    const { text, assessment } = shown;
    if (this.shown !== null && isSame(this.shown, shown)) return;
    this.shown = shown;
    const hadFocus = this.body.contains(
      (this.element.getRootNode() as ShadowRoot | Document).activeElement,
    );
    this.element.dataset["tone"] = text.tone;
    this.title.replaceChildren(h("span", { class: "dot" }), h("span", {}, text.label));
    const sections = assessment === null ? [] : this.sections(assessment);
    this.body.replaceChildren(h("p", {}, text.detail), ...this.actions(text.actions), ...sections);
    if (hadFocus) this.focus();
  }

  focus(): void {
    this.title.focus();
  }

  private actions(actions: readonly Action[]): HTMLElement[] {
    if (actions.length === 0) return [];
    return [
      actionRow(
        actions.map((action) => ({
          label: this.t(nameOf(action)),
          press: () => this.events.act(action),
        })),
      ),
    ];
  }

  private sections(assessment: Assessment): HTMLElement[] {
    const { t, events } = this;
    const sections: HTMLElement[] = [];
    if (assessment.findings.length > 0) {
      const articles = assessment.findings.map((finding, index) => {
        const point = events.point === null ? null : (): void => events.point?.(index);
        const place = {
          isKnown: assessment.known.includes(index),
          isOnly: assessment.findings.length === 1,
          help: assessment.helps[index],
        };
        return findingArticle(finding, place, t, { point, know: (hosts) => events.know(hosts) });
      });
      sections.push(h("section", {}, ...articles));
    }
    const { outcome } = assessment;
    if (outcome.status === "incomplete")
      sections.push(h("section", {}, h("h3", {}, t("limits")), list(outcome.limits)));
    if (assessment.notes.length > 0) sections.push(fold(t("notes"), list(assessment.notes)));
    sections.push(fold(t("evidence"), evidenceSection(assessment, t)));
    return sections;
  }
}

function isSame(a: Shown, b: Shown): boolean {
  return (
    a.text.label === b.text.label &&
    a.text.detail === b.text.detail &&
    sameEvidence(a.assessment, b.assessment)
  );
}

/**
 * Whether two assessments have the same evidence. Objects from messages are never identical, but the evidence is the same for the same
 * text, rules, mode and known hosts.
 */
function sameEvidence(a: Assessment | null, b: Assessment | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return (
    a.subjectHash === b.subjectHash &&
    a.modelRevision === b.modelRevision &&
    a.mode === b.mode &&
    a.known.join() === b.known.join()
  );
}

/** Creates a list of messages of the detector, which are in English. */
function list(entries: readonly { readonly message: string }[]): HTMLElement {
  return h("ul", { lang: "en" }, ...entries.map(({ message }) => h("li", {}, message)));
}
