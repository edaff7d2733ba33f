/** The exports of `hook.cjs`, the script of the hook, which `launch.ts` runs. */
export { hookArguments } from "./hook-arguments.js";
export { runHook } from "./run-hook.js";
export { warmUpHook } from "./warm-up-hook.js";
