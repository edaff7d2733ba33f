import type { FastifyInstance } from "fastify";
import { ServiceError } from "../service-error.js";

/** One character may take six in JSON (`\u0000`); the rest is room for the other fields. */
export function bodyLimit(maxTextBytes: number): number {
  return 6 * maxTextBytes + 4096;
}

/** Takes `application/json` in valid UTF-8 and nothing else. */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(body as Buffer);
    } catch {
      done(new ServiceError("malformed-request", { detail: "the body is not valid UTF-8" }));
      return;
    }
    void parseJson(request, text, done);
  });
}

/** Refuses a text above the limit, which is counted in bytes of UTF-8. */
export function checkTextSize(text: string, maxTextBytes: number): void {
  if (Buffer.byteLength(text, "utf8") > maxTextBytes) {
    throw new ServiceError("text-too-large", { detail: `a text may have ${maxTextBytes} bytes of UTF-8` });
  }
}
