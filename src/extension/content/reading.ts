import { Answers } from "../adapter/answers.js";
import type { Site } from "../adapter/sites.js";
import type { BridgeClient } from "../bridge/client.js";
import type { Summary } from "../bridge/messages.js";
import type { FromPanel, ToPanel } from "../bridge/panel-messages.js";
import type { Translate } from "../ui/i18n.js";
import { Overlay } from "../ui/overlay.js";
import overlayStyles from "../ui/overlay.css";
import paletteStyles from "../ui/palette.css";
import panelStyles from "../ui/panel.css";
import type { Shown } from "../ui/panel.js";
import { warningsOf, type Action } from "../ui/state-texts.js";
import { Copying } from "./copying.js";
import { MarkSheet } from "./mark-sheet.js";
import { Marks, rangesOf } from "./marks.js";
import { PageWatcher } from "./page-watcher.js";
import { reveal } from "./reveal.js";
import type { AnswerSession } from "./answer-session.js";
import type { AnswerEvent } from "./answer-state.js";

/** Minimum time between two updates of the toolbar icon, in milliseconds. */
const STATUS_MS = 300;

/** Reads one page until it is stopped: connects the watcher, the marks and the overlay. */
export class Reading {
  private readonly marks: Marks;
  private readonly overlay: Overlay;
  private readonly page: PageWatcher;
  private readonly copying: Copying;
  private readonly life = new AbortController();
  private panel: chrome.runtime.Port | null = null;
  private statusTimer: ReturnType<typeof setTimeout> | undefined;
  private lastStatus = "";

  constructor(
    document: Document,
    site: Site,
    private readonly bridge: BridgeClient,
    isAlive: () => boolean,
    t: Translate,
    showClosing: (overlay: Overlay) => void,
  ) {
    this.marks = new Marks(new MarkSheet(document, site));
    this.overlay = new Overlay(document, site, paletteStyles + panelStyles + overlayStyles, t, {
      act: (action) => this.act(action),
      point: (session, index) => this.point(session, index),
      know: (hosts) => void bridge.send({ type: "know", hosts: [...hosts] }),
      openBeside: () => this.openBeside(),
      late: (session) => this.update(session),
      beside: (shown) => this.beside(shown),
    });
    const answers = new Answers(site);
    this.copying = new Copying(
      document,
      site,
      {
        sessionAt: (node) => this.page.list().find(({ element }) => element.contains(node)) ?? null,
        sessions: () => this.page.list(),
        copied: (session, findings, at) => this.overlay.copied(session, findings, at),
      },
      this.life.signal,
    );
    this.page = new PageWatcher(document, answers, bridge, isAlive, {
      update: (session) => this.update(session),
      list: (sessions) => {
        this.overlay.list(sessions);
        this.sendStatus();
      },
      moved: (isOutside) => {
        this.overlay.moved(isOutside);
        if (isOutside) this.marks.restyle();
      },
      showClosing: () => {
        this.marks.clear();
        this.life.abort();
        showClosing(this.overlay);
      },
    });
  }

  set clearSign(sign: "dot" | "none") {
    this.overlay.clearSign = sign;
    this.overlay.list(this.page.list());
  }

  notifyAll(event: Extract<AnswerEvent, { type: "settings-changed" | "retry" }>): void {
    this.page.notifyAll(event);
  }

  showNextFinding(): void {
    this.overlay.showNextFinding();
  }

  summary(): Summary {
    return this.page.summary();
  }

  /** Connects the browser's own panel, which shows the evidence from now on. */
  attach(port: chrome.runtime.Port): void {
    this.panel = port;
    port.onDisconnect.addListener(() => {
      if (this.panel !== port) return;
      this.panel = null;
      this.overlay.close(false);
    });
    port.onMessage.addListener((message: FromPanel) => {
      if (message.type === "act") this.act(message.action);
      else if (message.type === "next") this.overlay.showNextFinding();
      else this.overlay.point(message.index);
    });
    this.overlay.showBeside();
  }

  end(): void {
    clearTimeout(this.statusTimer);
    this.life.abort();
    this.page.stop();
    this.marks.clear();
    this.overlay.end();
    this.panel?.disconnect();
  }

  private update(session: AnswerSession): void {
    // New marks are not added while the user scrolls, because their styles cost the page time.
    if (!this.overlay.isAway || this.marks.has(session)) this.marks.update(session);
    this.overlay.update(session);
    this.copying.update(session);
    this.sendStatus();
  }

  private act(action: Action): void {
    switch (action) {
      case "open-options":
        return void this.bridge.send({ type: "open-options" });
      case "use-device":
        return void this.bridge.send({ type: "use-device" });
      case "retry":
        return this.page.notifyAll({ type: "retry" });
      case "reload":
        return location.reload();
    }
  }

  private async openBeside(): Promise<boolean> {
    if (this.panel !== null) return true;
    const reply = (await this.bridge.send({ type: "open-panel" })) as {
      readonly status?: string;
    } | null;
    return reply?.status === "opened";
  }

  private beside(shown: Shown | null): void {
    this.panel?.postMessage({ type: "shown", shown } satisfies ToPanel);
  }

  private point(session: AnswerSession, index: number): void {
    const { evidence } = session;
    const finding = evidence?.assessment.findings[index];
    const ranges =
      finding !== undefined && evidence !== null ? rangesOf(evidence.extraction, finding.span) : [];
    this.marks.setCurrent(session, ranges);
    const [first] = ranges;
    if (first === undefined) return;
    const range = new Range();
    range.setStart(first.startContainer, first.startOffset);
    range.setEnd(first.endContainer, first.endOffset);
    reveal(range, !matchMedia("(prefers-reduced-motion: reduce)").matches, this.overlay.freeBottom);
  }

  private sendStatus(): void {
    this.statusTimer ??= setTimeout(() => {
      this.statusTimer = undefined;
      const sessions = this.page.list();
      const findings = sessions.reduce(
        (sum, { evidence }) =>
          sum + (evidence === null ? 0 : warningsOf(evidence.assessment).length),
        0,
      );
      const isUnavailable = sessions.some(({ state }) => state.kind === "unavailable");
      const status = `${findings} ${isUnavailable}`;
      if (status === this.lastStatus) return;
      this.lastStatus = status;
      void this.bridge.send({ type: "status", findings, isUnavailable });
    }, STATUS_MS);
  }
}
