import type { RecordPlace, RecordRange } from "../partition/record-range.js";
import { loadPart } from "../../optional-packages.js";

/** The interface of the package `curlew-queue`, which is installed only if a queue is needed. */
export interface QueuePackage {
  openRun(options: RunOptions): Promise<RemoteRun>;
  runWorker(options: WorkerOptions): Promise<void>;
}

/** A run on the queue. */
export interface RemoteRun {
  process(id: string, task: PartTask, isSuspect: boolean): Promise<void>;
  close(): Promise<void>;
}

interface ConnectionOptions {
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly revision: string;
  readonly timeoutMs: number;
}

export interface RunOptions extends ConnectionOptions {
  /** Digest of the absolute path or S3 URL of the output folder. */
  readonly output: string;
  /** Digest of the plan. */
  readonly plan: string;
  /** Maximum number of attempts for a partition. */
  readonly attempts: number;
  /** Whether to take over the output from an earlier run that does not respond; otherwise, an earlier run is an error. */
  readonly takeOver: boolean;
  readonly isDone: (id: string) => Promise<boolean>;
  readonly onRemark: (remark: string) => void;
}

export interface WorkerOptions extends ConnectionOptions {
  readonly concurrency: number;
  readonly rate: number | null;
  readonly lockMs: number;
  readonly work: (task: unknown, signal: AbortSignal) => Promise<string | null>;
  readonly onEvent: (event: { readonly event: string; readonly message: string }) => void;
  readonly onAlive: () => void;
  readonly signal: AbortSignal;
}

/** The task of a worker: a partition, or some of its records. */
export interface PartTask {
  /** The working directory of the command, to which the names of inputs are relative. */
  readonly cwd: string;
  /** The folder of the partitions: a path or S3 URL that is valid on every machine. */
  readonly place: string;
  /** The digest of the plan in this folder. */
  readonly plan: string;
  readonly index: number;
  /** Name of the partition or sub-partition. */
  readonly name: string;
  readonly range?: RecordRange;
  /** Records that ended workers; they are reported but not processed. */
  readonly poison?: readonly RecordPlace[];
}

/** Loads the package. @throws MissingPart with the command that installs it, if it is missing */
export function queuePackage(): Promise<QueuePackage> {
  return loadPart<QueuePackage>("curlew-queue");
}

/** Returns a description of a detector's rules. A worker accepts only runs with the same description. */
export function revisionOf({
  package: version,
  profile,
  queries,
}: {
  package: string;
  profile: string;
  queries: string;
}): string {
  return `curlew ${version}, ${profile} profile, queries ${queries.slice(0, 16)}`;
}

/** Returns the code of an error of the package; null for any other error. */
export function queueCode(error: unknown): string | null {
  return error instanceof Error && error.name === "QueueError" && "code" in error
    ? String(error.code)
    : null;
}
