import { createHash } from "node:crypto";

/** Milliseconds for which a text is rejected. */
const REFUSED_MS = 5 * 60_000;
/** Maximum number of texts that are stored; the oldest is removed first. */
const MAX_TEXTS = 1000;

/** The hashes of texts whose analysis failed twice in a child process. These texts are rejected for some minutes. */
export class RefusedTexts {
  /** When each text may be tried again, in milliseconds since the epoch; the oldest first. */
  readonly #until = new Map<string, number>();

  add(text: string): void {
    const hash = hashOf(text);
    this.#until.delete(hash);
    this.#until.set(hash, Date.now() + REFUSED_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MAX_TEXTS && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Returns the seconds after which a text may be tried again; 0 if it is not rejected. */
  retryAfter(text: string): number {
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
