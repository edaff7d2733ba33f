/** Prints the hash of the evaluator's sources: the `sourceHash` in the answers of a service that is built from this checkout. */
import { fileURLToPath } from "node:url";
import { computeSourceHash } from "../src/evaluator/source-hash.js";

console.log(computeSourceHash(fileURLToPath(new URL("..", import.meta.url))));
