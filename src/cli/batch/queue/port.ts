import { Failure } from "../../failure.js";
import { loadPart } from "../../parts.js";

/** What is used of the package `curlew-queue`, which is installed only where a queue is wanted. */
export interface QueuePackage {
  openRun(options: RunOptions): Promise<RemoteRun>;
  runWorker(options: WorkerOptions): Promise<void>;
}

export interface RemoteRun {
  process(input: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Shared {
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: string;
  readonly revision: string;
  readonly timeoutMs: number;
}

export interface RunOptions extends Shared {
  readonly attempts: number;
  readonly onRemark: (remark: string) => void;
}

export interface WorkerOptions extends Shared {
  readonly concurrency: number;
  readonly rate: number | null;
  readonly lockMs: number;
  readonly work: (input: Uint8Array) => Promise<Uint8Array>;
  readonly onEvent: (event: { readonly event: string; readonly message: string }) => void;
  readonly signal: AbortSignal;
}

/** @throws MissingPart where the package is not installed, saying how to install it */
export function queuePackage(): Promise<QueuePackage> {
  return loadPart<QueuePackage>("curlew-queue");
}

/** Names the rules that a detector has, for those who must have the same. */
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

/** @throws Failure where no place is named */
export function storeFrom(store: string | undefined): string {
  if (store === undefined)
    throw new Failure(
      "a queue needs a place for shards and results: --store FOLDER that all machines see, or --store s3://BUCKET/PREFIX",
    );
  return store;
}
