import path from "node:path";
import { pathToFileURL } from "node:url";

/** The library as it is published; the benchmark runs without a loader of TypeScript, which makes slower what it loads. */
export const library = pathToFileURL(path.resolve("dist/index.js")).href;
