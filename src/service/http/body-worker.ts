import type { ValidateFunction } from "ajv/dist/2020.js";
import type { ProblemCode } from "../../protocol/index.js";
import { ServiceError, type ServiceErrorDetails } from "../service-error.js";
import { parseBody } from "./parse-body.js";
import { createValidator, placesOf } from "./schema.js";

/** A body, and the schema it must fit. */
export interface BodyTask {
  readonly bytes: Uint8Array;
  readonly schema: unknown;
}

/** Only a valid body is returned: passing anything else could take as long as parsing it. */
export type ReadBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly code: ProblemCode; readonly details: ServiceErrorDetails };

const validator = createValidator();
const known = new Map<string, ValidateFunction>();

function validateBy(schema: unknown): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = known.get(key) ?? validator.compile(schema as object);
  known.set(key, validate);
  return validate;
}

/** Entry of a worker thread that reads a long body. */
export default function readBody({ bytes, schema }: BodyTask): ReadBody {
  try {
    const body = parseBody(bytes);
    const validate = validateBy(schema);
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
