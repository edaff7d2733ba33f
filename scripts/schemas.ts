/** Writes the published JSON Schemas into schema/; a test fails if they are out of date. */
import { writeFileSync } from "node:fs";
import { schemas } from "../src/cli/report/schemas.js";

for (const [name, schema] of Object.entries(schemas))
  writeFileSync(`schema/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
