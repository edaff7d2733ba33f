import type { Site } from "../adapter/sites.js";
import type { Assessment } from "../bridge/assessment.js";
import type { AnswerSession, Evidence } from "../content/answer-session.js";
import { Announcer } from "./announcer.js";
import { AnswerUi } from "./answer-ui.js";
import { h } from "./dom.js";
import { HitTester } from "./hit-tester.js";
import { Host } from "./host-element.js";
import type { Translate } from "./i18n.js";
import { Notice } from "./notice.js";
import { Panel, type PanelEvents, type Shown } from "./panel.js";
import type { Box } from "./placement.js";
import { Placer } from "./placer.js";
import { describe, labelOf, warningsOf, type Action, type StateText } from "./state-texts.js";

export interface OverlayEvents {
  act(action: Action): void;
  /** Scrolls to a finding of an answer and highlights it; a negative index removes the highlight. */
  point(session: AnswerSession, index: number): void;
  know(hosts: readonly string[]): void;
  /** Asks the browser's own panel to show the evidence; resolves to whether it does. Otherwise the sheet in the page shows it. */
  openBeside(): Promise<boolean>;
  /** Called when everything is shown again, for each answer that changed while everything was hidden. */
  late(session: AnswerSession): void;
  /** Sends the evidence to the browser's panel, if it is open. */
  beside(shown: Shown | null): void;
}

/** Everything that the extension shows in a page except marks. */
export class Overlay {
  private readonly host: Host;
  /** Contains everything that moves with the page. */
  private readonly signs = h("div", { class: "signs" });
  /** Answers that changed while everything is hidden. */
  private readonly late = new Set<AnswerSession>();
  private readonly placer: Placer;
  private readonly sheet: Panel;
  private readonly notice: Notice;
  private readonly announcer = new Announcer();
  private readonly answers = new Map<AnswerSession, AnswerUi>();
  private readonly life = new AbortController();
  /** The answers in the order of the page. */
  private order: readonly AnswerSession[] = [];
  private open: AnswerSession | null = null;
  /** Findings whose evidence was opened: no notice is shown when they are copied. */
  private readonly seen = new Set<string>();
  /** What is shown beside an answer without findings: a dot or nothing. */
  clearSign: "dot" | "none" = "dot";

  constructor(
    private readonly page: Document,
    private readonly site: Site,
    styles: string,
    private readonly t: Translate,
    private readonly events: OverlayEvents,
  ) {
    const attributes = {
      class: "layer",
      role: "region",
      lang: t("languageTag"),
      dir: "ltr",
      "aria-label": t("regionName"),
    };
    const layer = h("div", attributes, this.announcer.element, this.signs);
    this.host = new Host(page, styles, layer);
    this.placer = new Placer(
      page,
      new HitTester(page, this.host.element),
      {
        element: this.signs,
        uis: () => [...this.answers.values()].filter(({ element }) => !element.hidden),
        rested: () => this.emitLate(),
      },
      this.life.signal,
    );
    this.notice = new Notice(layer);
    const ofSheet: PanelEvents = {
      act: (action) => events.act(action),
      point: (index) => this.point(index),
      know: (hosts) => events.know(hosts),
      close: () => this.close(),
    };
    this.sheet = new Panel(t, ofSheet, "dialog");
    this.sheet.element.classList.add("sheet");
    const again = { capture: true, passive: true, signal: this.life.signal };
    // A loaded image takes up space, which moves answers.
    page.addEventListener("load", () => this.placer.follow(), again);
    page.addEventListener("transitionend", () => this.placer.doubt(), again);
    page.defaultView?.addEventListener("resize", () => this.placer.resize(), again);
    layer.addEventListener("focusin", () => this.placer.place(), again);
    // The listener is on the window, which receives events last, so that keys that the page has handled are ignored.
    page.defaultView?.addEventListener("keydown", (event) => this.keyed(event), {
      signal: this.life.signal,
    });
  }

  /** Updates the list of answers, in document order. */
  list(sessions: readonly AnswerSession[]): void {
    this.order = [...sessions];
    const kept = new Set(sessions);
    for (const session of [...this.answers.keys()]) if (!kept.has(session)) this.remove(session);
    if (this.open !== null && !kept.has(this.open)) this.close(false);
    this.answers.forEach((ui, session) => this.render(session, ui));
    this.announce();
    this.placer.place();
  }

