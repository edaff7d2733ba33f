import { createHash } from "node:crypto";

/** The prefix of all keys in Redis; the braces keep them on one node of a cluster. */
export const PREFIX = "{curlew}";

/** The key of a hash of the running workers, by id, with the revision of each worker's rules. */
export const WORKERS = `${PREFIX}:workers`;
/** The key of a hash of the active runs, by id, with the revision of the rules that each run needs. */
export const RUNS = `${PREFIX}:runs`;

/** Milliseconds for which a worker or a run counts as running after its last announcement. */
export const PRESENCE_MS = 20_000;
/** Milliseconds between two announcements. */
export const PRESENCE_INTERVAL_MS = 5_000;

/** Returns the name of the queue for the partitions that need certain rules; a worker with other rules never receives one. */
export function queueName(revision: string): string {
  return `partitions-${createHash("sha256").update(revision).digest("hex").slice(0, 16)}`;
}

/** Returns the key that a run claims while it is running, so that only one run at a time writes an output. */
export const claimKey = (output: string): string => `${PREFIX}:output:${output}`;

/** The data of a partition in Redis. */
export interface PartJob {
  /** Identifies the output of the run. */
  readonly output: string;
  /** Identifies the inputs and options of the run. */
  readonly plan: string;
  readonly id: string;
  readonly revision: string;
  /** Whether the partition is a part of a larger partition whose processing ended workers. */
  readonly isSuspect: boolean;
  /** The argument of the worker's `work` function. */
  readonly task: unknown;
}

/** A partition fails after this many workers have ended while they processed it. */
export const MAX_DEATHS = 2;
/** The reason with which a partition fails if too many workers ended. */
export const DIED = "the workers that processed it died";
