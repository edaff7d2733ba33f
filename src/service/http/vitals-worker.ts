import type { MessagePort } from "node:worker_threads";
import type { LogLevel } from "../config/settings.js";
import { createLog } from "../log.js";
import { ServiceError } from "../service-error.js";
import { createVitalsApp, type MetricsText } from "./monitoring.js";
import { VitalSigns } from "./vital-signs.js";
import type { FromVitals, ToVitals, VitalsTask } from "./vitals-thread.js";

/** Milliseconds to wait for the metrics of the main thread. */
const TIMEOUT_MS = 5000;

/** Entry of the thread that serves health, readiness and metrics. Never resolves. */
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
  const metrics = new MetricsRequests(channel);
  channel.on("message", (message: ToVitals) => {
    if ("level" in message) log.level = message.level;
    else metrics.receive(message.measured);
  });
  const vitals = {
    isAlive: () => signs.isCurrent("alive"),
    isReady: async () => signs.isCurrent("ready"),
    metrics: () => metrics.request(),
  };
  try {
    send({ address: await createVitalsApp(vitals, log).listen({ host, port }) });
  } catch (error) {
    send({ failed: error instanceof Error && "code" in error ? String(error.code) : "unknown" });
  }
  return new Promise(() => undefined);
}

/** Requests metrics from the main thread, with one message for all HTTP requests that wait for them. */
class MetricsRequests {
  readonly #waiting = new Set<(measured: MetricsText) => void>();

  constructor(readonly channel: MessagePort) {}

  request(): Promise<MetricsText> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0)
        this.channel.postMessage({ wanted: "metrics" } satisfies FromVitals);
      const timer = setTimeout(() => {
        this.#waiting.delete(receive);
        reject(new ServiceError("overloaded", { retryAfter: 1 }));
      }, TIMEOUT_MS);
      const receive = (measured: MetricsText) => {
        clearTimeout(timer);
        resolve(measured);
      };
      this.#waiting.add(receive);
    });
  }

  receive(measured: MetricsText): void {
    for (const receive of this.#waiting) receive(measured);
    this.#waiting.clear();
  }
}
