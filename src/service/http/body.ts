import type { FastifyInstance, FastifyRequest } from "fastify";
import { workerEntry } from "../../host/worker-entry.js";
import { ServiceError } from "../service-error.js";
import { Background } from "../threads/background.js";
import { ownBuffer } from "../threads/hand-over.js";
import type { BodyTask, ReadBody } from "./body-worker.js";
import { parseBody } from "./parse-body.js";

/** One character may need six in JSON (`\u0000`). */
const LONGEST_ESCAPE = 6;

/** Room for the other fields. */
const OTHER_FIELDS = 4096;

export function bodyLimit(maxTextBytes: number): number {
  return LONGEST_ESCAPE * maxTextBytes + OTHER_FIELDS;
}

const BACKSLASH = 0x5c;
const U = 0x75;

/** Whether the only text of a body is above the limit, however it is escaped; determined without parsing the JSON. */
export function isSurelyTooLong(body: Uint8Array, maxTextBytes: number): boolean {
  // An escape makes a text shorter than its body by its length less one, at most.
  let least = body.length - OTHER_FIELDS;
  for (let index = 0; index < body.length && least > maxTextBytes; index++) {
    if (body[index] === BACKSLASH) least -= body[++index] === U ? LONGEST_ESCAPE - 1 : 1;
  }
  return least > maxTextBytes;
}

/** Bodies up to this many bytes are read at once; longer ones could take long, whatever is in them. */
const SHORT = 64 * 1024;

/** For reading one body, waiting included. */
const TIMEOUT_MS = 10_000;

/** Accepts only `application/json` in valid UTF-8. Long bodies are parsed on a separate thread. */
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
      return body.length <= SHORT
        ? parseBody(body)
        : readElsewhere(background, { bytes: body, schema });
    },
  );
}

async function readElsewhere(background: Background, task: BodyTask): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { bytes } = task;
  let reading: ReadBody;
  try {
    reading = (await background.run({
      name: "default",
      task,
      size: bytes.length,
      signal,
      transfer: ownBuffer(bytes),
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

/** Refuses a text above the limit, which is counted in bytes of UTF-8. */
export function checkTextSize(text: string, maxTextBytes: number): void {
  if (Buffer.byteLength(text, "utf8") > maxTextBytes) throw tooLong(maxTextBytes);
}

function tooLong(maxTextBytes: number): ServiceError {
  return new ServiceError("text-too-large", {
    detail: `a text may have at most ${maxTextBytes} bytes of UTF-8`,
  });
}
