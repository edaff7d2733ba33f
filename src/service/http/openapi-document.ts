import { Problem } from "../../protocol/index.js";
import { jsonSchema } from "./schema.js";

/** An OpenAPI document as far as it is changed here. */
interface Document {
  components?: { schemas?: Record<string, unknown> };
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
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
const RETRY_AFTER = { "retry-after": integer("Seconds after which to try again") };
const RATE = {
  "x-ratelimit-limit": integer("Requests a minute with this token"),
  "x-ratelimit-remaining": integer("How many are left of them"),
  "x-ratelimit-reset": integer("Seconds until the next minute begins"),
};

/** Gives schemas that are in the document more than once, or are known by a name, one place; and answers their headers. */
export function completeDocument<T extends object>(
  openapi: T,
  named: Readonly<Record<string, object>>,
): T {
  const document = openapi as Document;
  const schemas: Record<string, unknown> = {};
  const byContent = new Map(
    Object.entries({ Problem: jsonSchema(Problem), ...named }).map(([name, schema]) => [
      JSON.stringify(schema),
      name,
    ]),
  );
  const refer = (content: Content = {}) => {
    for (const media of Object.values(content)) {
      const name = byContent.get(JSON.stringify(media.schema));
      if (name === undefined) continue;
      schemas[name] = media.schema;
      media.schema = { $ref: `#/components/schemas/${name}` };
    }
  };
  for (const operation of Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item),
  )) {
    refer(operation.requestBody?.content);
    const isLimited = operation.responses?.["429"] !== undefined;
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      refer(response.content);
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
