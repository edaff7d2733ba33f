import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import type * as v from "valibot";

/** The JSON Schema (2020-12) of a message. Checks that no schema can express are left to the reader of the message. */
export function jsonSchema(schema: v.GenericSchema): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: "draft-2020-12", typeMode: "input", errorMode: "ignore" });
  return rest;
}

/** Validates requests as they are, nothing coerced or removed; answers are serialised as they are. */
export function registerSchemas(app: FastifyInstance): void {
  const ajv = new Ajv2020({ coerceTypes: false, removeAdditional: false, allErrors: false });
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}
