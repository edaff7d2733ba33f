import type { EvaluationRequest } from "../protocol/index.js";
import {
  readResults,
  type ReadResults,
  type ResultsTask,
  type Scan,
  type ScanTask,
} from "../redactor/index.js";
import { workerEntry } from "../host/worker-entry.js";
import { Background, transferList } from "../service/index.js";
import { encode, assessAnswer, type AssessedAnswer, type AnswerTask } from "./assess-answer.js";

const THREADS = 2;

/** Maximum size of responses and texts that are processed on the calling thread, in bytes or UTF-16 code units. */
const MAX_SHORT_SIZE = 16 * 1024;

/**
 * Processes texts on other threads, because long texts would block the calling thread. Except for scans, short texts are processed on the
 * calling thread.
 */
export class TextWorker {
  readonly #background = new Background({
    ...workerEntry(import.meta.url, "gateway-worker.js", "worker.ts"),
    threads: THREADS,
  });

  /** Finds personal data in a text. */
  async scan(task: ScanTask, signal: AbortSignal): Promise<Scan> {
    return (await this.#background.run({
      name: "scan",
      task,
      size: task.text.length,
      signal,
    })) as Scan;
  }

  /** Reads the response of a Presidio analyzer. */
  async readResults(task: ResultsTask, signal: AbortSignal): Promise<ReadResults> {
    const size = Math.max(task.answer.length, task.text.length);
    if (size <= MAX_SHORT_SIZE) return readResults(task);
    return (await this.#background.run({
      name: "readResults",
      task,
      size,
      signal,
      transfer: transferList(task.answer),
    })) as ReadResults;
  }

  /** Serializes a request to an evaluator. */
  async encode(question: EvaluationRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const size = question.text.length;
    if (size <= MAX_SHORT_SIZE) return encode(question);
    return (await this.#background.run({
      name: "encode",
      task: question,
      size,
      signal,
    })) as Uint8Array<ArrayBuffer>;
  }

  /** Checks an evaluator's response, and returns its verdict and findings. */
  async assessAnswer(task: AnswerTask, signal: AbortSignal): Promise<AssessedAnswer> {
    const { answer, question } = task;
    if (!(answer instanceof Uint8Array)) return assessAnswer(task);
    const size = Math.max(answer.length, question.text.length);
    if (size <= MAX_SHORT_SIZE) return assessAnswer(task);
    return (await this.#background.run({
      name: "assessAnswer",
      task,
      size,
      signal,
      transfer: transferList(answer),
    })) as AssessedAnswer;
  }

  async close(): Promise<void> {
    await this.#background.close();
  }
}
