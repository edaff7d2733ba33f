import { isStreaming, responseId } from "../adapter/answers.js";
import { WATCHED_ATTRIBUTES } from "../adapter/selectors.js";
import { sha256 } from "../bridge/hash.js";
import type { BridgeClient } from "../bridge/client.js";
import { extract } from "../extract/extract.js";
import type { Extraction } from "../extract/extraction.js";
import type { Queue } from "./queue.js";
import { type AnswerEvent, type AnswerState, INITIAL, type Key, transition } from "./state.js";

/** An answer counts as stable when its text rested this long and the site does not mark it as being written. */
export const STABLE_MS = 400;
/** An answer that rests this long is read even if the site still marks it as being written. */
export const STALLED_MS = 5_000;
/** While it is written, an answer longer than this is assessed in between. */
export const EARLY_LENGTH = 1_500;
export const EARLY_INTERVAL_MS = 2_000;
/** Between two looks whether an early finding still stands lies this many times what one look costs. */
const REST_FACTOR = 10;

export interface SessionContext {
  readonly bridge: BridgeClient;
  readonly queue: Queue;
  /** Counts the navigations of the page. */
  navigation(): number;
  /** Called after each change of state or of the places of the marks. */
  changed(session: AnswerSession): void;
}

/** The life of one answer's assessment, tied to its element and identity. */
export class AnswerSession {
  private current: AnswerState = INITIAL;
  private extraction: Extraction | null = null;
  private readonly observer: MutationObserver;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lastChange = Date.now();
  private lastEarly = Date.now();
  private earlyText: string | null = null;
  private nextEarlyLook = 0;
  private attempt = 0;
  private near = false;

