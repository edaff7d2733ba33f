/** The exports of `command.cjs`, the script of the program, which `launch.ts` runs. */
export { importWith } from "./optional-packages.js";
export { program } from "./program.js";
export { warmUp } from "./warm-up.js";
