import type { MessagePort } from "node:worker_threads";
import type { LogLevel } from "../config/settings.js";
import { createLog } from "../log.js";
import { ServiceError } from "../service-error.js";
import { createVitalsApp, type Measured } from "./health.js";
import { VitalSigns } from "./vital-signs.js";
import type { FromVitals, ToVitals, VitalsTask } from "./vitals-thread.js";

/** How long metrics may be waited for. */
const TIMEOUT_MS = 5000;

/** Entry of the thread that answers for health, readiness and metrics; has no end. */
export default async function serveVitals({
  host,
  port,
  memory,
  channel,
  level,
}: VitalsTask): Promise<never> {
  const signs = new VitalSigns(memory);
  const send = (message: FromVitals): void => channel.postMessage(message);
  const log = createLog({ level: level as LogLevel, stream: { write: (line) => send({ line }) } });
  const metrics = new Metrics(channel);
  channel.on("message", (message: ToVitals) => {
    if ("level" in message) log.level = message.level;
    else metrics.take(message.measured);
  });
  const vitals = {
    isAlive: () => signs.isCurrent("alive"),
    isReady: async () => signs.isCurrent("ready"),
    metrics: () => metrics.ask(),
  };
  try {
    send({ address: await createVitalsApp(vitals, log).listen({ host, port }) });
  } catch (error) {
    send({ failed: error instanceof Error && "code" in error ? String(error.code) : "unknown" });
  }
  return new Promise(() => undefined);
}

/** Metrics of the thread that answers requests, requested once for all who wait for them. */
class Metrics {
  readonly #waiting = new Set<(measured: Measured) => void>();

  constructor(readonly channel: MessagePort) {}

  ask(): Promise<Measured> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0)
        this.channel.postMessage({ wanted: "metrics" } satisfies FromVitals);
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new ServiceError("overloaded", { retryAfter: 1 }));
      }, TIMEOUT_MS);
      const take = (measured: Measured) => {
        clearTimeout(timer);
        resolve(measured);
      };
      this.#waiting.add(take);
    });
  }

  take(measured: Measured): void {
    for (const take of this.#waiting) take(measured);
    this.#waiting.clear();
  }
}
