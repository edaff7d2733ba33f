import type { Answers } from "../adapter/answers.js";
import type { Assessment } from "../bridge/assessment.js";
import type { BridgeClient } from "../bridge/client.js";
import { sha256 } from "../bridge/hash.js";
import { extract } from "../extract/extract.js";
import type { Extraction } from "../extract/extraction.js";
import type { Queue } from "./queue.js";
import {
  type AnswerEvent,
  type AnswerState,
  INITIAL,
  type Key,
  transition,
} from "./answer-state.js";

/** An answer is complete if it did not change for this many milliseconds and the site does not mark it as being written. */
export const STABLE_MS = 400;
/** An answer that did not change for this many milliseconds is read even if the site marks it as being written. */
export const STALLED_MS = 5_000;
/** While an answer is being written, it is checked for closed blocks this many milliseconds after a change. */
export const LOOK_MS = 120;
/** The time between two checks is at least this many times the duration of one check. */
const REST_FACTOR = 20;

export interface SessionContext {
  readonly bridge: BridgeClient;
  readonly queue: Queue;
  readonly answers: Answers;
  /** Whether the site is still writing this answer. */
  isWriting(element: Element): boolean;
  /** Returns the number of navigations of the page so far. */
  navigation(): number;
  /** Called after each change of the state or of the positions of the marks. */
  changed(session: AnswerSession): void;
}

/** The assessment of an answer, and the extraction that maps its spans to the page. */
export interface Evidence {
  readonly assessment: Assessment;
  readonly extraction: Extraction;
  /** False while only the closed blocks of an unfinished answer were assessed. */
  readonly complete: boolean;
}

/** The assessment of one answer over time, bound to its id from the site, or to its element if the site has none. */
export class AnswerSession {
  private current: AnswerState = INITIAL;
  /** The extraction of the pending request or of the assessment that is shown. */
  private extraction: Extraction | null = null;
  /** While the answer is being written: its last extraction, and the prefix of the text that was assessed early. */
  private early: { readonly extraction: Extraction; readonly prefix: string } | null = null;
  private lastRequest = "";
  private isAssessingEarly = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lookTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lastChange = Date.now();
  private nextLook = 0;
  private attempt = 0;
  private near = false;

  constructor(
    private currentElement: HTMLElement,
    readonly id: string,
    private readonly context: SessionContext,
  ) {}

  /** The answer's current element. */
  get element(): HTMLElement {
    return this.currentElement;
  }

  /** Called when the site has replaced the answer's element by another element with the same id. The evidence is kept. */
  replaced(element: HTMLElement): void {
    this.currentElement = element;
    this.mutated();
  }

  get state(): AnswerState {
    return this.current;
  }

  get isNear(): boolean {
    return this.near;
  }

  /** The evidence that is marked and reported, or null. */
  get evidence(): Evidence | null {
    const { current, extraction } = this;
    if ("assessment" in current)
      return extraction === null
        ? null
        : { assessment: current.assessment, extraction, complete: true };
    if (!("early" in current) || current.early === null || this.early === null) return null;
    return { assessment: current.early, extraction: this.early.extraction, complete: false };
  }

  /** Whether the site is still writing the answer. */
  get isBeingWritten(): boolean {
    return this.context.isWriting(this.element);
  }

  /** Called when the answer comes near the visible part of the page: it is assessed from now on. */
  approach(): void {
    this.near = true;
    this.wake();
  }

  /** Called when the answer is no longer near the visible part of the page. Its evidence is kept. */
  leave(): void {
    this.near = false;
  }

  /** Handles an event other than a change of the answer's elements or text. */
  notify(
    event: Extract<
      AnswerEvent,
      { type: "navigated" | "settings-changed" | "retry" | "extension-updated" | "lost" }
    >,
  ): void {
    if (event.type !== "retry") this.early = null;
    this.lastRequest = "";
    this.dispatch(event);
    if (event.type === "lost" || event.type === "extension-updated") this.stop();
    else this.wake();
  }

  /** Whether the element is still the same answer. */
  isSame(): boolean {
    return this.element.isConnected && this.context.answers.idOf(this.element) === this.id;
  }

  /** Handles a change of the answer's elements or text. */
  mutated(): void {
    if (!this.isSame()) return this.notify({ type: "lost" });
    if (this.current.kind === "waiting") {
      this.lastChange = Date.now();
      this.checkEarly();
      this.planLook();
    } else if (this.current.kind !== "unavailable" || this.extraction !== null) this.compare();
    this.wake();
  }

