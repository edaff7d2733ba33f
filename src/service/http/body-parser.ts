import type { FastifyInstance, FastifyRequest } from "fastify";
import { workerEntry } from "../../host/worker-entry.js";
import { ServiceError } from "../service-error.js";
import { Background } from "../threads/background.js";
import { transferList } from "../threads/transfer.js";
import type { BodyTask, ReadBody } from "./body-worker.js";
import { parseBody } from "./parse-body.js";

/** Maximum number of bytes of one escaped character in JSON (`\u0000`). */
const MAX_ESCAPE_BYTES = 6;

/** Maximum number of bytes of the other fields. */
const MAX_OTHER_FIELDS_BYTES = 4096;

/** Returns the maximum size of a body in bytes. */
export function bodyLimit(maxTextBytes: number): number {
  return MAX_ESCAPE_BYTES * maxTextBytes + MAX_OTHER_FIELDS_BYTES;
}

const BACKSLASH = 0x5c;
const U = 0x75;

/** Whether the only text in a body exceeds the limit no matter how it is escaped. The JSON is not parsed. */
export function isSurelyTooLong(body: Uint8Array, maxTextBytes: number): boolean {
  // An escape sequence represents at least one byte of the text.
  let minBytes = body.length - MAX_OTHER_FIELDS_BYTES;
  for (let index = 0; index < body.length && minBytes > maxTextBytes; index++) {
    if (body[index] === BACKSLASH) minBytes -= body[++index] === U ? MAX_ESCAPE_BYTES - 1 : 1;
  }
  return minBytes > maxTextBytes;
}

/** Maximum size in bytes of a body that is parsed on this thread; parsing a longer one could delay other requests. */
const MAX_SHORT_BYTES = 64 * 1024;

/** Time limit in milliseconds for parsing a body on the other thread, including waiting. */
const TIMEOUT_MS = 10_000;

/** Accepts only uncompressed `application/json` in valid UTF-8. Long bodies are parsed on a separate thread. */
export function registerBodyParser(
  app: FastifyInstance,
  config: { readonly maxTextBytes: number },
): void {
  const background = new Background({
    ...workerEntry(import.meta.url, "body-worker.js", "body-worker.ts"),
    threads: 1,
  });
  app.addHook("onClose", () => background.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const coding = request.headers["content-encoding"];
      if (coding !== undefined && coding !== "identity") {
        throw new ServiceError("unsupported-media-type", {
          detail: "the body must not be compressed",
        });
      }
      const schema = request.routeOptions.schema?.body;
      // The body of a request for a missing resource is not read.
      if (schema === undefined) return undefined;
      if (
        request.routeOptions.config.oneText === true &&
        isSurelyTooLong(body, config.maxTextBytes)
      )
        throw tooLong(config.maxTextBytes);
      return body.length <= MAX_SHORT_BYTES
        ? parseBody(body)
        : parseOnThread(background, { bytes: body, schema });
    },
  );
}

async function parseOnThread(background: Background, task: BodyTask): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { bytes } = task;
  let reading: ReadBody;
  try {
    reading = (await background.run({
      name: "default",
      task,
      size: bytes.length,
      signal,
      transfer: transferList(bytes),
    })) as ReadBody;
  } catch (error) {
    throw new ServiceError(signal.aborted ? "overloaded" : "evaluation-interrupted", {
      retryAfter: 1,
      cause: error,
    });
  }
  if (reading.ok) return reading.body;
  throw new ServiceError(reading.code, reading.details);
}

/** Throws if a text exceeds the limit, which is in bytes of UTF-8. */
export function checkTextSize(text: string, maxTextBytes: number): void {
  if (Buffer.byteLength(text, "utf8") > maxTextBytes) throw tooLong(maxTextBytes);
}

function tooLong(maxTextBytes: number): ServiceError {
  return new ServiceError("text-too-large", {
    detail: `a text may have at most ${maxTextBytes} bytes of UTF-8`,
  });
}
