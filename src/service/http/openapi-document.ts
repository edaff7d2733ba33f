import { Finding, Note, Outcome, Problem, PROBLEM_CODES } from "../../protocol/index.js";
import { jsonSchema } from "./schema.js";

/** The parts of an OpenAPI document that this module changes. */
interface Document {
  components?: { schemas?: Record<string, unknown> };
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
  security?: unknown[];
  requestBody?: { content?: Content };
  responses?: Record<string, { headers?: Record<string, unknown>; content?: Content }>;
}

type Content = Record<string, { schema?: unknown }>;

const integer = (description: string) => ({ description, schema: { type: "integer" } });

const REQUEST_ID = {
  "x-request-id": {
    description: "Id of the request, as in the log",
    schema: { type: "string", format: "uuid" },
  },
};
const RETRY_AFTER = { "retry-after": integer("Seconds to wait before the next attempt") };
const RATE = {
  "x-ratelimit-limit": integer("Requests a minute with this token"),
  "x-ratelimit-remaining": integer("Requests left in this minute"),
  "x-ratelimit-reset": integer("Seconds until the next minute begins"),
};

/** The schemas that both services use, by their names in the document. */
const COMMON = {
  Finding: jsonSchema(Finding),
  Note: jsonSchema(Note),
  Outcome: jsonSchema(Outcome),
  Problem: jsonSchema(Problem),
};

/**
 * Moves named schemas from all operations to the components, adds the headers of responses, and marks operations without
 * authentication. Changes the document and returns it.
 */
export function completeDocument<T extends object>(
  openapi: T,
  named: Readonly<Record<string, object>>,
): T {
  const document = openapi as Document;
  const schemas: Record<string, unknown> = {};
  const nameByKey = new Map(
    Object.entries({ ...COMMON, ...named }).map(([name, schema]) => [schemaKey(schema), name]),
  );
  const withReferences = (schema: unknown): unknown => {
    if (typeof schema !== "object" || schema === null) return schema;
    const name = nameByKey.get(schemaKey(schema));
    if (name === undefined) return mapValues(schema, withReferences);
    schemas[name] ??= withCodes(name, mapValues(schema, withReferences));
    return { $ref: `#/components/schemas/${name}` };
  };
  const moveSchemas = (content: Content = {}) => {
    for (const media of Object.values(content)) media.schema = withReferences(media.schema);
  };
  for (const operation of Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item),
  )) {
    operation.security ??= [];
    moveSchemas(operation.requestBody?.content);
    const isLimited = operation.responses?.["429"] !== undefined;
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      moveSchemas(response.content);
      const retry = status === "429" || status === "503" ? RETRY_AFTER : {};
      const rate = isLimited && (status === "200" || status === "429") ? RATE : {};
      response.headers = { ...REQUEST_ID, ...retry, ...rate, ...response.headers };
    }
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...schemas },
  };
  return openapi;
}

/**
 * Returns a string that is equal for equal schemas: JSON with sorted keys, without the outer description, which a response replaces. A
 * constant becomes an enumeration, as in the document.
 */
function schemaKey(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined }, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { const: constant, ...rest } = value as Record<string, unknown>;
    const parts = Object.entries(constant === undefined ? rest : { ...rest, enum: [constant] });
    return Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function mapValues(schema: object, change: (value: unknown) => unknown): object {
  return Array.isArray(schema)
    ? schema.map(change)
    : Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, change(value)]));
}

/** Adds the known codes to the schema of a problem. They are not in `Problem` itself, which also accepts codes of later versions. */
function withCodes(name: string, schema: object): object {
  if (name !== "Problem" || !("properties" in schema)) return schema;
  const properties = schema.properties as Record<string, object>;
  return {
    ...schema,
    properties: { ...properties, code: { ...properties["code"], enum: PROBLEM_CODES } },
  };
}
