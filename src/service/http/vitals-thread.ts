import { Piscina } from "piscina";
import { pino, type Logger } from "pino";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { workerEntry } from "../../host/worker-entry.js";
import type { MetricsText, Vitals } from "./monitoring.js";
import { VitalSigns } from "./vital-signs.js";

/** The thread's task: the address to listen on, and the memory and channel that it shares with the main thread. */
export interface VitalsTask {
  readonly host: string;
  readonly port: number;
  readonly memory: SharedArrayBuffer;
  readonly channel: MessagePort;
  readonly level: string;
}

/** Messages to the thread. */
export type ToVitals = { readonly level: string } | { readonly measured: MetricsText };

/** Messages from the thread. */
export type FromVitals =
  | { readonly address: string }
  | { readonly failed: string }
  | { readonly line: string }
  | { readonly wanted: "metrics" };

/** Milliseconds between two confirmations of the main thread's state. */
const BEAT_MS = 250;

/**
 * Serves health, readiness and metrics on a separate port and thread, which responds even while the main thread is busy.
 * The main thread confirms its state in shared memory, and sends the metrics when the other thread requests them.
 */
export class VitalsThread {
  readonly #signs = new VitalSigns();
  readonly #channel = new MessageChannel();
  readonly #port = this.#channel.port1;
  #piscina: Piscina | undefined;
  #beating: NodeJS.Timeout | undefined;
  #readyCheck: Promise<void> | undefined;
  #level: string;

  constructor(
    readonly vitals: Pick<Vitals, "isReady" | "metrics"> & { readonly isStopping: () => boolean },
    readonly log: Logger,
  ) {
    this.#level = log.level;
  }

  /** Starts the thread. Resolves to its URL; rejects with the error code of the operating system if the port cannot be opened. */
  async listen(at: { host: string; port: number }): Promise<string> {
    this.beat();
    this.#beating = setInterval(() => this.beat(), BEAT_MS).unref();
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#port.on("message", (message: FromVitals) => {
          if ("address" in message) resolve(message.address);
          else if ("failed" in message)
            reject(Object.assign(new Error("cannot listen"), { code: message.failed }));
          else if ("line" in message) this.#relay(message.line);
          else void this.#measure();
        });
        this.#port.unref();
        this.#start(at).catch(reject);
      });
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Confirms that the main thread runs, checks whether texts can be evaluated, and sends a changed log level to the thread. */
  beat(): void {
    const { vitals, log } = this;
    this.#signs.confirm("alive");
    if (vitals.isStopping()) this.#signs.withdraw("ready");
    this.#readyCheck ??= this.#checkReady();
    if (log.level !== this.#level) this.#send({ level: (this.#level = log.level) });
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    this.#port.close();
    const piscina = this.#piscina;
    this.#piscina = undefined;
    await piscina?.destroy();
  }

  /** Runs the thread's only task, which ends only if it fails or the thread is closed. */
  async #start(at: { host: string; port: number }): Promise<void> {
    const { workerFile, execArgv } = workerEntry(
      import.meta.url,
      "vitals-worker.js",
      "vitals-worker.ts",
    );
    const piscina = new Piscina({
      filename: workerFile,
      execArgv,
      minThreads: 1,
      maxThreads: 1,
      atomics: "disabled",
    });
    this.#piscina = piscina;
    const channel = this.#channel.port2;
    const task: VitalsTask = { ...at, memory: this.#signs.memory, channel, level: this.#level };
    try {
      await piscina.run(task, { transferList: [channel] });
    } catch (error) {
      if (this.#piscina === undefined) return;
      this.log.fatal({ err: error }, "health endpoints no longer respond");
      throw error;
    }
  }

  async #checkReady(): Promise<void> {
    if (await this.vitals.isReady()) this.#signs.confirm("ready");
    else this.#signs.withdraw("ready");
    this.#readyCheck = undefined;
  }

  async #measure(): Promise<void> {
    try {
      this.#send({ measured: await this.vitals.metrics() });
    } catch (error) {
      this.log.error({ err: error }, "metrics cannot be collected");
    }
  }

  #send(message: ToVitals): void {
    this.#port.postMessage(message);
  }

  /** Writes a log line that the thread sent, because only the main thread writes to the log's file or stream. */
  #relay(line: string): void {
    const {
      level,
      time: _,
      msg,
      ...fields
    } = JSON.parse(line) as { level: number; time: string; msg: string } & Record<string, unknown>;
    const log = this.log.child(
      { listener: "health" },
      { serializers: { err: (described: unknown) => described } },
    );
    log[pino.levels.labels[level] as "info"](fields, msg);
  }
}
