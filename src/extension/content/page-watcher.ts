import type { Answers } from "../adapter/answers.js";
import { WATCHED_ATTRIBUTES } from "../adapter/selectors.js";
import type { BridgeClient } from "../bridge/client.js";
import type { Summary } from "../bridge/messages.js";
import { Navigations } from "./navigation.js";
import { Nearness, rowOf } from "./nearness.js";
import { Queue } from "./queue.js";
import { isTemporary, Recovery } from "./recovery.js";
import { AnswerSession, type SessionContext } from "./answer-session.js";
import type { AnswerEvent } from "./answer-state.js";
import { WorkerWarmUp } from "./worker-warm-up.js";
import { Writing } from "./writing.js";

/** Milliseconds between two checks of the page's URL and of whether the extension still runs. */
const PULSE_MS = 3_000;
/** Minimum time between two searches for new answers, in milliseconds. */
const SCAN_MS = 100;
/** Maximum number of concurrent requests. */
const MAX_CONCURRENT = 2;

export interface PageView {
  /** Called when the state of an answer, its marks, or whether it is near has changed. */
  update(session: AnswerSession): void;
  /** Called with all answers in document order when their list has changed. */
  list(sessions: readonly AnswerSession[]): void;
  /**
   * Called when the page has changed, so that elements shown beside answers may have to move. `isOutside` is false if all changes were
   * inside answers and removed nothing.
   */
  moved(isOutside: boolean): void;
  /** Called when the extension is gone: removes everything that is shown, and shows a notice about this. */
  showClosing(): void;
}

/** Watches the page: finds answers, notifies them of changes, detects navigation, and stops when the extension is gone. */
export class PageWatcher {
  private readonly sessions = new Map<Element, AnswerSession>();
  private order: AnswerSession[] = [];
  private readonly navigations: Navigations;
  private readonly life = new AbortController();
  private readonly observer: MutationObserver;
  private readonly nearness: Nearness;
  private readonly recovery: Recovery;
  private readonly warmUp: WorkerWarmUp;
  private readonly pulse: ReturnType<typeof setInterval>;
  private scanTimer: ReturnType<typeof setTimeout> | undefined;
  /** The elements in which to search for new answers; null for the whole page. */
  private scanRoots: Set<Element> | null = new Set();
  private readonly context: SessionContext;
  /** Whether mutation records are being processed; answers that are gone are removed afterwards. */
  private isProcessing = false;
  private hasGoneAnswers = false;

