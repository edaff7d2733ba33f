import { fork, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { InputError } from "../core/index.js";
import { AnalysisFailedError, type AnalysisFailure } from "./analysis-failed-error.js";
import type { FromChild, SentError, ToChild } from "./child-messages.js";
import type { WorkerEntry } from "./worker-entry.js";

export interface ChildOptions {
  /** The file that calls `serveTasks`. */
  readonly entry: WorkerEntry;
  /** Limit of the JavaScript heap, in MiB. */
  readonly heapMb: number;
  /** Memory limit of the process, in MiB; it is checked every 50 ms. */
  readonly memoryMb: number;
  /** Passed to the `setup` function of `serveTasks`. */
  readonly setup: unknown;
}

/** Time limit for starting, in milliseconds; starting usually takes half a second. */
const START_MS = 60_000;

/** Maximum number of characters of a process's standard error that are kept, to find out why the process ended. */
const MAX_STDERR_LENGTH = 4000;

/** A child process that runs one task at a time. */
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
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR_LENGTH);
    });
    this.#process.on("message", (message: FromChild) => {
      this.#answer(message);
    });
    this.#process.on("error", (error) => {
      this.#end(new AnalysisFailedError("start", `no process can be started: ${error.message}`));
    });
    this.#process.on("exit", (code, signal) => {
      this.#end(this.#killedFor ?? this.#exitError(code, signal));
    });
    this.#ready = this.#start({ kind: "setup", setup, memoryMb });
    this.#ready.catch(() => undefined);
    this.#keepAlive(false);
  }

  /**
   * Runs one task.
   * @param timeLimitMs the process is killed if the task takes longer, not counting the start of the process
   * @throws InputError if the task throws an `InputError`
   * @throws AnalysisFailedError if the task throws another error, or the process ends
   */
  async run(name: string, task: unknown, timeLimitMs: number): Promise<unknown> {
    this.#keepAlive(true);
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
      this.#keepAlive(false);
    }
  }

  /** Ends the process at once; its task is rejected. */
  kill(error: AnalysisFailedError): void {
    this.#killedFor ??= error;
    this.#process.kill("SIGKILL");
    // The task is rejected without waiting for the end of the process.
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
      // If sending fails because the process has ended, the exit event reports it.
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
    // The error may have corrupted the parsers' memory.
    this.kill(failed);
    return failed;
  }

  #exitError(code: number | null, signal: NodeJS.Signals | null): AnalysisFailedError {
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
    // The watching thread and the system end a process with SIGKILL, V8 with SIGABRT or, through a shell, with status 134.
    if (signal === "SIGKILL" || signal === "SIGABRT" || code === 134) return "memory";
    return /heap|out of memory|invalid size/i.test(this.#stderr) ? "memory" : "crash";
  }

  #end(error: AnalysisFailedError): void {
    this.hasEnded = true;
    this.#fail(error);
  }

  /** Sets whether this child process keeps the calling process alive. */
  #keepAlive(isKept: boolean): void {
    const { channel, stderr } = this.#process;
    const pipe = stderr as Socket | null;
    for (const each of [this.#process, channel, pipe])
      if (isKept) each?.ref?.();
      else each?.unref?.();
  }
}
