import type { Failure } from "../bridge/failures.js";

/** Failures that end by themselves, as when a gateway is started again. */
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

/** The first attempt comes after this time, each further one after twice the time of the one before. */
export const FIRST_MS = 2_000;
export const LONGEST_MS = 60_000;

export interface RecoveryEvents {
  /** Whether an answer is unavailable for a reason that can pass. */
  isNeeded(): boolean;
  /** Asks with a text of its own whether the reason passed. */
  probe(): Promise<boolean>;
  /** The reason passed: what is unavailable can be asked for again. */
  passed(): void;
}

/** Tries after a failure, ever less often, whether assessments can be had again; only while the page is visible. */
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

  /** An answer became unavailable for a reason that can pass. */
  failed(): void {
    if (this.timer !== undefined || this.isProbing || this.signal.aborted) return;
    const delay = Math.min(FIRST_MS * 2 ** Math.min(this.attempts, 10), LONGEST_MS);
    this.timer = setTimeout(() => void this.attempt(), delay);
  }

  /** An answer was assessed: where no other one is waiting, the next failure is a new one. */
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
    // A page that nobody sees waits until somebody does.
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