  private stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.lookTimer);
    clearTimeout(this.retryTimer);
    this.extraction = this.early = null;
  }

  private dispatch(event: AnswerEvent): void {
    const next = transition(this.current, event);
    if (next === this.current) return;
    this.current = next;
    if ("assessment" in next) this.early = null;
    this.context.changed(this);
  }

  /** Reads the answer again. If the text has changed, the assessment or request is dropped; otherwise the marks are updated. */
  private compare(): void {
    const now = extract(this.element);
    const before = this.extraction?.text;
    if (now.text === before) {
      this.extraction = now;
      if ("assessment" in this.current) this.context.changed(this);
      return;
    }
    const kept = this.keptOf(now, before);
    this.extraction = null;
    this.early = kept === null ? null : { extraction: now, prefix: kept.prefix };
    this.lastChange = Date.now();
    this.dispatch({ type: "text-changed", early: kept?.assessment ?? null });
    this.planLook();
  }

  /** Returns the assessment of a prefix that has not changed, with this prefix, because its findings are still valid; otherwise null. */
  private keptOf(
    now: Extraction,
    before: string | undefined,
  ): { readonly assessment: Assessment; readonly prefix: string } | null {
    const { current } = this;
    const isFinding = current.kind === "finding";
    const assessment = isFinding ? current.assessment : "early" in current ? current.early : null;
    const prefix = isFinding ? before : this.early?.prefix;
    return assessment === null || prefix === undefined || !now.text.startsWith(prefix)
      ? null
      : { assessment, prefix };
  }

  /** Checks the answer at once if a character of an early finding changed; other changes wait for the next check. */
  private checkEarly(): void {
    const { evidence } = this;
    if (evidence === null) return;
    const { assessment, extraction } = evidence;
    const isUnchanged = assessment.spans.every(([start, end]) =>
      extraction.isUnchanged(start, end),
    );
    if (!isUnchanged) this.look();
  }

  private planLook(): void {
    if (!this.near || this.lookTimer !== undefined) return;
    this.lookTimer = setTimeout(
      () => {
        this.lookTimer = undefined;
        if (this.current.kind === "waiting") this.look();
      },
      Math.max(LOOK_MS, this.nextLook - Date.now()),
    );
  }

  /** Checks an answer that is being written: whether its early findings are still valid, and whether another block was closed. */
  private look(): void {
    const start = Date.now();
    const extraction = extract(this.element, false);
    if (this.early !== null) {
      const isValid = extraction.text.startsWith(this.early.prefix);
      this.early = isValid ? { ...this.early, extraction } : null;
      if (isValid) this.context.changed(this);
      else this.dispatch({ type: "early", early: null });
    }
    const end = Date.now();
    this.nextLook = end + REST_FACTOR * (end - start);
    const closed = extraction.closed(end - this.lastChange >= STABLE_MS);
    // Only code is assessed early; plain text waits for the end of the answer.
    if (
      !this.isAssessingEarly &&
      closed !== this.lastRequest &&
      closed.slice(prefixLength(closed, this.lastRequest)).includes("`")
    )
      void this.assessEarly(closed);
  }

  /** Assesses the blocks that were closed so far. Only findings are reported. */
  private async assessEarly(prefix: string): Promise<void> {
    this.lastRequest = prefix;
    this.isAssessingEarly = true;
    const navigation = this.context.navigation();
    const isWanted = (): boolean =>
      "early" in this.current && navigation === this.context.navigation();
    const reply = await this.context.queue.add(
      () => this.context.bridge.assess(this.id, prefix),
      isWanted,
    );
    this.isAssessingEarly = false;
    if (this.current.kind === "waiting") this.planLook();
    if (reply?.status !== "assessed" || !isWanted() || !this.isSame()) return;
    const extraction = extract(this.element, false);
    if (!extraction.text.startsWith(prefix)) return;
    const found = reply.assessment.verdict === "finding";
    this.early = found ? { extraction, prefix } : null;
    this.dispatch({ type: "early", early: found ? reply.assessment : null });
  }

  /** Plans the next check of whether the answer is complete. */
  private wake(): void {
    clearTimeout(this.timer);
    if (!this.near || this.current.kind !== "waiting") return;
    this.timer = setTimeout(() => {
      this.finish();
    }, STABLE_MS);
  }

  private finish(): void {
    if (!this.isSame()) return this.notify({ type: "lost" });
    if (this.current.kind !== "waiting") return;
    const unchangedMs = Date.now() - this.lastChange;
    if (unchangedMs >= STALLED_MS || (unchangedMs >= STABLE_MS && !this.isBeingWritten))
      return void this.assess();
    this.planLook();
    this.wake();
  }

  private async assess(): Promise<void> {
    const extraction = extract(this.element);
    this.extraction = extraction;
    const key = await this.keyFor(extraction.text);
    if (this.extraction !== extraction || this.current.kind !== "waiting" || !this.isCurrent(key))
      return this.wake();
    this.dispatch({ type: "requested", key });
    const reply = await this.context.queue.add(
      () => this.context.bridge.assess(this.id, extraction.text),
      () => this.isPending(key),
    );
    if (reply === null || !this.isPending(key)) return;
    // The text may have changed since it was read, so it is compared before the reply is shown.
    if (!this.isSame()) return this.notify({ type: "lost" });
    this.compare();
    this.dispatch({ type: "replied", key, reply });
    if (reply.status === "unavailable") this.afterFailure(reply.retryAfter ?? null, reply.reason);
    else this.wake();
  }

  private afterFailure(retryAfter: number | null, reason: string): void {
    if (this.current.kind !== "unavailable" || reason !== "rate-limited") return this.wake();
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(
      () => {
        this.notify({ type: "retry" });
      },
      (retryAfter ?? 30) * 1_000,
    );
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
    return (
      this.current.kind === "evaluating" &&
      this.current.key === key &&
      key.navigation === this.context.navigation()
    );
  }
}

/** Returns the length of `b` if `a` begins with it, else 0. */
function prefixLength(a: string, b: string): number {
  return a.startsWith(b) ? b.length : 0;
}