  constructor(
    readonly element: HTMLElement,
    readonly id: string,
    private readonly context: SessionContext,
  ) {
    this.observer = new MutationObserver(() => {
      this.mutated();
    });
    this.observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: WATCHED_ATTRIBUTES });
  }

  get state(): AnswerState {
    return this.current;
  }

  /** What was read for the assessment that is shown; null where none is. */
  get shown(): Extraction | null {
    return "assessment" in this.current ? this.extraction : null;
  }

  /** Whether the site is still writing the answer. */
  get isBeingWritten(): boolean {
    return isStreaming(this.element);
  }

  /** The answer comes near the visible part of the page: from now on it is worth assessing. */
  approach(): void {
    if (this.near) return;
    this.near = true;
    this.wake();
  }

  /** Takes in that something happened outside this answer's text. */
  notify(event: Extract<AnswerEvent, { type: "navigated" | "settings-changed" | "retry" | "extension-updated" | "lost" }>): void {
    this.dispatch(event);
    if (event.type === "lost" || event.type === "extension-updated") this.stop();
    else this.wake();
  }

  /** Looks again whether this is still the answer it was; ends the session if not. */
  check(): void {
    if (!this.isSame()) this.notify({ type: "lost" });
  }

  private isSame(): boolean {
    return this.element.isConnected && responseId(this.element) === this.id;
  }

  private stop(): void {
    this.observer.disconnect();
    clearTimeout(this.timer);
    clearTimeout(this.retryTimer);
    this.extraction = null;
  }

  private dispatch(event: AnswerEvent): void {
    const next = transition(this.current, event);
    if (next === this.current) return;
    this.current = next;
    if (next.kind !== "waiting") this.earlyText = null;
    this.context.changed(this);
  }

  private mutated(): void {
    if (!this.isSame()) return this.notify({ type: "lost" });
    if (this.current.kind === "waiting") {
      this.lastChange = Date.now();
      this.takeBackEarly();
    } else if (this.current.kind !== "unavailable" || this.extraction !== null) this.compare();
    this.wake();
  }

  /** Reads again what a result or a request is about: another text ends it, the same text moves its marks. */
  private compare(): void {
    const now = extract(this.element);
    if (now.text === this.extraction?.text) {
      this.extraction = now;
      if ("assessment" in this.current) this.context.changed(this);
      return;
    }
    this.extraction = null;
    this.lastChange = Date.now();
    this.dispatch({ type: "text-changed" });
  }

  /**
   * An early finding stands as long as the answer still begins with the part it was found in. Each look reads
   * the whole answer, and an answer that is being written changes all the time: looks take a small share of it.
   */
  private takeBackEarly(): void {
    const start = Date.now();
    if (this.earlyText === null || start < this.nextEarlyLook) return;
    const stands = extract(this.element).text.startsWith(this.earlyText);
    const end = Date.now();
    this.nextEarlyLook = end + REST_FACTOR * (end - start);
    if (stands) return;
    this.earlyText = null;
    this.dispatch({ type: "early", count: 0 });
  }

  /** Plans the next look. */
  private wake(): void {
    clearTimeout(this.timer);
    if (!this.near || this.current.kind !== "waiting") return;
    this.timer = setTimeout(() => {
      this.look();
    }, STABLE_MS);
    if (Date.now() - this.lastEarly >= EARLY_INTERVAL_MS && this.isBeingWritten) void this.assessEarly();
  }

  private look(): void {
    if (!this.isSame()) return this.notify({ type: "lost" });
    if (this.current.kind !== "waiting") return;
    this.takeBackEarly();
    const rested = Date.now() - this.lastChange;
    if (rested >= STALLED_MS || (rested >= STABLE_MS && !this.isBeingWritten)) void this.assess();
    else this.wake();
  }

  private async assess(): Promise<void> {
    const extraction = extract(this.element);
    this.extraction = extraction;
    const key = await this.keyFor(extraction.text);
    if (this.extraction !== extraction || this.current.kind !== "waiting" || !this.isCurrent(key)) return this.wake();
    this.dispatch({ type: "requested", key });
    const reply = await this.context.queue.add(() => this.context.bridge.assess(this.id, extraction.text), () => this.isPending(key));
    if (reply === null || !this.isPending(key)) return;
    // What came back is about the text as it was read: look once more before it is shown.
    if (!this.isSame()) return this.notify({ type: "lost" });
    this.compare();
    this.dispatch({ type: "replied", key, reply });
    if (reply.status === "unavailable") this.afterFailure(reply.retryAfter ?? null, reply.reason);
    else this.wake();
  }

  private afterFailure(retryAfter: number | null, reason: string): void {
    if (this.current.kind !== "unavailable" || reason !== "rate-limited") return this.wake();
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      this.notify({ type: "retry" });
    }, (retryAfter ?? 30) * 1_000);
  }

  /** Assesses the part written so far. Only findings are told, and only as such. */
  private async assessEarly(): Promise<void> {
    this.lastEarly = Date.now();
    const { text } = extract(this.element);
    if (text.length < EARLY_LENGTH) return;
    const { navigation } = await this.keyFor(text);
    const wanted = (): boolean => this.current.kind === "waiting" && navigation === this.context.navigation();
    const reply = await this.context.queue.add(() => this.context.bridge.assess(this.id, text), wanted);
    if (reply?.status !== "assessed" || !wanted() || !this.isSame() || !extract(this.element).text.startsWith(text)) return;
    const count = reply.assessment.verdict === "finding" ? Math.max(1, reply.assessment.spans.length) : 0;
    this.earlyText = count > 0 ? text : null;
    this.dispatch({ type: "early", count });
  }

  private async keyFor(text: string): Promise<Key> {
    const navigation = this.context.navigation();
    const attempt = ++this.attempt;
    return { responseId: this.id, textHash: await sha256(text), navigation, attempt };
  }

  private isCurrent(key: Key): boolean {
    return key.attempt === this.attempt && key.navigation === this.context.navigation();
  }

  private isPending(key: Key): boolean {
    return this.current.kind === "evaluating" && this.current.key.attempt === key.attempt && key.navigation === this.context.navigation();
  }
}
