import path from "node:path";
import { pathToFileURL } from "node:url";

/** The library as it is published; the benchmark runs without a TypeScript loader, which would slow down the modules it loads. */
export const library = pathToFileURL(path.resolve("dist/index.js")).href;
