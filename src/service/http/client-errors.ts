import type { Socket } from "node:net";
import { STATUS_CODES } from "node:http";
import { problem, PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode } from "../../protocol/index.js";

/** Codes of Node's HTTP parser that have a problem of their own; everything else is malformed. */
const PARSER_ERRORS: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
  HPE_HEADER_OVERFLOW: "headers-too-large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "text-too-large",
};

/** Answers what never became a request, because it was no HTTP or did not arrive in time. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = PARSER_ERRORS[error.code ?? ""] ?? "malformed-request";
  const { status } = PROBLEMS[code];
  const body = JSON.stringify(problem(code));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
