import { fork, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { InputError } from "../core/index.js";
import { AnalysisFailedError, type AnalysisFailure } from "./analysis-failed.js";
import type { FromChild, SentError, ToChild } from "./child-messages.js";
import type { WorkerEntry } from "./worker-entry.js";

export interface ChildOptions {
  /** The file that calls `serveTasks`. */
  readonly entry: WorkerEntry;
  /** Memory of the objects of JavaScript, in MiB. */
  readonly heapMb: number;
  /** Memory limit of the process, in MiB; it is checked every 50 ms. */
  readonly memoryMb: number;
  /** What `serveTasks` makes its functions from. */
  readonly setup: unknown;
}

/** Time limit for starting, in milliseconds; starting usually takes half a second. */
const START_MS = 60_000;

/** Characters of a process's standard error that are kept for a message. */
const KEPT_ERROR = 4000;

/** One child process, which works on one task at a time. */
export class Child {
  readonly #process: ChildProcess;
  readonly #ready: Promise<void>;
  #fail: (error: AnalysisFailedError) => void = () => undefined;
  #answer: (message: FromChild) => void = () => undefined;
  #stderr = "";
  #killedFor: AnalysisFailedError | null = null;
  /** Memory of the process after its last task, in MiB. */
  memoryMb = 0;
  hasEnded = false;

  constructor(readonly options: ChildOptions) {
    const { entry, heapMb, memoryMb, setup } = options;
    this.#process = fork(entry.workerFile, [], {
      execArgv: [...entry.execArgv, `--max-old-space-size=${heapMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-KEPT_ERROR);
    });
    this.#process.on("message", (message: FromChild) => {
      this.#answer(message);
    });
    this.#process.on("error", (error) => {
      this.#end(new AnalysisFailedError("start", `no process can be started: ${error.message}`));
    });
    this.#process.on("exit", (code, signal) => {
      this.#end(this.#killedFor ?? this.#deathOf(code, signal));
    });
    this.#ready = this.#start({ kind: "setup", setup, memoryMb });
    this.#ready.catch(() => undefined);
    this.#hold(false);
  }

  /**
   * Runs one task.
   * @param timeLimitMs the process is killed if a task takes longer; the start of the process is not included
   * @throws AnalysisFailedError if the process ended
   */
  async run(name: string, task: unknown, timeLimitMs: number): Promise<unknown> {
    this.#hold(true);
    try {
      await this.#ready;
      const answered = this.#ask({ kind: "task", name, task });
      const timer = setTimeout(() => {
        const seconds = Math.round(timeLimitMs / 100) / 10;
        this.kill(new AnalysisFailedError("time", `it did not finish within ${seconds} s`));
      }, timeLimitMs);
      try {
        return this.#resultOf(await answered);
      } finally {
        clearTimeout(timer);
      }
    } finally {
      this.#hold(false);
    }
  }

  /** Ends the process at once; the task it works on is rejected. */
  kill(error: AnalysisFailedError): void {
    this.#killedFor ??= error;
    this.#process.kill("SIGKILL");
    // what waits need not wait until the system has ended it
    this.#end(this.#killedFor);
  }

  async #start(message: ToChild): Promise<void> {
    const timer = setTimeout(() => {
      this.kill(new AnalysisFailedError("start", "its process did not start in time"));
    }, START_MS);
    timer.unref();
    try {
      const answer = await this.#ask(message);
      if (answer.kind === "unable")
        throw new AnalysisFailedError("start", `its process cannot start: ${answer.error.message}`);
    } finally {
      clearTimeout(timer);
    }
  }

  #ask(message: ToChild): Promise<FromChild> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
      if (this.hasEnded)
        reject(this.#killedFor ?? new AnalysisFailedError("crash", "its process ended"));
      // the exit event reports a process that has ended
      else this.#process.send(message, () => undefined);
    });
  }

  #resultOf(answer: FromChild): unknown {
    if (answer.kind === "result") {
      this.memoryMb = answer.memoryMb;
      return answer.result;
    }
    if (answer.kind !== "error")
      throw new AnalysisFailedError("crash", "its process sent an unexpected answer");
    throw this.#errorOf(answer.error);
  }

  #errorOf({ name, message, parameter }: SentError): Error {
    if (name === "InputError") return new InputError(parameter ?? "text", message);
    const failed = new AnalysisFailedError("crash", message);
    // whatever broke may have left the parsers' memory broken too
    this.kill(failed);
    return failed;
  }

  #deathOf(code: number | null, signal: NodeJS.Signals | null): AnalysisFailedError {
    const reason = this.#reasonOf(code, signal);
    const { heapMb } = this.options;
    if (reason === "memory")
      return new AnalysisFailedError(
        "memory",
        `it needs more memory than a text may use (${heapMb} MB)`,
      );
    return new AnalysisFailedError(
      reason,
      `its process ended with ${signal === null ? `status ${String(code)}` : signal}`,
    );
  }

  #reasonOf(code: number | null, signal: NodeJS.Signals | null): AnalysisFailure {
    // the watching thread and the system end a process by SIGKILL, V8 by SIGABRT or, in a shell's words, 134
    if (signal === "SIGKILL" || signal === "SIGABRT" || code === 134) return "memory";
    return /heap|out of memory|invalid size/i.test(this.#stderr) ? "memory" : "crash";
  }

  #end(error: AnalysisFailedError): void {
    this.hasEnded = true;
    this.#fail(error);
  }

  /** Whether the pool's own process stays alive for this one. */
  #hold(isHeld: boolean): void {
    const { channel, stderr } = this.#process;
    const pipe = stderr as Socket | null;
    for (const each of [this.#process, channel, pipe])
      if (isHeld) each?.ref?.();
      else each?.unref?.();
  }
}
