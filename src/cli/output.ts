import type { Writable } from "node:stream";
import { once } from "node:events";

/** Writes to a stream at the reader's pace. A reader that has gone (`| head`) ends the output, not the program. */
export class Output {
  private gone = false;

  constructor(private readonly stream: Writable) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      this.gone = true;
    });
  }

  /** False once nobody reads any more. */
  get open(): boolean {
    return !this.gone && this.stream.writable;
  }

  async write(text: string): Promise<void> {
    if (text === "" || !this.open) return;
    if (this.stream.write(text)) return;
    await Promise.race([once(this.stream, "drain"), once(this.stream, "close")]).catch(() => undefined);
  }

  /** Waits until what was written has left the program. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.open) return resolve();
      this.stream.write("", () => resolve());
    });
  }

  /** Flushes and closes a stream of our own; standard output stays open. */
  async end(): Promise<void> {
    if (!this.open) return;
    this.stream.end();
    await once(this.stream, "close");
  }
}
