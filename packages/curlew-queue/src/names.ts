import { createHash } from "node:crypto";

/** Keys of everything in Redis begin so; the braces keep them on one node of a cluster. */
export const PREFIX = "{curlew}";

/** Workers and runs that are there, by their id, with what they say of themselves. */
export const WORKERS = `${PREFIX}:workers`;
export const RUNS = `${PREFIX}:runs`;

/** How long a word of being there counts. */
export const PRESENCE_MS = 20_000;
export const PRESENCE_INTERVAL_MS = 5_000;

/** Shards wait in a queue of the rules they are for: a worker with other rules never gets one. */
export function queueName(revision: string): string {
  return `shards-${createHash("sha256").update(revision).digest("hex").slice(0, 16)}`;
}

export const inputKey = (run: string, index: number): string => `${run}/in/${index}`;
export const resultKey = (run: string, index: number): string => `${run}/out/${index}`;

/** What Redis holds of a shard. */
export interface ShardJob {
  readonly run: string;
  readonly index: number;
  readonly revision: string;
}
