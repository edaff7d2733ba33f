/** What the command `curlew` finds in this package: its commands for services. */
export { registerEvaluator } from "./commands/evaluator.js";
export { registerServe } from "./commands/serve.js";
export { registerToken } from "./commands/token.js";
