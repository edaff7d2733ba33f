import path from "node:path";
import { pathToFileURL } from "node:url";

/** The URL of the built library. Benchmarks load it without a TypeScript loader, which would slow it down. */
export const library = pathToFileURL(path.resolve("dist/index.js")).href;
