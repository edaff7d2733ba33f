/** How long an answer of the probe is valid. */
const VALID_MS = 5000;

/** How soon it is repeated after an error. */
const RETRY_MS = 1000;

/** Whether a service can do its work, by a probe that runs at most once in some seconds, however many requests there are. */
export class Readiness {
  #known: { readonly ready: boolean; validUntil: number } | undefined;
  #probing: Promise<boolean> | undefined;

  constructor(readonly probe: () => Promise<boolean>) {}

  /** Waits for the probe only until its first answer. */
  async isReady(): Promise<boolean> {
    const known = this.#known;
    if (known !== undefined && performance.now() < known.validUntil) return known.ready;
    const probing = (this.#probing ??= this.#runProbe());
    return known === undefined ? probing : known.ready;
  }

  /** Called after an error that may occur again: the probe then runs sooner. */
  doubt(): void {
    if (this.#known?.ready !== true) return;
    this.#known.validUntil = Math.min(this.#known.validUntil, performance.now());
    this.#probing ??= this.#runProbe();
  }

  async #runProbe(): Promise<boolean> {
    let ready = false;
    try {
      ready = await this.probe();
    } catch {
      // A failed probe means not ready.
    }
    this.#known = { ready, validUntil: performance.now() + (ready ? VALID_MS : RETRY_MS) };
    this.#probing = undefined;
    return ready;
  }
}
