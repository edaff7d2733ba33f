import type { ValidateFunction } from "ajv/dist/2020.js";
import type { ProblemCode } from "../../protocol/index.js";
import { ServiceError, type ServiceErrorDetails } from "../service-error.js";
import { parseBody } from "./parse-body.js";
import { createValidator, placesOf } from "./schema.js";

/** A body, and the JSON Schema that it must match. */
export interface BodyTask {
  readonly bytes: Uint8Array;
  readonly schema: unknown;
}

/** The parsed body or the error. Passing an invalid body to the other thread could take as long as parsing it. */
export type ReadBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly code: ProblemCode; readonly details: ServiceErrorDetails };

const validator = createValidator();
const compiled = new Map<string, ValidateFunction>();

function compile(schema: unknown): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? validator.compile(schema as object);
  compiled.set(key, validate);
  return validate;
}

/** Entry of the worker thread that parses and validates a long body. */
export default function readBody({ bytes, schema }: BodyTask): ReadBody {
  try {
    const body = parseBody(bytes);
    const validate = compile(schema);
    if (validate(body)) return { ok: true, body };
    return {
      ok: false,
      code: "invalid-request",
      details: { errors: placesOf(validate.errors ?? []) },
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ok: false, code: error.code, details: error.details };
  }
}
