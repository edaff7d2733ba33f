import { Piscina } from "piscina";
import type { Entity } from "./entity.js";
import { recognizeEntities } from "./recognize.js";

/** Finds the entities of a text, by whatever means. */
export interface EntityFinder {
  find(text: string, signal: AbortSignal): Promise<Entity[]>;
  close(): Promise<void>;
}

/** Texts up to this length take well under a millisecond and are looked through at once. */
const SHORT = 4096;

/** The recognisers of this machine; long texts are looked through on a thread of its own. */
export class LocalFinder implements EntityFinder {
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

  async find(text: string, signal: AbortSignal): Promise<Entity[]> {
    if (text.length <= SHORT) return recognizeEntities(text);
    return (await this.#piscina.run(text, { signal })) as Entity[];
  }

  async close(): Promise<void> {
    await this.#piscina.destroy();
  }
}
