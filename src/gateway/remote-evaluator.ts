import type { EvaluationRequest } from "../protocol/index.js";
import { endpointOf, ServiceError, type Endpoint } from "../service/index.js";
import type { EvaluatorPort } from "./evaluator-port.js";
import type { Workshop } from "./workshop.js";

/** Largest answer that is read. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface RemoteEvaluatorOptions {
  /** Base address, with or without a user and a password. */
  readonly url: string;
  /** Access token for it. */
  readonly token?: string | undefined;
  readonly workshop: Pick<Workshop, "encode">;
}

/** An evaluator reached over HTTP. */
export class RemoteEvaluator implements EvaluatorPort {
  readonly mode = "remote";
  readonly #endpoint: Endpoint;
  readonly #workshop: RemoteEvaluatorOptions["workshop"];

  constructor({ url, token, workshop }: RemoteEvaluatorOptions) {
    this.#workshop = workshop;
    this.#endpoint = endpointOf(url, token);
  }

  async evaluate(request: EvaluationRequest, signal: AbortSignal): Promise<Uint8Array> {
    const headers = { ...this.#endpoint.headers, "content-type": "application/json" };
    const body = await this.#encode(request, signal);
    return this.#exchange("/v1/evaluate", signal, { method: "POST", headers, body });
  }

  async version(signal: AbortSignal): Promise<unknown> {
    const answer = await this.#exchange("/v1/version", signal, { headers: this.#endpoint.headers });
    return JSON.parse(Buffer.from(answer).toString("utf8")) as unknown;
  }

  async isReady(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#exchange("/readyz", signal, {});
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    // Connections end by themselves.
  }

  async #encode(request: EvaluationRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#workshop.encode(request, signal);
    } catch (error) {
      if (signal.aborted) throw new ServiceError("evaluation-timeout", { cause: error });
      throw new ServiceError("evaluation-interrupted", { retryAfter: 1, cause: error });
    }
  }

  async #exchange(path: string, signal: AbortSignal, init: RequestInit): Promise<Uint8Array> {
    try {
      const response = await fetch(this.#endpoint.at(path), { ...init, signal, redirect: "error" });
      if (response.ok) return await readBounded(response);
      await response.body?.cancel();
      throw failureOf(response.status);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (signal.aborted) throw new ServiceError("evaluation-timeout", { cause: error });
      throw new ServiceError("evaluator-unreachable", { cause: error });
    }
  }
}

async function readBounded(response: Response): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new ServiceError("evaluator-invalid-response", { detail: "the answer is too large" });
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** What an error of the evaluator means for those who asked the gateway. */
function failureOf(status: number): ServiceError {
  if (status === 504) return new ServiceError("evaluation-timeout");
  if (status === 503 || status === 429) return new ServiceError("overloaded", { retryAfter: 1 });
  return new ServiceError("evaluator-failed", { detail: `the evaluator answered with status ${status}` });
}
