import type { Failure } from "../bridge/failures.js";

/** Failures that may be temporary, for example while a gateway restarts. */
const TEMPORARY: ReadonlySet<Failure> = new Set<Failure>([
  "unreachable",
  "bad-gateway",
  "gateway-timeout",
  "timeout",
  "overloaded",
  "server-error",
  "device-failed",
  "worker-restarted",
]);

export function isTemporary(reason: Failure): boolean {
  return TEMPORARY.has(reason);
}

/** The delay before the first attempt, in milliseconds. The delay doubles after each failed attempt. */
export const FIRST_MS = 2_000;
/** Maximum delay before an attempt, in milliseconds. */
export const MAX_DELAY_MS = 60_000;

export interface RecoveryEvents {
  /** Whether an answer is unavailable for a temporary reason. */
  isNeeded(): boolean;
  /** Sends a test text; resolves to whether the failure is over. */
  probe(): Promise<boolean>;
  /** Called when the failure is over, and unavailable answers can be assessed again. */
  recovered(): void;
}

/** After a failure, checks at growing intervals, and only while the page is visible, whether assessments work again. */
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

  /** Called when an answer became unavailable for a temporary reason. */
  failed(): void {
    if (this.timer !== undefined || this.isProbing || this.signal.aborted) return;
    const delay = Math.min(FIRST_MS * 2 ** Math.min(this.attempts, 10), MAX_DELAY_MS);
    this.timer = setTimeout(() => void this.attempt(), delay);
  }

  /** Called when an answer was assessed. If no answer is unavailable for a temporary reason, the delay is reset. */
  succeeded(): void {
    if (this.attempts === 0 && this.timer === undefined) return;
    if (!this.events.isNeeded()) this.reset();
  }

  private reset(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.attempts = 0;
  }

  private async attempt(): Promise<void> {
    // A hidden page waits until it is visible.
    if (this.page.visibilityState === "hidden") return;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.events.isNeeded()) return this.reset();
    this.attempts++;
    this.isProbing = true;
    const hasRecovered = await this.events.probe();
    this.isProbing = false;
    if (this.signal.aborted) return;
    if (hasRecovered) this.events.recovered();
    else this.failed();
  }
}
