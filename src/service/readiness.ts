/** How long an answer of the probe holds. */
const VALID_MS = 5000;

/** How soon it is asked again after something went wrong. */
const RETRY_MS = 1000;

/**
 * Whether a service can do its work, by a probe of it that is made at most once in some seconds, however often
 * anybody asks.
 */
export class Readiness {
  #known: { readonly ready: boolean; holdsUntil: number } | undefined;
  #probing: Promise<boolean> | undefined;

  constructor(readonly probe: () => Promise<boolean>) {}

  /** Waits for the probe only as long as nothing is known. */
  async isReady(): Promise<boolean> {
    const known = this.#known;
    if (known !== undefined && performance.now() < known.holdsUntil) return known.ready;
    const probing = (this.#probing ??= this.#runProbe());
    return known === undefined ? probing : known.ready;
  }

  /** Something went wrong that may go wrong again: the probe is made sooner. */
  doubt(): void {
    if (this.#known?.ready !== true) return;
    this.#known.holdsUntil = Math.min(this.#known.holdsUntil, performance.now());
    this.#probing ??= this.#runProbe();
  }

  async #runProbe(): Promise<boolean> {
    let ready = false;
    try {
      ready = await this.probe();
    } catch {
      // What cannot be asked is not ready.
    }
    this.#known = { ready, holdsUntil: performance.now() + (ready ? VALID_MS : RETRY_MS) };
    this.#probing = undefined;
    return ready;
  }
}
