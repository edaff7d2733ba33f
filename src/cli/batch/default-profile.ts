import { once } from "node:events";
import { Readable } from "node:stream";
import type { Profile } from "../../core/index.js";
import { bufferOf } from "./input/lines.js";
import { plan, type PlanOptions } from "./input/plan.js";
import { recordsOf } from "./input/records.js";
import { readRecord } from "./record/record.js";
import { locate, statStored } from "./storage/stored.js";

/** Bytes of standard input that are read to find its first record. */
const MOST_PEEKED = 1024 * 1024;
/** Bytes of a file that are read at once. */
const CHUNK = 64 * 1024;

/**
 * Returns the profile of a run that names none: `contract` where records have labels, so that predictions are scored by the rules
 * that the labels follow, else `extended`. The first record that can be read decides. A named pipe can be read only once, so its
 * records count as records without labels.
 */
export async function defaultProfile(
  files: readonly string[],
  given: Omit<PlanOptions, "target" | "flush">,
): Promise<Profile> {
  if (given.settings.labelField !== undefined) return "contract";
  const planning = { ...given, target: CHUNK, flush: true };
  for (const file of files) {
    const isLabelled =
      file === "-" ? await isStdinLabelled(planning) : await isFileLabelled(file, planning);
    if (isLabelled !== null) return isLabelled ? "contract" : "extended";
  }
  return "extended";
}

async function isFileLabelled(file: string, planning: PlanOptions): Promise<boolean | null> {
  const found = await statStored(locate(planning.cwd, file)).catch(() => null);
  return found === null || found.kind === "other" ? null : isFirstLabelled(file, planning);
}

/** Looks at what has come of standard input, and puts it back. */
async function isStdinLabelled(planning: PlanOptions): Promise<boolean | null> {
  const { stdin } = planning;
  const chunks: Buffer[] = [];
  let isLabelled: boolean | null = null;
  for (let size = 0, hasLine = false; isLabelled === null && !hasLine && size < MOST_PEEKED; ) {
    const chunk = await nextChunk(stdin);
    if (chunk === null) break;
    chunks.push(chunk);
    size += chunk.length;
    const bytes = Buffer.concat(chunks);
    const begun = Readable.from([bytes], { objectMode: false });
    isLabelled = await isFirstLabelled("-", { ...planning, stdin: begun });
    // whoever asks line by line waits for the answer to a line, also to one that cannot be read
    hasLine = planning.format !== "csv" && /^\s*[^\s[][^\n]*\n/.test(bytes.toString("latin1"));
  }
  for (const chunk of chunks.reverse()) stdin.unshift(chunk);
  return isLabelled;
}

/** The next bytes of a stream, which is left paused; null at its end. */
async function nextChunk(stream: Readable): Promise<Buffer | null> {
  for (;;) {
    const chunk = stream.read() as Buffer | string | null;
    if (chunk !== null) return bufferOf(chunk);
    if (stream.readableEnded || stream.destroyed) return null;
    await Promise.race([once(stream, "readable"), once(stream, "end")]);
  }
}

/** Whether the first record that can be read has a label; null where there is none. */
async function isFirstLabelled(file: string, planning: PlanOptions): Promise<boolean | null> {
  for await (const piece of plan([file], planning)) {
    if ("failure" in piece) continue;
    for await (const { fields } of recordsOf(piece, planning.settings))
      if (fields !== null) return readRecord(fields, planning.settings).labels.expected !== null;
  }
  return null;
}
