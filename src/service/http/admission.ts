import type { FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from "fastify";
import { Transform, type Readable } from "node:stream";
import { ServiceError } from "../service-error.js";

export interface AdmissionLimits {
  /** Maximum number of simultaneous requests. */
  readonly maxConcurrent: number;
  /** Maximum number of simultaneous requests with one token. */
  readonly maxConcurrentPerToken: number;
  /** Maximum number of bytes of bodies in memory at once; one token may have half of them. */
  readonly maxBufferedBytes: number;
}

interface Share {
  requests: number;
  bytes: number;
}

/** Limits simultaneous requests and the bytes of their bodies. Both count from before a body is read until the response is sent. */
export class Admission {
  readonly #all: Share = { requests: 0, bytes: 0 };
  readonly #shares = new Map<string, Share>();

  /** @param limits read for each request, so that they may change */
  constructor(readonly limits: AdmissionLimits) {}

  get requests(): number {
    return this.#all.requests;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  /**
   * Admits a request.
   * @throws ServiceError `overloaded` if the limits do not allow it
   */
  admit(client: string): Reservation {
    const { maxConcurrent, maxConcurrentPerToken } = this.limits;
    const share = this.#shares.get(client) ?? { requests: 0, bytes: 0 };
    if (this.#all.requests >= maxConcurrent || share.requests >= maxConcurrentPerToken)
      throw full();
    this.#shares.set(client, share);
    this.#all.requests++;
    share.requests++;
    let reserved = 0;
    let isOpen = true;
    const reserve = (bytes: number) => {
      if (!isOpen) return;
      const { maxBufferedBytes } = this.limits;
      // A body is always admitted while no other request has reserved memory.
      const fits =
        this.#all.bytes === reserved ||
        (this.#all.bytes + bytes <= maxBufferedBytes &&
          share.bytes + bytes <= maxBufferedBytes / 2);
      if (!fits) throw full();
      reserved += bytes;
      share.bytes += bytes;
      this.#all.bytes += bytes;
    };
    const release = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#all.requests--;
      this.#all.bytes -= reserved;
      share.requests--;
      share.bytes -= reserved;
      if (share.requests === 0) this.#shares.delete(client);
    };
    return { reserve, release };
  }
}

/** The capacity that is reserved for one request. */
export interface Reservation {
  /** Reserves memory for more bytes of the body. @throws ServiceError `overloaded` if the limits do not allow it */
  reserve(bytes: number): void;
  /** Releases everything that was reserved. */
  release(): void;
}

function full(): ServiceError {
  return new ServiceError("overloaded", { retryAfter: 1 });
}

/** Returns the client of a request: the token's name, or the IP address if no token is required. */
export function clientOf(request: FastifyRequest): string {
  return request.facts.token ?? request.ip;
}

/** Returns the hook that admits a request before its body is read, and sends 100 Continue if the client waits for it. */
export function admitting(admission: Admission): preParsingAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply, payload: Readable) => {
    const reservation = admission.admit(clientOf(request));
    request.releaseCapacity = reservation.release;
    // An aborted request has no response after which the capacity would be released.
    reply.raw.once("close", reservation.release);
    const length = request.headers["content-length"];
    // A body above the limit is never accepted.
    if (Number(length) > request.routeOptions.bodyLimit) throw new ServiceError("text-too-large");
    if (length !== undefined) reservation.reserve(Number(length));
    if (request.headers.expect?.toLowerCase() === "100-continue") reply.raw.writeContinue();
    return length === undefined ? counted(payload, reservation) : payload;
  };
}

/** Returns a stream of a body of unknown length that reserves memory for each chunk as it arrives. */
function counted(payload: Readable, reservation: Reservation): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        reservation.reserve(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  payload.on("error", (error) => counter.destroy(error));
  return payload.pipe(counter);
}
