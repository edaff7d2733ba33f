import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { seededRandom } from "../record/seeded-random.js";
import type { Settings } from "../settings.js";
import type { InputFailure, Shard } from "../shard.js";
import { linesOf } from "./lines.js";
import { bytesOf, recordsOf } from "./records.js";

/** A record that may be in the sample. It is in the sample if its random number is among the lowest. */
interface Drawn {
  readonly input: number;
  readonly number: number;
  readonly chance: number;
}

/** The numbers of the records in a random sample, by the index of their input. */
export type Sample = ReadonlyMap<number, readonly number[]>;

/** Draws a sample of records, which is the same for the same seed and inputs. Keeps about twice as many records in memory. */
export async function drawSample(
  shards: AsyncIterable<Shard | InputFailure>,
  size: number,
  settings: Settings,
): Promise<Sample> {
  let drawn: Drawn[] = [];
  let limit = 1;
  const keepLowest = (): void => {
    if (drawn.length <= size) return;
    drawn = drawn
      .sort((a, b) => a.chance - b.chance || a.input - b.input || a.number - b.number)
      .slice(0, size);
    limit = drawn.at(-1)?.chance ?? 1;
  };
  for await (const shard of shards) {
    if ("failure" in shard) continue;
    for await (const number of numbersOf(shard, settings)) {
      const value = seededRandom(settings.seed, `${shard.input}:${number}`);
      if (value > limit) continue;
      drawn.push({ input: shard.input, number, chance: value });
      if (drawn.length >= 2 * size + 1000) keepLowest();
    }
  }
  keepLowest();
  const byInput = new Map<number, number[]>();
  for (const { input, number } of drawn)
    byInput.set(input, [...(byInput.get(input) ?? []), number]);
  for (const numbers of byInput.values()) numbers.sort((a, b) => a - b);
  return byInput;
}

async function* numbersOf(shard: Shard, settings: Settings): AsyncGenerator<number> {
  const { work, first, nextFirst } = shard;
  if (work.kind === "rows" || work.kind === "files") {
    for (let number = first; number < nextFirst; number++) yield number;
  } else if (work.syntax.kind === "json") {
    for await (const { number, text } of linesOf(bytesOf(work), settings.maxSize, first))
      if (text === null || text.trim() !== "") yield number;
  } else {
    for await (const { number } of recordsOf(shard, settings)) yield number;
  }
}

/** Yields the shards that contain records of a sample, with the numbers of these records. */
export async function* onlySampled(
  shards: AsyncIterable<Shard | InputFailure>,
  sample: Sample,
): AsyncGenerator<Shard | InputFailure> {
  const at = new Map<number, number>();
  for await (const shard of shards) {
    if ("failure" in shard) {
      yield shard;
      continue;
    }
    const numbers = sample.get(shard.input) ?? [];
    const start = at.get(shard.input) ?? lowerBound(numbers, shard.first);
    let end = start;
    while (end < numbers.length && (numbers[end] ?? 0) < shard.nextFirst) end++;
    at.set(shard.input, end);
    if (end > start) yield { ...shard, pick: numbers.slice(start, end) };
  }
}

function lowerBound(numbers: readonly number[], value: number): number {
  const index = numbers.findIndex((number) => number >= value);
  return index < 0 ? numbers.length : index;
}

/** Copies a stream to a temporary file, so that it can be read twice. */
export async function copyToFile(
  stream: Readable,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "curlew-"));
  const path = join(folder, "stdin");
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(stream, createWriteStream(path));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
