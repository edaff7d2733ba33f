import type { FastifyInstance } from "fastify";
import { stop, type Log } from "../../service/index.js";

/** A service that listens. */
export interface RunningService {
  readonly app: FastifyInstance;
  readonly address: string;
  /** Lets go of everything but the port. */
  close(): Promise<void>;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Waits for a signal, then stops gracefully and ends the process with status 0, whatever the log still holds. */
export async function untilStopped(service: RunningService, journal: Log, stopTimeoutMs: number): Promise<never> {
  const { log } = journal;
  watchCrashes(journal);
  log.info({ address: service.address }, "listening");
  const signal = await nextSignal();
  log.info({ signal }, "stopping");
  const inTime = await stop(service.app, stopTimeoutMs);
  await service.close();
  log.info({ inTime }, "stopped");
  await journal.close();
  process.exit(0);
}

/** The first signal asks; the handler goes with it, so that a second one ends the process at once. */
function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    const heed = (signal: string) => {
      for (const name of SIGNALS) process.off(name, heed);
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, heed);
  });
}

/** A defect ends the process with a line in the log that repeats nothing of a request. */
function watchCrashes({ log, close }: Log): void {
  const crash = (error: unknown) => {
    log.fatal({ err: error }, "crashed");
    void close().then(() => process.exit(70));
  };
  process.on("uncaughtException", crash);
}
