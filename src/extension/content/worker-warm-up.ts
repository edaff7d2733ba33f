import type { BridgeClient } from "../bridge/client.js";

/** Milliseconds between messages while an answer is being written: the browser stops an idle worker after 30 seconds. */
const KEEP_MS = 20_000;
/** The beginning of an answer causes several events; events within this many milliseconds count as one. */
const ONCE_MS = 1_000;

/** Starts the worker and its detector when an answer begins, so that its first block of code does not wait for them. */
export class WorkerWarmUp {
  private lastMessage = -Infinity;
  /** False while the page is read for the first time: its answers are assessed anyway. */
  isWatching = false;

  constructor(private readonly bridge: Pick<BridgeClient, "send">) {}

  /** Called when an answer begins. */
  begin(): void {
    if (this.isWatching) this.send(ONCE_MS);
  }

  /** Called repeatedly while an answer is being written. */
  keep(): void {
    this.send(KEEP_MS);
  }

  private send(pause: number): void {
    const now = performance.now();
    if (now - this.lastMessage < pause) return;
    this.lastMessage = now;
    void this.bridge.send({ type: "warm" });
  }
}
