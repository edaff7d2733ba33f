/** Replaces `src/host/worker-entry.ts` in tests, as `vitest.config.ts` defines, and runs bundles of the TypeScript sources. */
import { fileURLToPath } from "node:url";
import { threadOptions } from "../../src/host/thread-options.js";
import type { WorkerEntry } from "../../src/host/worker-entry.js";
import { bundled } from "./bundled.js";

export function workerEntry(caller: string, _bundle: string, source: string): WorkerEntry {
  return {
    workerFile: bundled(fileURLToPath(new URL(source, caller))),
    execArgv: [...threadOptions],
  };
}
