/** Takes the place of `src/host/worker-entry.ts` in tests (`vitest.config.ts`). */
import { fileURLToPath } from "node:url";
import type { WorkerEntry } from "../../src/host/worker-entry.js";
import { bundled } from "./bundled.js";

/** A thread that is ended while Node 20 requires a module of several files ends the process: import() does not. */
const IMPORTS = ["--no-experimental-require-module"];

export function workerEntry(caller: string, _bundle: string, source: string): WorkerEntry {
  return { workerFile: bundled(fileURLToPath(new URL(source, caller))), execArgv: IMPORTS };
}