  /** Shows one answer's current state if it is near the visible part of the page. */
  update(session: AnswerSession): void {
    if (session.state.kind === "gone") return;
    // Changes while everything is hidden are shown once, when everything is shown again.
    if (this.placer.isAway && session !== this.open) return void this.late.add(session);
    if (!session.isNear && session !== this.open) return this.remove(session);
    const known = this.answers.get(session);
    const isNew = this.render(session, known ?? this.add(session)) || known === undefined;
    if (this.open === session) this.fill();
    this.announce();
    if (isNew) this.placer.place();
    else this.placer.follow();
  }

  /** Opens the evidence of an answer and, with an index, scrolls to that finding. Without an index, closes evidence that is open. */
  show(session: AnswerSession, index: number | null): void {
    if (this.open === session && index === null) return this.close();
    if (this.open !== null) this.close(false);
    this.open = session;
    // An answer whose evidence is opened is assessed, even if it is far from the visible part of the page.
    session.approach();
    this.update(session);
    this.notice.close();
    this.noteSeen(session);
    const ui = this.answers.get(session);
    if (ui !== undefined) ui.expanded = true;
    this.fill();
    void this.events.openBeside().then((isBeside) => {
      if (isBeside || this.open !== session)
        return index !== null && this.open === session ? this.point(index) : undefined;
      this.host.layer.append(this.sheet.element);
      this.sheet.focus();
      if (index !== null) this.point(index);
    });
  }

  /** Opens the evidence of the next answer with a finding, after the answer whose evidence is open. The first follows the last. */
  showNextFinding(): void {
    const found = this.order.filter((session) => session.state.kind === "finding");
    const next = found[(this.open === null ? -1 : found.indexOf(this.open)) + 1] ?? found[0];
    if (next === undefined) this.announcer.announce(this.t("noFindings"));
    else if (next !== this.open) this.show(next, 0);
    else this.point(0);
  }

  /**
   * Shows an answer in the browser's panel after the panel was opened: the answer whose evidence is open or else, among the answers near
   * the visible part of the page, the first with a finding, the first that is unavailable, or the first.
   */
  showBeside(): void {
    const near = this.order.filter((each) => each.isNear && each.state.kind !== "gone");
    const worst = (kind: string): AnswerSession | undefined =>
      near.find(({ state }) => state.kind === kind);
    const session = this.open ?? worst("finding") ?? worst("unavailable") ?? near[0];
    if (session === undefined) return this.events.beside(null);
    this.open = session;
    this.noteSeen(session);
    this.sheet.element.remove();
    this.fill();
  }

  /** Shows a notice at the position of a copy if the evidence of the copied commands was not opened before. */
  copied(session: AnswerSession, indices: readonly number[], at: Box): void {
    const all = session.evidence?.assessment.findings ?? [];
    const unseen = indices.filter((index) => !this.seen.has(all[index]?.text ?? ""));
    const [first] = unseen;
    if (first === undefined) return;
    const label = labelOf(all[first], unseen.length, this.t);
    const buttons = [
      { label: this.t("showWhy"), press: () => this.show(session, first) },
      { label: this.t("dismiss"), press: () => this.notice.close() },
    ];
    this.notice.show([label, this.t("copiedDetail")], buttons, at, boxesOf(session, unseen));
    this.announcer.announce(`${this.t("copiedDetail")} ${label}`);
  }

  /** Whether everything is hidden because the user scrolls. */
  get isAway(): boolean {
    return this.placer.isAway;
  }

  point(index: number): void {
    if (this.open !== null) this.events.point(this.open, index);
  }

  /** The lower end, in pixels, of the part of the window that the sheet does not cover. */
  get freeBottom(): number {
    return this.sheet.element.isConnected
      ? this.sheet.element.getBoundingClientRect().top
      : this.page.documentElement.clientHeight;
  }

  close(restoreFocus = true): void {
    const session = this.open;
    if (session === null) return;
    this.open = null;
    const wasSheet = this.sheet.element.isConnected;
    this.sheet.element.remove();
    this.events.point(session, -1);
    this.events.beside(null);
    const ui = this.answers.get(session);
    if (ui !== undefined) ui.expanded = false;
    if (restoreFocus && wasSheet) ui?.focus();
  }

  private remove(session: AnswerSession): void {
    this.answers.get(session)?.element.remove();
    this.answers.delete(session);
  }

  /** Removes everything. */
  end(): void {
    this.stop();
    this.host.remove();
  }

