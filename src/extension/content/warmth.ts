import type { BridgeClient } from "../bridge/client.js";

/** The browser stops an idle worker after 30 seconds; while an answer is written, it is sent a message after this time. */
const KEEP_MS = 20_000;
/** One beginning of an answer causes several events; those within this time count once. */
const ONCE_MS = 1_000;

/** Starts the worker and its detector when an answer begins, so that its first block of code does not wait for them. */
export class Warmth {
  private asked = -Infinity;
  /** False while the page is read for the first time: its answers are assessed anyway. */
  isWatching = false;

  constructor(private readonly bridge: Pick<BridgeClient, "tell">) {}

  /** An answer begins. */
  begin(): void {
    if (this.isWatching) this.ask(ONCE_MS);
  }

  /** An answer is still being written. */
  keep(): void {
    this.ask(KEEP_MS);
  }

  private ask(pause: number): void {
    const now = performance.now();
    if (now - this.asked < pause) return;
    this.asked = now;
    void this.bridge.tell({ type: "warm" });
  }
}
