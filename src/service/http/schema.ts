import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import type * as v from "valibot";

/** For responses that are already JSON. */
export const JSON_MEDIA_TYPE = "application/json; charset=utf-8";

/** Returns the JSON Schema (2020-12) of a message. Checks that no schema can express are left to the reader of the message. */
export function jsonSchema(schema: v.GenericSchema): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: "input",
    errorMode: "ignore",
  });
  return rest;
}

/** Makes what checks requests by their schemas: as they are, nothing coerced or removed. */
export function createValidator(): Ajv2020 {
  return new Ajv2020({ coerceTypes: false, removeAdditional: false, allErrors: false });
}

/** Validates requests; responses are serialized without validation. */
export function registerSchemas(app: FastifyInstance): void {
  const validator = createValidator();
  app.setValidatorCompiler(({ schema }) => validator.compile(schema as object));
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

/** A validation error at one place. */
interface SchemaError {
  readonly instancePath: string;
  readonly message?: string | undefined;
}

/** Returns the invalid places for an error response; nothing of the request is repeated. */
export function placesOf(errors: readonly SchemaError[]) {
  return errors.map(({ instancePath, message }) => ({
    pointer: instancePath,
    detail: message ?? "does not fit the schema",
  }));
}