  constructor(
    private readonly document: Document,
    private readonly answers: Answers,
    bridge: BridgeClient,
    private readonly isAlive: () => boolean,
    private readonly view: PageView,
  ) {
    this.navigations = new Navigations(document.location);
    const writing = new Writing(
      document,
      answers,
      (element) => this.order.at(-1)?.element === element,
    );
    this.context = {
      bridge,
      answers,
      queue: new Queue(MAX_CONCURRENT),
      isWriting: (element) => writing.of(element),
      navigation: () => {
        this.checkNavigation();
        return this.navigations.current;
      },
      changed: (session) => {
        this.changed(session);
      },
    };
    this.nearness = new Nearness(document, (isNear) => this.updateNear(isNear), this.life.signal);
    this.warmUp = new WorkerWarmUp(bridge);
    const recoveryEvents = {
      isNeeded: () => this.order.some(isUnavailableForNow),
      probe: async () => {
        const reply = await bridge.assess("check", "Nothing to see here.");
        return reply.status === "assessed" || !isTemporary(reply.reason);
      },
      recovered: () => {
        for (const session of this.order.filter(isUnavailableForNow))
          session.notify({ type: "retry" });
      },
    };
    this.recovery = new Recovery(document, recoveryEvents, this.life.signal);
    this.observer = new MutationObserver((records) => {
      this.mutated(records);
    });
    const attributeFilter = [...new Set([...WATCHED_ATTRIBUTES, ...answers.site.anchors])];
    this.observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter,
    });
    this.pulse = setInterval(() => {
      this.beat();
    }, PULSE_MS);
    this.listen();
    this.scan();
    this.warmUp.isWatching = true;
  }

  /** Sends an event to every answer. */
  notifyAll(
    event: Extract<AnswerEvent, { type: "settings-changed" | "retry" | "navigated" }>,
  ): void {
    for (const session of this.order) session.notify(event);
  }

  list(): readonly AnswerSession[] {
    return this.order;
  }

  summary(): Summary {
    const kinds = this.order.map((session) => session.state.kind);
    const count = (kind: string): number => kinds.filter((other) => other === kind).length;
    const named = {
      answers: kinds.length,
      findings: count("finding"),
      clear: count("clear"),
      unavailable: count("unavailable"),
    };
    return { ...named, other: named.answers - named.findings - named.clear - named.unavailable };
  }

  /** Stops watching; the caller removes what was shown. */
  stop(): void {
    clearInterval(this.pulse);
    clearTimeout(this.scanTimer);
    this.observer.disconnect();
    this.life.abort();
    const sessions = this.order;
    this.sessions.clear();
    this.order = [];
    this.isProcessing = true;
    for (const session of sessions) session.notify({ type: "extension-updated" });
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
    this.nearness.plan();
    if (this.order.at(-1)?.isBeingWritten === true) this.warmUp.keep();
  }

  /** Stops reading after the extension was updated, reloaded or removed, because this script can no longer reach the extension. */
  private end(): void {
    if (this.life.signal.aborted) return;
    this.stop();
    this.view.showClosing();
  }

  private checkNavigation(): void {
    if (this.navigations.check()) this.dropAll();
  }

  private navigated(): void {
    this.navigations.force();
    this.dropAll();
  }

  private dropAll(): void {
    this.notifyAll({ type: "navigated" });
    this.planScan(null);
  }

  /** Processes changes. Each answer is processed once, however many records concern it. */
  private mutated(records: readonly MutationRecord[]): void {
    this.checkNavigation();
    this.isProcessing = true;
    const replaced = this.follow(records);
    const touched = new Set<AnswerSession>();
    let isOutside = false;
    let isRemoved = false;
    for (const record of records) {
      if (isReplacement(record, replaced)) continue;
      isRemoved ||= record.removedNodes.length > 0;
      const session = this.sessionAt(record.target);
      if (session !== null) touched.add(session);
      else {
        isOutside = true;
        this.planScanFor(record);
      }
    }
    for (const session of touched) session.mutated();
    const lost = isRemoved
      ? this.order.filter((session) => session.state.kind !== "gone" && !session.isSame())
      : [];
    for (const session of lost) session.notify({ type: "lost" });
    this.isProcessing = false;
    if (this.hasGoneAnswers) this.removeGone();
    this.nearness.plan();
    this.view.moved(isOutside || isRemoved);
  }

  /**
   * Keeps the sessions of answers whose element the site replaced by another element with the same id, as some sites do for each new
   * word. Returns the old and the new elements.
   */
  private follow(records: readonly MutationRecord[]): ReadonlySet<Node> {
    const { identity } = this.answers.site;
    const replaced = new Set<Node>();
    const isRemoved = records.some(({ removedNodes }) => removedNodes.length > 0);
    if (identity === null || !isRemoved) return replaced;
    const lost = new Map<string, AnswerSession>();
    for (const session of this.order)
      if (session.state.kind !== "gone" && !session.element.isConnected)
        lost.set(session.id, session);
    if (lost.size === 0) return replaced;
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (node.nodeType !== 1 || !node.isConnected) continue;
        for (const { id, element } of this.answers.find(node as HTMLElement)) {
          const session = lost.get(id);
          if (session === undefined || this.sessions.has(element)) continue;
          lost.delete(id);
          replaced.add(session.element).add(element);
          this.sessions.delete(session.element);
          this.sessions.set(element, session);
          session.replaced(element);
        }
      }
    }
    return replaced;
  }

  private sessionAt(node: Node): AnswerSession | null {
    const element = node.nodeType === 1 ? (node as Element) : node.parentElement;
    const answer = element?.closest(this.answers.site.answer) ?? null;
    const session = answer === null ? undefined : this.sessions.get(answer);
    // An element that lost the attributes of an answer may still have a session, which must be notified.
    return session ?? (element === null ? null : (this.sessions.get(element) ?? null));
  }

  /** Plans a search for answers that a change outside of answers may have added, and warms up the worker if the site begins to write. */
  private planScanFor({ attributeName, target, addedNodes }: MutationRecord): void {
    if (attributeName !== null && this.answers.site.anchors.includes(attributeName))
      this.planScan(target as Element);
    const { stop } = this.answers.site;
    for (const node of addedNodes) {
      if (node.nodeType !== 1) continue;
      const element = node as Element;
      this.planScan(element);
      if (element.matches(stop) || element.querySelector(stop) !== null) this.warmUp.begin();
    }
  }

  private planScan(root: Element | null): void {
    if (root === null) this.scanRoots = null;
    else this.scanRoots?.add(root);
    this.scanTimer ??= setTimeout(() => {
      this.scanTimer = undefined;
      const roots = this.scanRoots;
      this.scanRoots = new Set();
      this.scan(roots === null ? [this.document] : [...roots].filter((each) => each.isConnected));
    }, SCAN_MS);
  }

  private scan(roots: readonly ParentNode[] = [this.document]): void {
    if (!this.isAlive()) return this.end();
    const before = this.order.length;
    for (const root of roots) {
      for (const { element, id } of this.answers.find(root)) {
        if (this.sessions.has(element)) continue;
        const session = new AnswerSession(element, id, this.context);
        this.sessions.set(element, session);
        this.order.push(session);
      }
    }
    if (this.order.length === before) return;
    this.warmUp.begin();
    this.nearness.plan();
    this.order.sort((a, b) =>
      a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    this.view.list(this.order);
  }

  /** Updates which answers are near. All positions are read before anything is changed, so that the page is laid out once. */
  private updateNear(isNear: (element: Element) => boolean): void {
    const near = rowOf(
      this.order,
      ({ element }) => isNear(element),
      ({ isNear: was }) => was,
    );
    for (const session of this.order.filter((each) => each.isNear !== near.has(each))) {
      if (session.isNear) session.leave();
      else session.approach();
      this.view.update(session);
    }
  }

  private changed(session: AnswerSession): void {
    if (!this.isAlive()) return this.end();
    this.view.update(session);
    if (isUnavailableForNow(session)) this.recovery.failed();
    else if ("assessment" in session.state) this.recovery.succeeded();
    if (session.state.kind !== "gone") return;
    this.hasGoneAnswers = true;
    if (!this.isProcessing) this.removeGone();
  }

  /** Removes the sessions of all answers that are gone. */
  private removeGone(): void {
    this.hasGoneAnswers = false;
    const gone = this.order.filter(({ state }) => state.kind === "gone");
    this.order = this.order.filter(({ state }) => state.kind !== "gone");
    for (const { element } of gone) {
      this.sessions.delete(element);
      // The element may be another answer now.
      if (element.isConnected) this.planScan(element);
    }
    this.view.list(this.order);
  }
}

/** Whether an answer is unavailable for a temporary reason. */
function isUnavailableForNow({ state }: AnswerSession): boolean {
  return state.kind === "unavailable" && isTemporary(state.reason);
}

/** Whether a change only replaced elements of answers. */
function isReplacement(
  { addedNodes, removedNodes }: MutationRecord,
  replaced: ReadonlySet<Node>,
): boolean {
  const nodes = [...addedNodes, ...removedNodes];
  return nodes.length > 0 && nodes.every((node) => replaced.has(node));
}
