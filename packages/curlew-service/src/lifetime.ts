import type { FastifyInstance } from "fastify";
import { stop, type Log } from "../../../src/service/index.js";

/** A service that listens on its port. */
export interface RunningService {
  readonly app: FastifyInstance;
  readonly address: string;
  /** Releases all resources except the port. */
  close(): Promise<void>;
  /** Reloads settings and files. Rejects if they cannot be used; the old settings then remain active. */
  reload(): Promise<void>;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Time limit in milliseconds for threads to end. */
const CLOSE_MS = 2000;

/** Time limit in milliseconds for everything that happens after the last requests have ended. */
const END_MS = CLOSE_MS + 1500;

/**
 * Waits for a signal, then stops gracefully and ends the process with status 0, even if log lines are not written yet; if threads do
 * not end in time, it kills the process. `SIGHUP` reloads settings and files.
 */
export async function untilStopped(
  service: RunningService,
  journal: Log,
  config: { readonly stopTimeoutMs: number },
): Promise<never> {
  const { log } = journal;
  watchCrashes(journal);
  reloadOnHangup(service, journal);
  log.info({ address: service.address }, "listening");
  const signal = await nextSignal();
  const { stopTimeoutMs } = config;
  log.info({ signal }, "stopping");
  killAfter(stopTimeoutMs + END_MS);
  const inTime = await stop(service.app, stopTimeoutMs);
  const areEnded = await within(CLOSE_MS, service.close());
  log.info({ inTime, areEnded }, "stopped");
  await journal.close();
  if (!areEnded) killProcess();
  process.exit(0);
}

/** Resolves to the first signal, and removes the handlers, so that a second signal ends the process at once. */
function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    const handle = (signal: string) => {
      for (const name of SIGNALS) process.off(name, handle);
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, handle);
  });
}

/** Resolves to whether a task finishes within a number of milliseconds. */
async function within(milliseconds: number, task: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const done = await Promise.race([task.then(() => true), late]);
  clearTimeout(timer);
  return done;
}

function killAfter(milliseconds: number): void {
  setTimeout(killProcess, milliseconds).unref();
}

/** Ends the process at once: a normal exit waits for all threads, and a thread that runs native code cannot be interrupted. */
function killProcess(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Reloads settings and reopens the log on `SIGHUP`, so that new limits, new secrets and log rotation need no restart. */
function reloadOnHangup(service: RunningService, { log, reopen }: Log): void {
  process.on("SIGHUP", () => {
    reopen();
    service.reload().then(
      () => log.info("settings reloaded"),
      (error: unknown) => {
        log.error({ err: error }, "settings not reloaded");
        process.stderr.write(
          `curlew: settings not reloaded: ${error instanceof Error ? error.message : String(error)}\n`,
        );
      },
    );
  });
}

/** Logs an uncaught error, without text from a request, and ends the process. */
function watchCrashes({ log, close }: Log): void {
  const crash = (error: unknown) => {
    log.fatal({ err: error }, "crashed");
    void close().then(() => process.exit(70));
  };
  process.on("uncaughtException", crash);
}
