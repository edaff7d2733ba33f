import type { Failure } from "../bridge/failures.js";

/** Temporary failures, as while a gateway restarts. */
const PASSING: ReadonlySet<Failure> = new Set<Failure>([
  "unreachable",
  "bad-gateway",
  "gateway-timeout",
  "timeout",
  "overloaded",
  "server-error",
  "device-failed",
  "worker-restarted",
]);

export function isPassing(reason: Failure): boolean {
  return PASSING.has(reason);
}

/** The delay of the first attempt; it doubles with each further one. */
export const FIRST_MS = 2_000;
export const LONGEST_MS = 60_000;

export interface RecoveryEvents {
  /** Whether an answer is unavailable for a temporary reason. */
  isNeeded(): boolean;
  /** Sends a test text; resolves to whether the failure is over. */
  probe(): Promise<boolean>;
  /** The failure is over: unavailable answers can be assessed again. */
  passed(): void;
}

/** Checks after a failure, less and less often, whether assessments work again; only while the page is visible. */
export class Recovery {
  private attempts = 0;
  private isProbing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly page: Document,
    private readonly events: RecoveryEvents,
    private readonly signal: AbortSignal,
  ) {
    const again = (): void => {
      if (this.timer !== undefined) void this.attempt();
    };
    page.addEventListener("visibilitychange", again, { signal });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** An answer became unavailable for a temporary reason. */
  failed(): void {
    if (this.timer !== undefined || this.isProbing || this.signal.aborted) return;
    const delay = Math.min(FIRST_MS * 2 ** Math.min(this.attempts, 10), LONGEST_MS);
    this.timer = setTimeout(() => void this.attempt(), delay);
  }

  /** An answer was assessed: if no other one is waiting, the next failure starts with the first delay again. */
  succeeded(): void {
    if (this.attempts === 0 && this.timer === undefined) return;
    if (!this.events.isNeeded()) this.rest();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.attempts = 0;
  }

  private async attempt(): Promise<void> {
    // A hidden page waits until it is visible.
    if (this.page.visibilityState === "hidden") return;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.events.isNeeded()) return this.rest();
    this.attempts++;
    this.isProbing = true;
    const hasPassed = await this.events.probe();
    this.isProbing = false;
    if (this.signal.aborted) return;
    if (hasPassed) this.events.passed();
    else this.failed();
  }
}
