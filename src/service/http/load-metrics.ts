import { Gauge, type Registry } from "prom-client";
import type { Lanes } from "../lanes.js";
import type { Admission } from "./admission.js";

/** Registers the metrics of admitted requests and of both queues. */
export function registerLoadMetrics(
  registry: Registry,
  { admission, lanes }: { admission: Admission; lanes: Lanes },
): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge("curlew_requests_under_way", "Admitted requests with a text", () => admission.requests);
  gauge("curlew_buffered_bytes", "Bytes reserved for request bodies", () => admission.bytes);
  const byLane = (name: string, help: string, value: (lane: Lanes["short"]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["lane"],
      registers: [registry],
      collect() {
        this.set({ lane: "short" }, value(lanes.short));
        this.set({ lane: "long" }, value(lanes.long));
      },
    });
  byLane("curlew_queue_length", "Texts waiting in the queue", ({ waiting }) => waiting);
  byLane("curlew_queue_running", "Texts being evaluated", ({ running }) => running);
  byLane(
    "curlew_queue_backlog_seconds",
    "Time until the evaluation of a new text would start",
    ({ backlogMs }) => backlogMs / 1000,
  );
}
