import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import type * as v from "valibot";

/** The media type of a response whose body is already serialized. */
export const JSON_MEDIA_TYPE = "application/json; charset=utf-8";

/** Returns the JSON Schema (2020-12) of a message, without the checks that JSON Schema cannot express. */
export function jsonSchema(schema: v.GenericSchema): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: "input",
    errorMode: "ignore",
  });
  return rest;
}

/** Creates an Ajv instance that does not change the data it validates. */
export function createValidator(): Ajv2020 {
  return new Ajv2020({ coerceTypes: false, removeAdditional: false, allErrors: false });
}

/** Sets the app's compilers: requests are validated by their schemas, responses serialized without validation. */
export function registerSchemas(app: FastifyInstance): void {
  const validator = createValidator();
  app.setValidatorCompiler(({ schema }) => validator.compile(schema as object));
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

/** A validation error; `instancePath` is a JSON pointer to the invalid value. */
interface SchemaError {
  readonly instancePath: string;
  readonly message?: string | undefined;
}

/** Returns the JSON pointer and the message of each error, for an error response. They contain no values of the request. */
export function placesOf(errors: readonly SchemaError[]) {
  return errors.map(({ instancePath, message }) => ({
    pointer: instancePath,
    detail: message ?? "does not match the schema",
  }));
}
