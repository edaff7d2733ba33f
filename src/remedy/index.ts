/** Safer replacements for a command. */
export { commandLineOf } from "./command-line.js";
export type { Advice, Found, Remedy, Step } from "./remedy-types.js";
export { remedyOf, rewriteCommandLine } from "./remedy.js";
export { refusalOf } from "./refusal.js";
