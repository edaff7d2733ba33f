import type { Writable } from "node:stream";
import { once } from "node:events";
import { Failure, fileErrorMessage } from "./failure.js";

/** Writes to a stream as fast as it is read. After the reader has closed it (`| head`), nothing more is written, without an error. */
export class Output {
  private failed: Error | null = null;

  /**
   * @param name the name of the stream in messages
   * @param isOwn whether `finish` closes the stream
   */
  constructor(
    private readonly stream: Writable,
    private readonly name = "standard output",
    private readonly isOwn = false,
  ) {
    stream.on("error", (error) => (this.failed ??= error));
  }

  /** The error of the stream. A closed stream sets `errored` before it emits the error, and standard output never emits the error. */
  private get failure(): Error | null {
    return this.failed ?? this.stream.errored;
  }

  /** Whether the stream accepts data: false after an error, and after the reader has closed it. */
  get open(): boolean {
    return this.failure === null && this.stream.writable;
  }

  /** @throws Failure if earlier data could not be written, unless the reader has closed the stream */
  async write(text: string | Uint8Array): Promise<void> {
    if (text.length > 0 && this.open && !this.stream.write(text)) await this.drained();
    this.check();
  }

  /**
   * Waits until all data is written.
   * @throws Failure if it could not be written
   */
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
   * Waits until all data is written, and closes the stream if it is not shared with others.
   * @throws Failure if it could not be written
   */
  finish(): Promise<void> {
    return this.isOwn ? this.end() : this.flush();
  }

  private async end(): Promise<void> {
    if (this.open) {
      this.stream.end();
      await once(this.stream, "close").catch(() => undefined);
    }
    this.check();
  }

  /** Does nothing: what was written to a stream cannot be discarded. */
  discard(): void {}

  /** Waits until the stream accepts data again or is closed. Removes the unused listener, because a long run would accumulate listeners. */
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
