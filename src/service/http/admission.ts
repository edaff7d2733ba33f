import type { FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from "fastify";
import { Transform, type Readable } from "node:stream";
import { ServiceError } from "../service-error.js";

export interface AdmissionLimits {
  /** Requests at once. */
  readonly maxConcurrent: number;
  /** Requests with one token at once. */
  readonly maxConcurrentPerToken: number;
  /** Bytes of bodies in memory at once; one token may have half of them. */
  readonly maxBufferedBytes: number;
}

interface Share {
  requests: number;
  bytes: number;
}

/** Counts requests, and the bytes of their bodies, from before the first byte is read until the answer is sent. */
export class Admission {
  readonly #all: Share = { requests: 0, bytes: 0 };
  readonly #shares = new Map<string, Share>();

  /** @param limits are read for each request, so that they may change */
  constructor(readonly limits: AdmissionLimits) {}

  get requests(): number {
    return this.#all.requests;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  /**
   * Takes a request in.
   * @throws ServiceError `overloaded` if there is no room for it
   */
  enter(client: string): Pass {
    const { maxConcurrent, maxConcurrentPerToken } = this.limits;
    const share = this.#shares.get(client) ?? { requests: 0, bytes: 0 };
    if (this.#all.requests >= maxConcurrent || share.requests >= maxConcurrentPerToken)
      throw full();
    this.#shares.set(client, share);
    this.#all.requests++;
    share.requests++;
    let held = 0;
    let isOpen = true;
    const hold = (bytes: number) => {
      if (!isOpen) return;
      const { maxBufferedBytes } = this.limits;
      // One body always has room where there is no other.
      const fits =
        this.#all.bytes === held ||
        (this.#all.bytes + bytes <= maxBufferedBytes &&
          share.bytes + bytes <= maxBufferedBytes / 2);
      if (!fits) throw full();
      held += bytes;
      share.bytes += bytes;
      this.#all.bytes += bytes;
    };
    const leave = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#all.requests--;
      this.#all.bytes -= held;
      share.requests--;
      share.bytes -= held;
      if (share.requests === 0) this.#shares.delete(client);
    };
    return { hold, leave };
  }
}

/** The room one request has. */
export interface Pass {
  /** Takes room for so many more bytes. */
  hold(bytes: number): void;
  leave(): void;
}

function full(): ServiceError {
  return new ServiceError("overloaded", { retryAfter: 1 });
}

/** Whose request it is: the token's name, or the address where no token is asked for. */
export function clientOf(request: FastifyRequest): string {
  return request.facts.token ?? request.ip;
}

/** The hook that takes a request in before its body is read, and asks for the body where the client waits to be asked. */
export function admitting(admission: Admission): preParsingAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply, payload: Readable) => {
    const pass = admission.enter(clientOf(request));
    request.leave = pass.leave;
    // One that is given up before it is whole is never answered.
    reply.raw.once("close", pass.leave);
    const length = request.headers["content-length"];
    // There is never room for it, whatever else there is.
    if (Number(length) > request.routeOptions.bodyLimit) throw new ServiceError("text-too-large");
    if (length !== undefined) pass.hold(Number(length));
    if (request.headers.expect?.toLowerCase() === "100-continue") reply.raw.writeContinue();
    return length === undefined ? counted(payload, pass) : payload;
  };
}

/** A body of unknown length takes its room as it comes. */
function counted(payload: Readable, pass: Pass): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        pass.hold(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  payload.on("error", (error) => counter.destroy(error));
  return payload.pipe(counter);
}
