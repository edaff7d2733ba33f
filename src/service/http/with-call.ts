import type { FastifyReply, FastifyRequest } from "fastify";
import { callWithin, type OpenCall } from "../call.js";

/** The format of `traceparent` (W3C Trace Context). */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the `traceparent` header of a request, or `undefined` if it is missing or malformed. */
export function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const value = headers["traceparent"];
  return typeof value === "string" && TRACEPARENT.test(value) ? value : undefined;
}

/** Runs `work` with a call that is aborted at the time limit, or when the client disconnects before the response. */
export async function withCall<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  timeoutMs: number,
  work: (call: OpenCall) => Promise<T>,
): Promise<T> {
  const call = callWithin(timeoutMs, traceparentOf(request));
  const onClose = () => {
    if (!reply.raw.writableEnded) call.leave();
  };
  if (request.raw.socket.destroyed) onClose();
  reply.raw.once("close", onClose);
  try {
    return await work(call);
  } finally {
    call.close();
    reply.raw.off("close", onClose);
  }
}
