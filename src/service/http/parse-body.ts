import { parse } from "secure-json-parse";
import { ServiceError } from "../service-error.js";

/** Parses a body as JSON. @throws ServiceError `malformed-request` if it is not valid UTF-8 or JSON, or has a key such as `__proto__` */
export function parseBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError("malformed-request", { detail: "the body is not valid UTF-8" });
  }
  try {
    return parse(text, { protoAction: "error", constructorAction: "error" }) as unknown;
  } catch {
    throw new ServiceError("malformed-request", {
      detail: "the body is not JSON, or has a key such as __proto__",
    });
  }
}
