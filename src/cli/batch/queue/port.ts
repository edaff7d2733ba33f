import type { RecordPlace, RecordRange } from "../partition/record-range.js";
import { loadPart } from "../../optional-packages.js";

/** The used part of the package `curlew-queue`, which is only installed if a queue is needed. */
export interface QueuePackage {
  openRun(options: RunOptions): Promise<RemoteRun>;
  runWorker(options: WorkerOptions): Promise<void>;
}

export interface RemoteRun {
  process(id: string, task: PartTask, isSuspect: boolean): Promise<void>;
  close(): Promise<void>;
}

interface Shared {
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly revision: string;
  readonly timeoutMs: number;
}

export interface RunOptions extends Shared {
  readonly output: string;
  readonly plan: string;
  readonly attempts: number;
  readonly takeOver: boolean;
  readonly isDone: (id: string) => Promise<boolean>;
  readonly onRemark: (remark: string) => void;
}

export interface WorkerOptions extends Shared {
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
  /** The folder of the command that was called: the names of inputs are relative to it. */
  readonly cwd: string;
  /** Where the partitions are written, as any machine finds it. */
  readonly place: string;
  /** The digest of the plan that is there. */
  readonly plan: string;
  readonly index: number;
  /** Name of the partition or sub-partition. */
  readonly name: string;
  readonly range?: RecordRange;
  /** Records that ended workers: they are reported, not tried again. */
  readonly poison?: readonly RecordPlace[];
}

/** @throws MissingPart if the package is not installed, saying how to install it */
export function queuePackage(): Promise<QueuePackage> {
  return loadPart<QueuePackage>("curlew-queue");
}

/** Returns the name of a detector's rules; a worker needs the same. */
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

/** Returns the code of a failure that the package reports. */
export function queueCode(error: unknown): string | null {
  return error instanceof Error && error.name === "QueueError" && "code" in error
    ? String(error.code)
    : null;
}
