import { createHash } from "node:crypto";

/** The prefix of all keys in Redis; the braces keep them on one node of a cluster. */
export const PREFIX = "{curlew}";

/** The workers that are running, by id, with the rules that each has. */
export const WORKERS = `${PREFIX}:workers`;
/** The active runs, by id, with the rules that each needs. */
export const RUNS = `${PREFIX}:runs`;

/** How long a worker or a run counts as running after its last announcement. */
export const PRESENCE_MS = 20_000;
export const PRESENCE_INTERVAL_MS = 5_000;

/** Partitions wait in a queue of the rules they need: a worker with other rules never gets one. */
export function queueName(revision: string): string {
  return `partitions-${createHash("sha256").update(revision).digest("hex").slice(0, 16)}`;
}

/** Returns the key that a run keeps while it is running: only one run at a time writes an output. */
export const claimKey = (output: string): string => `${PREFIX}:output:${output}`;

/** The data of a partition in Redis. */
export interface PartJob {
  /** Names the output of the run. */
  readonly output: string;
  /** Names the inputs and options of the run. */
  readonly plan: string;
  readonly id: string;
  readonly revision: string;
  /** Whether its records are among those that ended workers. */
  readonly isSuspect: boolean;
  /** The task of a worker. */
  readonly task: unknown;
}

/** The number of workers that may end during a partition before it is split. */
export const MOST_DEATHS = 2;
/** The reason with which a partition fails whose workers ended. */
export const DIED = "the workers that processed it died";
