import { plan, type PlanOptions } from "../input/plan-shards.js";
import type { InputFailure, Shard } from "../shard.js";

/** The position of a record: the index of its input, and its number in this input. */
export interface RecordPlace {
  readonly input: number;
  readonly number: number;
}

/** A range of records. `from` is inclusive, `to` is exclusive; null means the start or the end of the partition. */
export interface RecordRange {
  readonly from: RecordPlace | null;
  readonly to: RecordPlace | null;
}

/** Maximum number of sub-partitions into which a partition is split at once. */
const MAX_PARTS = 16;

/**
 * Yields the shards of a partition, limited to the records of a range. A failure is yielded if the next record would be in the range.
 * @param poison records that ended workers; they are reported but not processed
 */
export async function* shardsIn(
  files: readonly string[],
  options: PlanOptions,
  { from, to }: RecordRange,
  poison: readonly RecordPlace[] = [],
): AsyncGenerator<Shard | InputFailure> {
  let next: RecordPlace = { input: -1, number: 1 };
  for await (const piece of plan(files, options)) {
    const { input } = piece;
    if ("failure" in piece) {
      const place = { input, number: next.input === input ? next.number : 1 };
      if (!isBefore(place, from) && (to === null || isBefore(place, to))) yield piece;
      continue;
    }
    next = { input, number: piece.nextFirst };
    const [first, end] = numbersIn(piece, from, to);
    if (first >= end) continue;
    const numbers = poison.filter((place) => place.input === input).map(({ number }) => number);
    const isWhole = first === piece.first && end === piece.nextFirst;
    yield {
      ...piece,
      // the bytes of a shard are counted only in the range with its first record
      size: first === piece.first ? piece.size : 0,
      ...(isWhole ? {} : { records: { from: first, to: end } }),
      ...(numbers.length === 0 ? {} : { poison: numbers }),
    };
  }
}

/** Splits a range of a partition into several; returns null if it contains at most one record. */
export async function splitRange(
  files: readonly string[],
  options: PlanOptions,
  range: RecordRange,
): Promise<RecordRange[] | null> {
  const runs: { input: number; first: number; end: number }[] = [];
  for await (const piece of plan(files, options)) {
    if ("failure" in piece) continue;
    const [first, end] = numbersIn(piece, range.from, range.to);
    if (first < end) runs.push({ input: piece.input, first, end });
  }
  const total = runs.reduce((sum, { first, end }) => sum + end - first, 0);
  if (total <= 1) return null;
  const count = Math.min(MAX_PARTS, total);
  const bounds = Array.from({ length: count - 1 }, (_, i) =>
    placeAt(runs, Math.floor(((i + 1) * total) / count)),
  );
  return [range.from, ...bounds].map((from, i) => ({ from, to: bounds[i] ?? range.to }));
}

/** Returns the first record of a range, or null if the range is empty. */
export async function firstRecord(
  files: readonly string[],
  options: PlanOptions,
  range: RecordRange,
): Promise<RecordPlace | null> {
  for await (const piece of plan(files, options)) {
    if ("failure" in piece) continue;
    const [first, end] = numbersIn(piece, range.from, range.to);
    if (first < end) return { input: piece.input, number: first };
  }
  return null;
}

/** Returns the position of the record with an index in all runs together, counted from 0; null after the last record. */
function placeAt(
  runs: readonly { input: number; first: number; end: number }[],
  ordinal: number,
): RecordPlace | null {
  let left = ordinal;
  for (const { input, first, end } of runs) {
    if (left < end - first) return { input, number: first + left };
    left -= end - first;
  }
  return null;
}

/** Returns the numbers of the records of a shard that are in a range: the first one, and the number after the last one. */
function numbersIn(
  { input, first, nextFirst }: Shard,
  from: RecordPlace | null,
  to: RecordPlace | null,
): [first: number, end: number] {
  const low =
    from === null || from.input < input
      ? first
      : from.input > input
        ? nextFirst
        : Math.max(first, from.number);
  const high =
    to === null || to.input > input
      ? nextFirst
      : to.input < input
        ? first
        : Math.min(nextFirst, to.number);
  return [low, high];
}

function isBefore(place: RecordPlace, other: RecordPlace | null): boolean {
  if (other === null) return false;
  return place.input < other.input || (place.input === other.input && place.number < other.number);
}
