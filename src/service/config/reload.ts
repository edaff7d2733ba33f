import { isDeepStrictEqual } from "node:util";
import { flagName } from "./setting.js";

/** Settings that are read where they are used, so that a running service takes up other values. */
const LIVE: ReadonlySet<string> = new Set([
  "allowHost",
  "allowOrigin",
  "requestsPerMinute",
  "maxConcurrent",
  "maxConcurrentPerToken",
  "maxBufferedBytes",
  "timeoutMs",
  "stopTimeoutMs",
  "logLevel",
  "evaluatorSourceHash",
  "evaluatorRevision",
]);

/**
 * Takes new values into the settings of a running service.
 * @returns the flags of the settings that changed but count from the next start only
 */
export function takeUp<T extends object>(running: T, fresh: T): string[] {
  const later: string[] = [];
  for (const key of Object.keys(fresh) as (keyof T & string)[]) {
    if (isDeepStrictEqual(running[key], fresh[key])) continue;
    if (LIVE.has(key)) running[key] = fresh[key];
    else later.push(`--${flagName(key)}`);
  }
  return later;
}
