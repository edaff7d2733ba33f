/** The exports of the program's script, which launch.ts runs. */
export { importWith } from "./optional-packages.js";
export { program } from "./program.js";
export { warmUp } from "./warm-up.js";
