import type { Writable } from "node:stream";
import { once } from "node:events";
import { Failure, fileErrorMessage } from "./failure.js";

/** Writes to a stream at the reader's pace. A closed reader (`| head`) ends the output, not the program. */
export class Output {
  private failed: Error | null = null;

  /** @param name the name of the stream in messages */
  constructor(
    private readonly stream: Writable,
    private readonly name = "standard output",
    private readonly isOwn = false,
  ) {
    stream.on("error", (error) => (this.failed ??= error));
  }

  /** A stream that was closed reports the failure later than it knows of it, and standard output never does. */
  private get failure(): Error | null {
    return this.failed ?? this.stream.errored;
  }

  /** False after the reader has closed the output. */
  get open(): boolean {
    return this.failure === null && this.stream.writable;
  }

  /** @throws Failure if something written before did not arrive, unless the reader was closed */
  async write(text: string | Uint8Array): Promise<void> {
    if (text.length > 0 && this.open && !this.stream.write(text)) await this.drained();
    this.check();
  }

  /** Waits until the written data has left the program. */
  async flush(): Promise<void> {
    if (this.open) {
      await new Promise<void>((resolve) => {
        this.stream.write("", (error) => {
          this.failed ??= error ?? null;
          resolve();
        });
      });
    }
    this.check();
  }

  /**
   * Closes a stream of our own, and flushes one that stays open.
   * @throws Failure if something written did not arrive
   */
  finish(): Promise<void> {
    return this.isOwn ? this.end() : this.flush();
  }

  /**
   * Flushes and closes a stream of our own; standard output stays open.
   * @throws Failure if something written did not arrive
   */
  async end(): Promise<void> {
    if (this.open) {
      this.stream.end();
      await once(this.stream, "close").catch(() => undefined);
    }
    this.check();
  }

  /** Discards unfinished output; has no effect after `finish`. */
  discard(): void {}

  /** Whichever comes first ends the waiting for the others, or a long run would collect listeners. */
  private async drained(): Promise<void> {
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([
      once(this.stream, "drain", { signal }),
      once(this.stream, "close", { signal }),
    ]).catch(() => undefined);
    settled.abort();
  }

  private check(): void {
    const { failure } = this;
    if (failure === null || ("code" in failure && failure.code === "EPIPE")) return;
    throw new Failure(`cannot write ${this.name}: ${fileErrorMessage(failure)}`);
  }
}

/** Writes a complete result to standard output. */
export async function print(
  { stdout }: { readonly stdout: Writable },
  text: string,
): Promise<void> {
  const output = new Output(stdout);
  await output.write(text);
  await output.flush();
}
