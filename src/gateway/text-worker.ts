import type { EvaluationRequest } from "../protocol/index.js";
import {
  takeResults,
  type ResultsTask,
  type Scan,
  type ScanTask,
  type TakenResults,
} from "../redactor/index.js";
import { workerEntry } from "../host/worker-entry.js";
import { Background, ownBuffer } from "../service/index.js";
import { encode, assessAnswer, type AssessedAnswer, type AnswerTask } from "./assess-answer.js";

const THREADS = 2;

/** Responses and texts up to this size are processed on the calling thread. */
const SHORT = 16 * 1024;

/** Processes texts that would block the gateway's thread. */
export class TextWorker {
  readonly #background = new Background({
    ...workerEntry(import.meta.url, "gateway-worker.js", "worker.ts"),
    threads: THREADS,
  });

  /** Looks through a text for personal data. */
  async scan(task: ScanTask, signal: AbortSignal): Promise<Scan> {
    return (await this.#background.run({
      name: "scan",
      task,
      size: task.text.length,
      signal,
    })) as Scan;
  }

  /** Reads what an analyzer of personal data answered. */
  async takeResults(task: ResultsTask, signal: AbortSignal): Promise<TakenResults> {
    const size = Math.max(task.answer.length, task.text.length);
    if (size <= SHORT) return takeResults(task);
    return (await this.#background.run({
      name: "takeResults",
      task,
      size,
      signal,
      transfer: ownBuffer(task.answer),
    })) as TakenResults;
  }

  /** Makes a question to an evaluator ready to be sent. */
  async encode(question: EvaluationRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const size = question.text.length;
    if (size <= SHORT) return encode(question);
    return (await this.#background.run({
      name: "encode",
      task: question,
      size,
      signal,
    })) as Uint8Array<ArrayBuffer>;
  }

  /** Checks an evaluator's response. */
  async assessAnswer(task: AnswerTask, signal: AbortSignal): Promise<AssessedAnswer> {
    const { answer, question } = task;
    if (!(answer instanceof Uint8Array)) return assessAnswer(task);
    const size = Math.max(answer.length, question.text.length);
    if (size <= SHORT) return assessAnswer(task);
    return (await this.#background.run({
      name: "assessAnswer",
      task,
      size,
      signal,
      transfer: ownBuffer(answer),
    })) as AssessedAnswer;
  }

  async close(): Promise<void> {
    await this.#background.close();
  }
}
