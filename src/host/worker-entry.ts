import { fileURLToPath } from "node:url";
import { threadOptions } from "./thread-options.js";

/** The file of a worker, and the options with which Node can run it. */
export interface WorkerEntry {
  readonly workerFile: string;
  readonly execArgv: string[];
}

/**
 * Returns the entry of a worker: the bundle in the folder of the caller's bundle, or the source file in a checkout.
 * @param caller the `import.meta.url` of the calling module
 */
export function workerEntry(caller: string, bundle: string, source: string): WorkerEntry {
  if (!caller.endsWith(".ts"))
    return { workerFile: fileURLToPath(new URL(bundle, caller)), execArgv: [...threadOptions] };
  return {
    workerFile: fileURLToPath(new URL(source, caller)),
    execArgv: ["--import", import.meta.resolve("tsx")],
  };
}