  /** Removes everything, and shows a notice about this that can be closed. */
  showClosing(text: StateText, buttons: { readonly reload: string; readonly close: string }): void {
    this.stop();
    this.host.layer.replaceChildren();
    const pressed = [
      { label: buttons.reload, press: () => this.events.act("reload") },
      { label: buttons.close, press: () => this.host.remove() },
    ];
    this.notice.show([text.label, text.detail], pressed, null);
  }

  private stop(): void {
    this.life.abort();
    this.placer.stop();
    this.answers.clear();
    this.open = null;
  }

  private add(session: AnswerSession): AnswerUi {
    const ui = new AnswerUi(session, this.site, (finding) => this.show(session, finding));
    this.answers.set(session, ui);
    // The order of the signs is their tab order.
    const following = this.order
      .slice(this.order.indexOf(session) + 1)
      .find((other) => this.answers.has(other));
    this.signs.insertBefore(
      ui.element,
      (following === undefined ? null : this.answers.get(following)?.element) ?? null,
    );
    return ui;
  }

  private emitLate(): void {
    const late = [...this.late];
    this.late.clear();
    for (const session of late) this.events.late(session);
  }

  private keyed(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !event.isTrusted || event.defaultPrevented) return;
    if (this.notice.isOpen) this.notice.close();
    else this.close();
  }

  private noteSeen(session: AnswerSession): void {
    for (const { text } of session.evidence?.assessment.findings ?? []) this.seen.add(text);
  }

  private textOf(session: AnswerSession): StateText | null {
    const { state } = session;
    const isWriting = state.kind === "waiting" && state.early === null && session.isBeingWritten;
    return describe(state, isWriting, session.evidence?.extraction.unread ?? [], this.t);
  }

  /** Shows an answer's state; returns whether an element was added that has no position yet. */
  private render(session: AnswerSession, ui: AnswerUi): boolean {
    const text = this.textOf(session);
    if (text === null) return false;
    const { evidence } = session;
    const name = this.t(
      "badgeName",
      this.order.indexOf(session) + 1,
      this.order.length,
      text.label,
    );
    ui.element.hidden = this.clearSign === "none" && (text.tone === "ok" || text.tone === "quiet");
    return ui.show(text, name, evidence === null ? [] : warningsOf(evidence.assessment), this.t);
  }

  private fill(): void {
    const session = this.open;
    const text = session === null ? null : this.textOf(session);
    if (session === null || text === null) return;
    const shown = {
      text,
      assessment: session.evidence === null ? null : asShown(session.evidence),
    };
    this.sheet.show(shown);
    this.events.beside(shown);
  }

  /** Announces the number of answers with findings or else a failure, but not every state of every answer. */
  private announce(): void {
    const shown = [...this.answers.keys()];
    const findings = this.order.filter(
      ({ evidence }) => evidence !== null && warningsOf(evidence.assessment).length > 0,
    ).length;
    const failed = shown.find((session) => session.state.kind === "unavailable");
    if (findings > 0)
      this.announcer.announce(
        findings === 1 ? this.t("announceFinding") : this.t("announceFindings", findings),
      );
    else if (failed !== undefined)
      this.announcer.announce(this.t("announceUnavailable", this.textOf(failed)?.label ?? ""));
    else if (!shown.some(({ state }) => state.kind === "waiting" || state.kind === "evaluating"))
      this.announcer.announce(null);
  }

  /** Called when the page has changed. A change inside an answer moves other answers; one outside may cover the extension's elements. */
  moved(isOutside: boolean): void {
    if (isOutside) this.placer.doubt();
    else this.placer.follow();
  }
}

/** Returns the assessment of an answer with its commands as the page shows them, without the markup of the assessed text. */
function asShown({ assessment, extraction }: Evidence): Assessment {
  const findings = assessment.findings.map((finding) => {
    const text = extraction.shown(...finding.span);
    return text === "" ? finding : { ...finding, text };
  });
  return { ...assessment, findings };
}

/** Returns the boxes of findings of an answer in the window. */
function boxesOf({ evidence }: AnswerSession, findings: readonly number[]): Box[] {
  if (evidence === null) return [];
  const range = new Range();
  return findings.flatMap((index) => {
    const span = evidence.assessment.findings[index]?.span;
    return (span === undefined ? [] : evidence.extraction.locate(...span)).flatMap(
      ({ node, start, end }) => {
        range.setStart(node, start);
        range.setEnd(node, end);
        return [...range.getClientRects()];
      },
    );
  });
}
