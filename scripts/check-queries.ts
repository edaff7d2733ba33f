/**
 * Checks all query files against the pinned grammars and queries/captures.json, and the annotated fixtures in test/queries against
 * the queries. The exit status is 1 if there is a problem.
 */
import { delayTiering } from "../src/cli/tiering.js";
import { QueryError } from "../src/core/query/query-error.js";
import { loadAssets } from "../src/host/node.js";
import { problemsOf } from "./queries/query-problems.js";

async function check(): Promise<string[]> {
  try {
    return await problemsOf(await loadAssets(), "test/queries");
  } catch (error) {
    if (error instanceof QueryError) return [`queries/${error.message}`];
    throw error;
  }
}

delayTiering(); // optimizing a grammar takes longer than all checks
const problems = await check();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log("check-queries: no problems in query files and fixtures");
