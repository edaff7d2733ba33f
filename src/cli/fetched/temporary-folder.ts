import { rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A temporary folder that is removed when it is closed, when the process exits, and when a signal ends it. */
export class TemporaryFolder {
  private readonly onExit = (): void => rmSync(this.path, { recursive: true, force: true });
  private readonly onSignal = (signal: NodeJS.Signals): void => {
    this.onExit();
    this.forget();
    process.kill(process.pid, signal);
  };

  private constructor(readonly path: string) {
    process.on("exit", this.onExit);
    for (const signal of SIGNALS) process.on(signal, this.onSignal);
  }

  static async create(): Promise<TemporaryFolder> {
    return new TemporaryFolder(await realpath(await mkdtemp(join(tmpdir(), "curlew-fetched-"))));
  }

  async close(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
    this.forget();
  }

  private forget(): void {
    process.off("exit", this.onExit);
    for (const signal of SIGNALS) process.off(signal, this.onSignal);
  }
}
