/** Safer replacements for a command. */
export { commandLineOf } from "./command-line.js";
export type { Found, Remedy, Step } from "./found.js";
export { remedyOf, wholeWay } from "./remedy.js";
export { refusalOf } from "./refusal.js";
