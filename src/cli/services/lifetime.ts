import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { stop } from "../../service/index.js";

/** A service that listens. */
export interface RunningService {
  readonly app: FastifyInstance;
  readonly address: string;
  /** Lets go of everything but the port. */
  close(): Promise<void>;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Waits for a signal, then stops gracefully. Resolves to the exit status. */
export async function untilStopped(service: RunningService, log: Logger, stopTimeoutMs: number): Promise<number> {
  const crashes = watchCrashes(log);
  log.info({ address: service.address }, "listening");
  const signal = await nextSignal();
  log.info({ signal }, "stopping");
  const inTime = await stop(service.app, stopTimeoutMs);
  await service.close();
  log.info({ inTime }, "stopped");
  await flush(log);
  crashes.unwatch();
  return 0;
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
function watchCrashes(log: Logger): { unwatch(): void } {
  const crash = (error: unknown) => {
    log.fatal({ err: error }, "crashed");
    void flush(log).then(() => process.exit(70));
  };
  process.on("uncaughtException", crash);
  return { unwatch: () => process.off("uncaughtException", crash) };
}

/** Waits until the log is written, but not for a log that takes nothing. */
async function flush(log: Logger): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 1000);
    log.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
