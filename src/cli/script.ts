/** The content of one script, which launch.ts runs. */
export { importWith } from "./parts.js";
export { program } from "./program.js";
export { rehearse } from "./rehearse.js";
