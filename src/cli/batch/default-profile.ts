import { Readable } from "node:stream";
import type { Profile } from "../../core/index.js";
import { bufferOf } from "./input/lines.js";
import { plan, type PlanOptions } from "./input/plan-shards.js";
import { recordsOf } from "./input/records.js";
import { readRecord } from "./record/read-record.js";
import { locate, statStored } from "./storage/stored-input.js";

/** Maximum number of bytes of standard input that are read to find its first record. */
const MAX_READ_AHEAD = 1024 * 1024;
/** Number of bytes of a file that are read at once. */
const CHUNK_SIZE = 64 * 1024;
/** Matches the beginning of a text up to the end of its first line that is not empty. */
const LINE = /^\s*\S[^\n]*\n/;

/** A profile, and a stream of all of standard input, including the part that was read to choose the profile. */
export interface ChosenProfile {
  readonly profile: Profile;
  readonly stdin: Readable;
}

/**
 * Returns the profile of a run without --profile: `contract` with --label-field, or if the first record that can be read has
 * labels, so that predictions are scored by the rules that the labels follow; otherwise `extended`. A named pipe is skipped,
 * because it can be read only once.
 */
export async function defaultProfile(
  files: readonly string[],
  given: Omit<PlanOptions, "target" | "flush">,
): Promise<ChosenProfile> {
  let { stdin } = given;
  if (given.settings.labelField !== undefined) return { profile: "contract", stdin };
  const planning = { ...given, target: CHUNK_SIZE, flush: true };
  for (const file of files) {
    let isLabelled: boolean | null;
    if (file === "-") ({ isLabelled, stdin } = await peekStdin(planning));
    else isLabelled = await isFileLabelled(file, planning);
    if (isLabelled !== null) return { profile: isLabelled ? "contract" : "extended", stdin };
  }
  return { profile: "extended", stdin };
}

/** Returns whether the first readable record of a file or folder has a label; null if no record can be read. */
async function isFileLabelled(file: string, planning: PlanOptions): Promise<boolean | null> {
  const found = await statStored(locate(planning.cwd, file)).catch(() => null);
  return found === null || found.kind === "other" ? null : isFirstLabelled(file, planning);
}

/** Returns whether the first record of standard input has a label (null if none can be read), and a stream of the complete input. */
async function peekStdin(
  planning: PlanOptions,
): Promise<{ isLabelled: boolean | null; stdin: Readable }> {
  const iterator: AsyncIterator<Buffer | string> = planning.stdin[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let isLabelled: boolean | null = null;
  let [isWhole, hasLine, first] = [false, false, ""];
  for (
    let size = 0, tried = 0;
    isLabelled === null && !hasLine && !isWhole && size < MAX_READ_AHEAD;
  ) {
    const next = await iterator.next();
    isWhole = next.done === true;
    if (next.done !== true) {
      const chunk = bufferOf(next.value);
      chunks.push(chunk);
      size += chunk.length;
      first ||= /\S/.exec(chunk.toString("latin1"))?.[0] ?? "";
      // a client that sends lines one by one waits for the answer to each line, even to one that contains no readable record
      hasLine =
        planning.format !== "csv" &&
        !["", "["].includes(first) &&
        chunk.includes("\n") &&
        LINE.test(Buffer.concat(chunks).toString("latin1"));
    }
    // without a complete line, the chunks are parsed again only after their total size has doubled, so that many small chunks do not
    // take long
    if (!hasLine && !isWhole && size < 2 * tried) continue;
    tried = size;
    const begun = Readable.from([Buffer.concat(chunks)], { objectMode: false });
    isLabelled = await isFirstLabelled("-", { ...planning, stdin: begun });
  }
  async function* again(): AsyncGenerator<Buffer | string> {
    yield* chunks;
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { isLabelled, stdin: Readable.from(again(), { objectMode: false }) };
}

/** Returns whether the first record that can be read has a label; null if none can be read. */
async function isFirstLabelled(file: string, planning: PlanOptions): Promise<boolean | null> {
  for await (const piece of plan([file], planning)) {
    if ("failure" in piece) continue;
    for await (const { fields } of recordsOf(piece, planning.settings))
      if (fields !== null) return readRecord(fields, planning.settings).labels.expected !== null;
  }
  return null;
}
