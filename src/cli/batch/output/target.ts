import { open, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Context } from "../../context.js";
import { Failure, fileErrorMessage } from "../../failure.js";
import { Output } from "../../output.js";
import type { Cursor } from "../input/plan-shards.js";
import { outputColumn } from "../record/read-record.js";
import { addResult, nothingDone, type Done, type Sink } from "../run/run.js";
import { isS3 } from "../storage/s3.js";
import type { Settings } from "../settings.js";
import { isUnfinished, Manifest, type Earlier, type Identity } from "./manifest.js";
import { writeParquet } from "./write-parquet.js";
import { headOf } from "./rows.js";
import { FileSink, discardingSink, streamSink } from "./sinks.js";

export const outputFormats = ["jsonl", "csv", "parquet"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** The output of predictions, and the state of an earlier run. */
export interface Target {
  readonly sink: Sink;
  readonly done: Done;
  /** Where the run continues; null for the start. */
  readonly from: Cursor | null;
  /** Whether an earlier run has processed all inputs. */
  readonly complete: boolean;
  /** Bytes of the inputs that an earlier run has processed. */
  readonly bytes: number;
  /** Texts that an earlier run has processed. */
  readonly before: number;
  /** Whether finished shards are kept so that another run can resume. */
  readonly kept: boolean;
  /** @param whole whether all inputs were read completely */
  close(whole: boolean): Promise<void>;
}

export interface TargetOptions {
  /** A path, `-` for standard output; undefined to discard predictions. */
  readonly path: string | undefined;
  readonly format: OutputFormat;
  readonly resume: boolean;
  readonly force: boolean;
  readonly inputs: readonly string[];
  readonly settings: Settings;
  readonly identity: Identity;
}

/** Returns the format of the predictions: the requested one, or that of the file name. @throws Failure if it is not supported */
export function formatFor(
  path: string | undefined,
  wanted: OutputFormat | undefined,
): OutputFormat {
  const advice = "name a file that ends in .jsonl, .csv or .parquet";
  const [packed] = /\.(?:gz|gzip|zst|zstd|bz2|xz|zip)$/i.exec(path ?? "") ?? [];
  if (packed !== undefined)
    throw new Failure(`cannot write ${path}: predictions are not compressed; ${advice}`);
  if (wanted !== undefined) return wanted;
  const [other] = /\.(?:tsv|tab|xlsx?|avro|orc|arrow|feather)$/i.exec(path ?? "") ?? [];
  if (other !== undefined)
    throw new Failure(`cannot write ${path}: ${other} is not supported; ${advice}`);
  return /\.csv$/i.test(path ?? "")
    ? "csv"
    : /\.(?:parquet|pq)$/i.test(path ?? "")
      ? "parquet"
      : "jsonl";
}

/** Opens the output before any text is analyzed, so that an invalid path is reported at the start. */
export async function openTarget(context: Context, options: TargetOptions): Promise<Target> {
  const { path: name, format } = options;
  if (options.resume && (name === undefined || name === "-"))
    throw new Failure("--resume needs a file of predictions (--predictions)");
  if (name === undefined)
    return { ...emptyTarget(), sink: discardingSink, close: async () => undefined };
  if (name === "-") return streamTarget(new Output(context.stdout), options);
  if (isS3(name))
    throw new Failure(`cannot write ${name}: use --out-dir s3://BUCKET/PREFIX to write to S3`);
  const path = resolve(context.cwd, name);
  await refuseInputs(context, path, name, options.inputs);
  const found = await stat(path).catch(() => null);
  if (found !== null && !found.isFile() && !found.isDirectory()) {
    const file = await open(path, "w").catch((error: unknown) => refuse(name, error));
    return streamTarget(
      new Output(file.createWriteStream({ encoding: "utf8" }), name, true),
      options,
    );
  }
  return fileTarget(path, name, format, options, (found?.size ?? 0) > 0);
}

function emptyTarget(): Pick<Target, "done" | "from" | "complete" | "bytes" | "before" | "kept"> {
  return { done: nothingDone(), from: null, complete: false, bytes: 0, before: 0, kept: false };
}

async function streamTarget(
  output: Output,
  { format, settings, path }: TargetOptions,
): Promise<Target> {
  if (format === "parquet")
    throw new Failure(
      `cannot write Parquet to ${path === "-" ? "standard output" : path}: name a file`,
    );
  await output.write(headOf(settings));
  return {
    ...emptyTarget(),
    sink: streamSink(output),
    close: async (whole) => (whole ? output.finish() : undefined),
  };
}

async function fileTarget(
  path: string,
  name: string,
  format: OutputFormat,
  options: TargetOptions,
  exists: boolean,
): Promise<Target> {
  const { settings, identity, resume, force } = options;
  const manifestPath = Manifest.pathFor(path);
  // the footer of Parquet describes all rows, so the rows are first written to a JSON Lines file
  const rows = format === "parquet" ? `${path}.rows` : path;
  const isResumable = resume && (await stat(manifestPath).catch(() => null)) !== null;
  if (!isResumable && !force && isUnfinished(path))
    throw new Failure(
      `${name} belongs to a run that is not finished: continue with --resume, or start over with --force`,
    );
  if (!isResumable && !force && exists)
    throw new Failure(`${name} already exists: choose another file, or overwrite it with --force`);
  if (!isResumable) await claim(path, name);
  const { manifest, earlier } = isResumable
    ? Manifest.resume(manifestPath, identity)
    : { manifest: Manifest.start(manifestPath, identity), earlier: NOTHING };
  const before = doneBefore(earlier, settings.exhibits);
  if (earlier.complete)
    return {
      ...before,
      complete: true,
      kept: true,
      sink: discardingSink,
      close: async () => undefined,
    };
  const sink = await FileSink.open(
    rows,
    name,
    manifest,
    earlier.finished.at(-1)?.bytes ?? 0,
    headOf(settings),
  );
  const close = async (whole: boolean): Promise<void> => {
    await sink.close();
    if (!whole) return;
    if (format === "parquet") await writeParquet(rows, path, settings.columns.map(outputColumn));
    manifest.complete();
    if (format === "parquet") await rm(rows, { force: true });
  };
  return { ...before, complete: false, kept: true, sink, close };
}

const NOTHING: Earlier = { finished: [], failed: [], complete: false };

function doneBefore(
  { finished, failed }: Earlier,
  exhibits: number,
): Pick<Target, "done" | "from" | "bytes" | "before"> {
  const done = nothingDone();
  for (const shard of finished) addResult(done, shard, shard, exhibits);
  done.failures.push(...failed);
  const last = finished.at(-1);
  const failedLast = failed.at(-1);
  // an input that could not be read, or not completely, is not read again
  const from =
    failedLast !== undefined && failedLast.input >= (last?.input ?? 0)
      ? { input: failedLast.input + 1, next: 0, nextFirst: 1 }
      : (last ?? null);
  const sum = (key: "bytes" | "records") => finished.reduce((so, { tally }) => so + tally[key], 0);
  return { done, from, bytes: sum("bytes"), before: sum("records") };
}

/** Creates an empty file, so that a path that cannot be written is reported at the start. */
async function claim(path: string, name: string): Promise<void> {
  const file = await open(path, "w").catch((error: unknown) => refuse(name, error));
  await file.close();
}

function refuse(name: string, error: unknown): never {
  throw new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
}

/** @throws Failure if the output is also an input */
async function refuseInputs(
  context: Context,
  path: string,
  name: string,
  inputs: readonly string[],
): Promise<void> {
  for (const file of inputs) {
    if (file !== "-" && (await isSameFile(resolve(context.cwd, file), path)))
      throw new Failure(`cannot write ${name}: it is also an input`);
  }
}

/** Whether two paths lead to the same file, for example through a link. */
async function isSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => stat(path).catch(() => null)));
  return first?.isFile() === true && first.dev === second?.dev && first.ino === second.ino;
}
