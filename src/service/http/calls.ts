import type { FastifyReply, FastifyRequest } from "fastify";
import { callWithin, type OpenCall } from "../call.js";

/** `traceparent` as the W3C's Trace Context has it. */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the client's trace, if it sent a well-formed one. */
export function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const value = headers["traceparent"];
  return typeof value === "string" && TRACEPARENT.test(value) ? value : undefined;
}

/** Does the work for a request: it ends when its time is out, and when the client leaves before it is answered. */
export async function onCall<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  timeoutMs: number,
  work: (call: OpenCall) => Promise<T>,
): Promise<T> {
  const call = callWithin(timeoutMs, traceparentOf(request));
  const left = () => {
    if (!reply.raw.writableEnded) call.leave();
  };
  if (request.raw.socket.destroyed) left();
  reply.raw.once("close", left);
  try {
    return await work(call);
  } finally {
    call.close();
    reply.raw.off("close", left);
  }
}
