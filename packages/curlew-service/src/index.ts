/** The commands that `curlew` loads from this package. */
export { registerEvaluator } from "./commands/evaluator.js";
export { registerServe } from "./commands/serve.js";
export { registerToken } from "./commands/token.js";
