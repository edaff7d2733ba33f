/** Safer replacements for a command. */
export { commandLineOf } from "./command-line.js";
export type { Advice, Found, Remedy, Step } from "./found.js";
export { remedyOf, rewriteCommandLine } from "./remedy.js";
export { refusalOf } from "./refusal.js";
