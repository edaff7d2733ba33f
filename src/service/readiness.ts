/** Milliseconds for which a successful result of the probe is valid. */
const VALID_MS = 5000;

/** Milliseconds for which an unsuccessful result of the probe is valid. */
const RETRY_MS = 1000;

/** Determines whether a service is ready, by a probe that runs only when its last result is no longer valid. */
export class Readiness {
  #known: { readonly ready: boolean; validUntil: number } | undefined;
  #probing: Promise<boolean> | undefined;

  constructor(readonly probe: () => Promise<boolean>) {}

  /** Returns the last result of the probe, and starts the probe if the result is no longer valid. Waits only for the first result. */
  async isReady(): Promise<boolean> {
    const known = this.#known;
    if (known !== undefined && performance.now() < known.validUntil) return known.ready;
    const probing = (this.#probing ??= this.#runProbe());
    return known === undefined ? probing : known.ready;
  }

  /** Starts the probe immediately if its last result was successful. Called after an error that may occur again. */
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
