import { isDeepStrictEqual } from "node:util";
import { flagName } from "./setting.js";

/** Settings that are read at each use, so that a running service uses new values. */
const LIVE_SETTINGS: ReadonlySet<string> = new Set([
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
 * Applies new values to the settings of a running service.
 * @returns the flags of changed settings that apply only after the next start
 */
export function applyLive<T extends object>(running: T, updated: T): string[] {
  const later: string[] = [];
  for (const key of Object.keys(updated) as (keyof T & string)[]) {
    if (isDeepStrictEqual(running[key], updated[key])) continue;
    if (LIVE_SETTINGS.has(key)) running[key] = updated[key];
    else later.push(`--${flagName(key)}`);
  }
  return later;
}
