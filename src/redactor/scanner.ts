import { Piscina } from "piscina";
import { scan, type Scan, type ScanTask } from "./scan.js";

/** Texts up to this length take well under a millisecond and are looked through at once. */
const SHORT = 4096;

/** Looks through texts; through long ones on a thread of its own, so that they delay nothing. */
export class Scanner {
  readonly #piscina: Piscina;

  constructor(options: { readonly workerFile: string; readonly execArgv?: string[] }) {
    this.#piscina = new Piscina({
      filename: options.workerFile,
      ...(options.execArgv === undefined ? {} : { execArgv: options.execArgv }),
      minThreads: 1,
      maxThreads: 2,
      idleTimeout: 10_000,
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // The task that a failing worker had is rejected; there is nothing more to do.
    this.#piscina.on("error", () => undefined);
  }

  async scan(task: ScanTask, signal: AbortSignal): Promise<Scan> {
    if (task.text.length <= SHORT) return scan(task);
    return (await this.#piscina.run(task, { signal })) as Scan;
  }

  async close(): Promise<void> {
    await this.#piscina.destroy();
  }
}
