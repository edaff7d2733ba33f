import type { EvaluationRequest } from "../protocol/index.js";
import { BodyTooLarge, readBounded, UNCOMPRESSED } from "../redactor/index.js";
import {
  abortError,
  endpointOf,
  ServiceError,
  type Call,
  type Endpoint,
} from "../service/index.js";
import type { EvaluatorPort } from "./evaluator-port.js";
import type { TextWorker } from "./text-worker.js";

const KIB = 1024;

/**
 * Returns the maximum size of a response that is read, in bytes. A valid response lists at most a thousand findings and notes, quotes
 * each character of the text only a few times, and has about twenty bytes for each span.
 */
export function maxAnswerBytes(textLength: number): number {
  return Math.min(64 * KIB + 512 * textLength, 4096 * KIB + 8 * textLength);
}

const MAX_VERSION_BYTES = 64 * KIB;

export interface RemoteEvaluatorOptions {
  /** Base URL, with or without a user and a password. */
  readonly url: string;
  /** Access token for the evaluator. */
  readonly token?: string | undefined;
  readonly textWorker: Pick<TextWorker, "encode">;
}

/** An evaluator that is reached over HTTP. */
export class RemoteEvaluator implements EvaluatorPort {
  readonly mode = "remote";
  #endpoint: Endpoint;
  readonly #textWorker: RemoteEvaluatorOptions["textWorker"];

  constructor({ url, token, textWorker }: RemoteEvaluatorOptions) {
    this.#textWorker = textWorker;
    this.#endpoint = endpointOf(url, token);
  }

  /** Changes the URL and the token. */
  connect(url: string, token: string | undefined): void {
    this.#endpoint = endpointOf(url, token);
  }

  async evaluate(request: EvaluationRequest, call: Call): Promise<Uint8Array> {
    const headers = {
      "content-type": "application/json",
      ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
    };
    const body = await this.#encode(request, call);
    return this.#exchange(
      "/v1/evaluate",
      call,
      { method: "POST", headers, body },
      maxAnswerBytes(request.text.length),
    );
  }

  async version(call: Call): Promise<unknown> {
    const answer = await this.#exchange("/v1/version", call, {}, MAX_VERSION_BYTES);
    return JSON.parse(Buffer.from(answer).toString("utf8")) as unknown;
  }

  async close(): Promise<void> {
    // Idle connections close by themselves.
  }

  async #encode(request: EvaluationRequest, call: Call): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#textWorker.encode(request, call.signal);
    } catch (error) {
      if (call.signal.aborted) throw abortError(call, error);
      throw new ServiceError("evaluation-interrupted", { retryAfter: 1, cause: error });
    }
  }

  async #exchange(
    path: string,
    call: Call,
    init: RequestInit,
    maxBytes: number,
  ): Promise<Uint8Array> {
    const headers = {
      ...this.#endpoint.headers,
      ...UNCOMPRESSED,
      ...(init.headers as Record<string, string> | undefined),
    };
    try {
      const response = await fetch(this.#endpoint.at(path), {
        ...init,
        headers,
        signal: call.signal,
        redirect: "error",
      });
      if (response.ok) return await readBounded(response, maxBytes);
      await response.body?.cancel();
      throw failureOf(response.status);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (call.signal.aborted) throw abortError(call, error);
      if (error instanceof BodyTooLarge)
        throw new ServiceError("evaluator-invalid-response", {
          detail: "the response is too large",
          cause: error,
        });
      throw new ServiceError("evaluator-unreachable", { cause: error });
    }
  }
}

/** Returns the error for the gateway's client when the evaluator's response has an error status. */
function failureOf(status: number): ServiceError {
  if (status === 504) return new ServiceError("evaluation-timeout");
  if (status === 503 || status === 429) return new ServiceError("overloaded", { retryAfter: 1 });
  return new ServiceError("evaluator-failed", {
    detail: `the evaluator answered with status ${status}`,
  });
}
