import { findAnswers } from "../adapter/answers.js";
import { ID_ATTRIBUTE, ROLE_ATTRIBUTE, SELECTORS } from "../adapter/selectors.js";
import type { BridgeClient } from "../bridge/client.js";
import type { Summary } from "../bridge/messages.js";
import { Navigations } from "./navigation.js";
import { Queue } from "./queue.js";
import { AnswerSession, type SessionContext } from "./session.js";
import type { AnswerEvent } from "./state.js";

/** How often the page's address and the extension's life are looked at when nothing else happens. */
const PULSE_MS = 1_000;
/** New answers are looked for at most this often. */
const SCAN_MS = 100;
/** Requests under way at a time. */
const PARALLEL = 2;

/** What counts as near, also within a part of the page that scrolls by itself, where the browser knows of that. */
const NEAR: IntersectionObserverInit & { readonly scrollMargin: string } = { rootMargin: "600px", scrollMargin: "600px" };

export interface PageView {
  /** One answer's state or marks changed. */
  update(session: AnswerSession): void;
  /** The list of answers changed. */
  list(sessions: readonly AnswerSession[]): void;
  /** Something on the page may have moved: what belongs to the answers has to follow. */
  moved(): void;
  /** The extension is gone; what is shown must go, but for a word about it. */
  farewell(): void;
}

/** Watches one page: finds answers, follows navigation, ends with the extension. */
export class Page {
  private readonly sessions = new Map<HTMLElement, AnswerSession>();
  private readonly navigations: Navigations;
  private readonly life = new AbortController();
  private readonly observer: MutationObserver;
  private readonly nearness: IntersectionObserver;
  private readonly pulse: ReturnType<typeof setInterval>;
  private scanTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly context: SessionContext;

  constructor(
    private readonly document: Document,
    bridge: BridgeClient,
    private readonly isAlive: () => boolean,
    private readonly view: PageView,
  ) {
    this.navigations = new Navigations(document.location);
    this.context = {
      bridge,
      queue: new Queue(PARALLEL),
      navigation: () => {
        this.checkNavigation();
        return this.navigations.current;
      },
      changed: (session) => {
        this.changed(session);
      },
    };
    this.nearness = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.sessions.get(entry.target as HTMLElement)?.approach();
    }, NEAR);
    this.observer = new MutationObserver((records) => {
      this.mutated(records);
    });
    this.observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: [ROLE_ATTRIBUTE, ID_ATTRIBUTE] });
    this.pulse = setInterval(() => {
      this.beat();
    }, PULSE_MS);
    this.listen();
    this.scan();
  }

  /** Passes on what concerns every answer. */
  tellAll(event: Extract<AnswerEvent, { type: "settings-changed" | "retry" | "navigated" }>): void {
    for (const session of this.list()) session.notify(event);
  }

  list(): AnswerSession[] {
    return [...this.sessions.values()];
  }

  summary(): Summary {
    const kinds = this.list().map((session) => session.state.kind);
    const count = (kind: string): number => kinds.filter((other) => other === kind).length;
    const named = { answers: kinds.length, findings: count("finding"), clear: count("clear"), unavailable: count("unavailable") };
    return { ...named, other: named.answers - named.findings - named.clear - named.unavailable };
  }

  private listen(): void {
    const { defaultView } = this.document;
    const options = { signal: this.life.signal };
    defaultView?.addEventListener("popstate", () => this.checkNavigation(), options);
    defaultView?.addEventListener("pagehide", () => this.navigated(), options);
    defaultView?.addEventListener("pageshow", () => this.scan(), options);
  }

  private beat(): void {
    if (!this.isAlive()) return this.end();
    this.checkNavigation();
    this.view.moved();
  }

  /** The extension was updated, reloaded or removed: this script is on its own now. */
  private end(): void {
    if (this.life.signal.aborted) return;
    clearInterval(this.pulse);
    clearTimeout(this.scanTimer);
    this.observer.disconnect();
    this.nearness.disconnect();
    this.life.abort();
    this.view.farewell();
    const sessions = this.list();
    this.sessions.clear();
    for (const session of sessions) session.notify({ type: "extension-updated" });
  }

  private checkNavigation(): void {
    if (this.navigations.check()) this.dropAll();
  }

  private navigated(): void {
    this.navigations.force();
    this.dropAll();
  }

  private dropAll(): void {
    this.tellAll({ type: "navigated" });
    this.planScan();
  }

  private mutated(records: readonly MutationRecord[]): void {
    this.checkNavigation();
    if (records.some((record) => record.type === "attributes" || record.removedNodes.length > 0)) {
      for (const session of this.list()) session.check();
      this.view.moved();
    }
    if (records.some((record) => concernsAnswers(record))) this.planScan();
  }

  private planScan(): void {
    this.scanTimer ??= setTimeout(() => {
      this.scanTimer = undefined;
      this.scan();
    }, SCAN_MS);
  }

  private scan(): void {
    if (!this.isAlive()) return this.end();
    let isNew = false;
    for (const { element, id } of findAnswers(this.document)) {
      if (this.sessions.has(element)) continue;
      this.sessions.set(element, new AnswerSession(element, id, this.context));
      this.nearness.observe(element);
      isNew = true;
    }
    if (isNew) this.view.list(this.list());
  }

  private changed(session: AnswerSession): void {
    if (!this.isAlive()) return this.end();
    this.view.update(session);
    if (session.state.kind !== "gone") return;
    this.sessions.delete(session.element);
    this.nearness.unobserve(session.element);
    this.view.list(this.list());
    // The element may stand for another answer now.
    this.planScan();
  }
}

/** Whether a change can have brought an answer: text written inside one can not. */
function concernsAnswers(record: MutationRecord): boolean {
  if (record.type === "attributes") return true;
  if (record.addedNodes.length === 0) return false;
  return record.target.nodeType !== 1 || (record.target as Element).closest(SELECTORS.answer) === null;
}
