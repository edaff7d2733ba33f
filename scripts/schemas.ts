/** Writes the published JSON Schemas into schema/; a test holds them against the code they are made from. */
import { writeFileSync } from "node:fs";
import { schemas } from "../src/cli/report/schemas.js";

for (const [name, schema] of Object.entries(schemas))
  writeFileSync(`schema/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
