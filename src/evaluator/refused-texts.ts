import { createHash } from "node:crypto";

/** How long a text is rejected. */
const REFUSED_MS = 5 * 60_000;
/** Texts that are remembered; the oldest is removed first. */
const MOST_TEXTS = 1000;

/** The texts under which child processes died, by hash: they are rejected for some minutes. */
export class RefusedTexts {
  /** When each text may be tried again, in milliseconds since the epoch; the oldest first. */
  readonly #until = new Map<string, number>();

  add(text: string): void {
    const hash = hashOf(text);
    this.#until.delete(hash);
    this.#until.set(hash, Date.now() + REFUSED_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST_TEXTS && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Returns the seconds after which a text may be tried again; 0 if it is not rejected. */
  waitFor(text: string): number {
    if (this.#until.size === 0) return 0;
    const hash = hashOf(text);
    const left = (this.#until.get(hash) ?? 0) - Date.now();
    if (left > 0) return Math.ceil(left / 1000);
    this.#until.delete(hash);
    return 0;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
