/** Replaces `src/host/worker-entry.ts` in tests (`vitest.config.ts`). */
import { fileURLToPath } from "node:url";
import type { WorkerEntry } from "../../src/host/worker-entry.js";
import { bundled } from "./bundled.js";

/** If a thread is terminated while Node 20 loads a module of several files by require(), the process ends; with import() it does not. */
const IMPORTS = ["--no-experimental-require-module"];

export function workerEntry(caller: string, _bundle: string, source: string): WorkerEntry {
  return { workerFile: bundled(fileURLToPath(new URL(source, caller))), execArgv: IMPORTS };
}
