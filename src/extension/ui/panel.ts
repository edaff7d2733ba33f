import type { Assessment } from "../bridge/assessment.js";
import { h } from "./dom.js";
import { evidenceSection } from "./evidence.js";
import { findingArticle } from "./finding.js";
import type { Translate } from "./i18n.js";
import { type Action, ACTION_LABELS, type StateText } from "./texts.js";

/** What the panel can ask for. */
export interface PanelEvents {
  act(action: Action): void;
  /** Scrolls the page to a finding. */
  point(index: number): void;
  close(): void;
}

/** The evidence panel: a dialog beside the page, not above it. */
export class Panel {
  readonly element: HTMLElement;
  private readonly title = h("h2", { id: "title", tabindex: "-1" });
  private shown: { readonly text: StateText; readonly assessment: Assessment | null } | null = null;
  private readonly body = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "title" });

  constructor(
    private readonly t: Translate,
    private readonly events: PanelEvents,
  ) {
    const close = h("button", { class: "close", type: "button", "aria-label": t("close"), title: t("close"), onclick: () => events.close() }, "×");
    this.element = h("section", { class: "panel", role: "dialog", "aria-label": t("panelName") }, h("header", {}, this.title, close), this.body);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !event.isTrusted) return;
      event.stopPropagation();
      events.close();
    });
  }

  /** Shows a state and, where there is one, its assessment. The same content stays as it is, with its scroll position and focus. */
  show(text: StateText, assessment: Assessment | null): void {
    if (this.shown?.assessment === assessment && this.shown.text.label === text.label && this.shown.text.detail === text.detail) return;
    this.shown = { text, assessment };
    const hadFocus = this.body.contains((this.element.getRootNode() as ShadowRoot).activeElement);
    this.element.dataset["tone"] = text.tone;
    this.title.replaceChildren(h("span", { class: "dot" }), h("span", {}, text.label));
    this.body.replaceChildren(h("p", {}, text.detail), ...this.actions(text.actions), ...(assessment === null ? [] : this.sections(assessment)));
    if (hadFocus) this.focus();
  }

  focus(): void {
    this.title.focus();
  }

  private actions(actions: readonly Action[]): HTMLElement[] {
    if (actions.length === 0) return [];
    const buttons = actions.map((action, index) =>
      h("button", { class: index === 0 ? "action first" : "action", type: "button", onclick: () => this.events.act(action) }, this.t(ACTION_LABELS[action])),
    );
    return [h("div", { class: "actions" }, ...buttons)];
  }

  private sections(assessment: Assessment): HTMLElement[] {
    const { t } = this;
    const sections: HTMLElement[] = [];
    if (assessment.findings.length > 0) {
      const articles = assessment.findings.map((finding, index) => findingArticle(finding, index, t, () => this.events.point(index)));
      sections.push(h("section", {}, h("h3", {}, t("findings")), ...articles));
    }
    if (assessment.outcome.status === "incomplete") sections.push(list(t("limits"), assessment.outcome.limits.map(({ message }) => message)));
    if (assessment.notes.length > 0) sections.push(list(t("notes"), assessment.notes.map(({ message }) => message)));
    sections.push(evidenceSection(assessment, t));
    return sections;
  }
}

function list(title: string, messages: readonly string[]): HTMLElement {
  // The messages are the detector's own words, which are English.
  return h("section", {}, h("h3", {}, title), h("ul", { lang: "en" }, ...messages.map((message) => h("li", {}, message))));
}
