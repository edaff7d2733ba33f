import type { FastifyInstance } from "fastify";
import type { Socket } from "node:net";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import { problem, PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode } from "../../protocol/index.js";
import type { Metrics } from "./metrics.js";

/** The problem codes of errors of Node's HTTP server; every other error is `malformed-request`. */
const PARSER_ERRORS: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
  HPE_HEADER_OVERFLOW: "headers-too-large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "text-too-large",
};

type ClientError = Error & { code?: string };

/** Responds to data that is not a complete request, because it is not HTTP or did not arrive in time. */
export class ClientErrors {
  /** The responses of each connection that are not yet sent, in the order of their requests. */
  readonly #pending = new WeakMap<Socket, Set<ServerResponse>>();

  constructor(readonly metrics: Metrics) {}

  /** Tracks requests and their responses. */
  watch(app: FastifyInstance): void {
    app.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const pending = this.#pending.get(request.socket) ?? new Set();
      this.#pending.set(request.socket, pending.add(response));
      response.once("close", () => pending.delete(response));
    });
  }

  answer(app: FastifyInstance, error: ClientError, socket: Socket): void {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = PARSER_ERRORS[error.code ?? ""] ?? "malformed-request";
    const requestId = randomUUID();
    this.metrics.countProblem(code);
    app.log.info(
      {
        reqId: requestId,
        route: null,
        status: PROBLEMS[code].status,
        problem: code,
        parser: error.code,
      },
      "answered",
    );
    const pending = [...(this.#pending.get(socket) ?? [])];
    // Responses to earlier, complete requests are sent first. An incomplete request gets no other response.
    const last = pending.filter(({ req }) => req.complete).at(-1);
    const send = () => {
      if (socket.writable) socket.end(answerOf(code, requestId));
    };
    if (last === undefined) send();
    else last.once("close", send);
  }
}

function answerOf(code: ProblemCode, requestId: string): string {
  const { status } = PROBLEMS[code];
  const body = JSON.stringify(problem(code, { requestId }));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
