import type { AnswerSession } from "../content/session.js";
import { Announcer } from "./announcer.js";
import { AnswerUi } from "./answer-ui.js";
import { h } from "./dom.js";
import type { Translate } from "./i18n.js";
import { Panel } from "./panel.js";
import { describe, type Action, type StateText } from "./texts.js";
import { followTheme } from "./theme.js";

export interface OverlayEvents {
  act(action: Action): void;
  /** A finding of an answer was asked for: scroll to it and set it off; a negative index takes that back. */
  point(session: AnswerSession, index: number): void;
}

/** Everything the extension shows in a page: one host element outside the answers, with a closed shadow root. */
export class Overlay {
  private readonly host = h("div", { "data-curlew": "" });
  private readonly layer: HTMLElement;
  private readonly panel: Panel;
  private readonly announcer = new Announcer();
  private readonly answers = new Map<AnswerSession, AnswerUi>();
  private readonly life = new AbortController();
  /** The answers in the order of the page. */
  private order: readonly AnswerSession[] = [];
  private open: AnswerSession | null = null;
  private frame = 0;
  /** Answers that grow or shrink move the ones below them. */
  private readonly sizes = new ResizeObserver(() => this.place());

  constructor(
    private readonly page: Document,
    styles: string,
    private readonly t: Translate,
    private readonly events: OverlayEvents,
  ) {
    const close = (): void => this.close();
    this.panel = new Panel(t, { act: (action) => events.act(action), point: (index) => this.point(index), close });
    this.layer = h("div", { class: "layer", role: "region", lang: t("languageTag"), "aria-label": t("regionName") }, this.announcer.element);
    const root = this.host.attachShadow({ mode: "closed" });
    adopt(root, styles);
    root.append(this.layer);
    page.documentElement.append(this.host);
    followTheme(page, (theme) => (this.host.dataset["theme"] = theme), this.life.signal);
    const again = { capture: true, passive: true, signal: this.life.signal };
    page.addEventListener("scroll", () => this.place(), again);
    page.defaultView?.addEventListener("resize", () => this.place(), again);
  }

  /** Takes in the list of answers, in document order. */
  list(sessions: readonly AnswerSession[]): void {
    this.order = [...sessions].sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    const kept = new Set(this.order);
    for (const session of [...this.answers.keys()]) if (!kept.has(session)) this.remove(session);
    let previous: Element = this.announcer.element;
    this.order.forEach((session, index) => {
      const ui = this.answers.get(session) ?? new AnswerUi(session, (finding) => this.show(session, finding), (action) => this.events.act(action));
      this.answers.set(session, ui);
      this.sizes.observe(session.element);
      // Order of the buttons is order of the keyboard. What is in its place stays there, or it would lose the focus.
      if (previous.nextElementSibling !== ui.element) previous.after(ui.element);
      previous = ui.element;
      this.render(session, ui, index);
    });
    if (!this.host.isConnected) this.page.documentElement.append(this.host);
    this.announce();
    this.place();
  }

  /** Shows one answer's state as it is now. */
  update(session: AnswerSession): void {
    const ui = this.answers.get(session);
    if (ui === undefined) return;
    this.render(session, ui, this.order.indexOf(session));
    if (this.open === session) this.fillPanel();
    this.announce();
    this.place();
  }

  /** Opens the panel of an answer; with an index it goes to that finding. */
  show(session: AnswerSession, index: number | null): void {
    if (this.open === session && index === null) return this.close();
    if (this.open !== null) this.close(false);
    this.open = session;
    // Who opens it wants to know, wherever the answer stands.
    session.approach();
    this.answers.get(session)?.setExpanded(true);
    this.layer.append(this.panel.element);
    this.fillPanel();
    this.panel.focus();
    if (index !== null) this.point(index);
  }

  /** Opens the panel of the next answer with a finding, after the one that is open. */
  showNextFinding(): void {
    const found = this.order.filter((session) => session.state.kind === "finding");
    const next = found[(this.open === null ? -1 : found.indexOf(this.open)) + 1] ?? found[0];
    if (next === undefined) this.announcer.say(this.t("noFindings"));
    else if (next !== this.open) this.show(next, 0);
    else this.point(0);
  }

  /** Removes everything and leaves a word about it that can be closed. */
  farewell(text: StateText, buttons: { readonly reload: string; readonly close: string }): void {
    this.life.abort();
    cancelAnimationFrame(this.frame);
    this.sizes.disconnect();
    this.answers.clear();
    this.open = null;
    const reload = h("button", { class: "action first", type: "button", onclick: () => this.events.act("reload") }, buttons.reload);
    const close = h("button", { class: "action", type: "button", onclick: () => this.host.remove() }, buttons.close);
    const words = [h("p", { class: "label" }, text.label), h("p", {}, text.detail)];
    this.layer.replaceChildren(h("div", { class: "notice", role: "status" }, ...words, h("div", { class: "actions" }, reload, close)));
  }

  private remove(session: AnswerSession): void {
    if (this.open === session) this.close();
    this.answers.get(session)?.remove();
    this.answers.delete(session);
    this.sizes.unobserve(session.element);
  }

  private close(restoreFocus = true): void {
    const session = this.open;
    if (session === null) return;
    this.open = null;
    this.panel.element.remove();
    this.events.point(session, -1);
    const ui = this.answers.get(session);
    ui?.setExpanded(false);
    if (restoreFocus) ui?.focus();
  }

  private point(index: number): void {
    if (this.open !== null) this.events.point(this.open, index);
  }

  private textOf(session: AnswerSession): StateText | null {
    return describe(session.state, session.state.kind === "waiting" && session.isBeingWritten, session.shown?.unread ?? [], this.t);
  }

  private render(session: AnswerSession, ui: AnswerUi, index: number): void {
    const text = this.textOf(session);
    if (text !== null) ui.show(text, this.t("badgeName", index + 1, this.order.length, text.label), this.t);
  }

  private fillPanel(): void {
    const session = this.open;
    const text = session === null ? null : this.textOf(session);
    if (session !== null && text !== null) this.panel.show(text, "assessment" in session.state ? session.state.assessment : null);
  }

  /** Only findings and failures are announced, together, not every state of every answer. */
  private announce(): void {
    const states = [...this.answers.keys()].map((session) => session.state);
    const findings = states.filter((state) => state.kind === "finding").length;
    const failed = [...this.answers.keys()].find((session) => session.state.kind === "unavailable");
    if (findings > 0) this.announcer.say(findings === 1 ? this.t("announceFinding") : this.t("announceFindings", findings));
    else if (failed !== undefined) this.announcer.say(this.t("announceUnavailable", this.textOf(failed)?.label ?? ""));
    else if (!states.some((state) => state.kind === "waiting" || state.kind === "evaluating")) this.announcer.say(null);
  }

  /** Puts everything where it belongs, at the next frame. */
  place(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const { clientWidth: width, clientHeight: height } = this.page.documentElement;
      const places = [...this.answers.values()].map((ui) => [ui, ui.measure({ width, height })] as const);
      for (const [ui, place] of places) ui.move(place);
    });
  }
}

/** Gives a shadow root its styles, by the constructed sheet where scripts of extensions may use one. */
function adopt(root: ShadowRoot, styles: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(h("style", {}, styles));
  }
}
