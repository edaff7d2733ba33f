/** Prints the hash of the evaluator's sources: the `sourceHash` that a service built from this checkout answers with. */
import { fileURLToPath } from "node:url";
import { computeSourceHash } from "../src/evaluator/source-hash.js";

console.log(computeSourceHash(fileURLToPath(new URL("..", import.meta.url))));
