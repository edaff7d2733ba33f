import type { EvaluationRequest } from "../protocol/index.js";
import { ServiceError } from "../service/index.js";
import type { EvaluatorPort } from "./evaluator-port.js";

/** Largest answer that is read. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface RemoteEvaluatorOptions {
  /** Base address, with or without a user and a password. */
  readonly url: string;
  /** Access token for it. */
  readonly token?: string | undefined;
}

/** An evaluator reached over HTTP. */
export class RemoteEvaluator implements EvaluatorPort {
  readonly mode = "remote";
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor({ url, token }: RemoteEvaluatorOptions) {
    const address = new URL(url);
    const { username, password } = address;
    address.username = address.password = "";
    this.#base = address.href.replace(/\/+$/, "");
    const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
    const authorization = token === undefined ? (username === "" ? undefined : `Basic ${basic}`) : `Bearer ${token}`;
    this.#headers = authorization === undefined ? {} : { authorization };
  }

  async evaluate(request: EvaluationRequest, signal: AbortSignal): Promise<unknown> {
    return this.#ask("/v1/evaluate", signal, {
      method: "POST",
      headers: { ...this.#headers, "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  }

  async version(signal: AbortSignal): Promise<unknown> {
    return this.#ask("/v1/version", signal, { headers: this.#headers });
  }

  async isReady(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#ask("/readyz", signal, {});
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    // Connections end by themselves.
  }

  async #ask(path: string, signal: AbortSignal, init: RequestInit): Promise<unknown> {
    const text = await this.#exchange(path, signal, init);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new ServiceError("evaluator-invalid-response", { detail: "the answer is not JSON" });
    }
  }

  async #exchange(path: string, signal: AbortSignal, init: RequestInit): Promise<string> {
    try {
      const response = await fetch(this.#base + path, { ...init, signal, redirect: "error" });
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

async function readBounded(response: Response): Promise<string> {
  if (response.body === null) return "";
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
  return Buffer.concat(chunks).toString("utf8");
}

/** What an error of the evaluator means for those who asked the gateway. */
function failureOf(status: number): ServiceError {
  if (status === 504) return new ServiceError("evaluation-timeout");
  if (status === 503 || status === 429) return new ServiceError("overloaded", { retryAfter: 1 });
  return new ServiceError("evaluator-failed", { detail: `the evaluator answered with status ${status}` });
}
