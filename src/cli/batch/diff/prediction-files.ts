import type { Outcome } from "../../../core/index.js";
import { Failure } from "../../failure.js";
import { DEFAULTS } from "../tally-files.js";
import { planFiles } from "../input/plan-shards.js";
import { recordsOf } from "../input/records.js";
import { ExactNumber } from "../record/exact-json.js";
import { placeOf } from "../shard.js";
import { compare, type Difference, type Prediction } from "./compare.js";

/** Yields the predictions of a file, in its order. @throws Failure if it contains something else */
export async function* predictionsOf(file: string, cwd: string): AsyncGenerator<Prediction> {
  const settings = {
    ...DEFAULTS,
    maxSize: Number.MAX_SAFE_INTEGER,
    textField: "outcome",
    columns: ["*"],
  };
  for await (const shard of planFiles([file], { cwd, settings })) {
    if ("failure" in shard) throw new Failure(`${shard.name}: ${shard.failure}`);
    for await (const { number, fields, problem } of recordsOf(shard, settings)) {
      const prediction = fields === null ? null : predictionFrom(fields, number);
      if (prediction === null)
        throw new Failure(
          `${placeOf(shard, number)}: ${problem ?? "is not a prediction: it has no findings or no outcome"}`,
        );
      yield prediction;
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;

function predictionFrom(fields: Fields, number: number): Prediction | null {
  const [labels, findings, outcome, expected] = [
    "labels",
    "findings",
    "outcome",
    "input_labels",
  ].map((key) => unpacked(fields[key]));
  if (
    !Array.isArray(labels) ||
    !Array.isArray(findings) ||
    typeof outcome !== "object" ||
    outcome === null
  )
    return null;
  const { id, field } = fields;
  return {
    id:
      typeof id === "string" || typeof id === "number"
        ? id
        : id instanceof ExactNumber
          ? id.source
          : number,
    field: typeof field === "string" && field !== "" ? field : null,
    labels: labels as string[],
    findings: findings as Prediction["findings"],
    outcome: outcome as Outcome,
    expected: Array.isArray(expected) ? expected.length > 0 : null,
  };
}

/** Parses a value that is a string of JSON, which is how CSV contains lists and objects. */
function unpacked(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * Yields the differences between two runs over the same records. Both are read at the same time; a prediction without a
 * counterpart is kept in memory until its counterpart is read, or until the end.
 * @param onPair called with the expected label of each compared text
 */
export async function* differences(
  first: AsyncIterable<Prediction>,
  second: AsyncIterable<Prediction>,
  onPair: (expected: boolean | null) => void,
): AsyncGenerator<Difference> {
  const unmatched = [new Unmatched(), new Unmatched()] as const;
  const iterators = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()] as const;
  const compared = function* (a: Prediction | null, b: Prediction | null): Generator<Difference> {
    onPair(b?.expected ?? a?.expected ?? null);
    const difference = compare(a, b);
    if (difference !== null) yield difference;
  };
  for (;;) {
    const [a, b] = await Promise.all(iterators.map((iterator) => iterator.next()));
    const [left, right] = [
      a?.done === true ? null : (a?.value as Prediction),
      b?.done === true ? null : (b?.value as Prediction),
    ];
    if (left === null && right === null) break;
    if (
      left !== null &&
      right !== null &&
      keyOf(left) === keyOf(right) &&
      !unmatched[0].has(left) &&
      !unmatched[1].has(right)
    ) {
      yield* compared(left, right);
      continue;
    }
    if (left !== null) unmatched[0].add(left);
    if (right !== null) unmatched[1].add(right);
    for (const one of [left, right]) {
      if (one === null || !unmatched[0].has(one) || !unmatched[1].has(one)) continue;
      yield* compared(unmatched[0].take(one), unmatched[1].take(one));
    }
  }
  for (const one of unmatched[0].all()) yield* compared(one, null);
  for (const one of unmatched[1].all()) yield* compared(null, one);
}

function keyOf({ id, field }: Prediction): string {
  return JSON.stringify([String(id), field]); // in tables, all ids are strings
}

/** Predictions of one side whose counterpart was not read yet, in order. */
class Unmatched {
  private readonly byKey = new Map<string, Prediction[]>();

  has(one: Prediction): boolean {
    return this.byKey.has(keyOf(one));
  }

  add(one: Prediction): void {
    const key = keyOf(one);
    this.byKey.set(key, [...(this.byKey.get(key) ?? []), one]);
  }

  /** Removes and returns the first prediction with the same id and field; null if there is none. */
  take(like: Prediction): Prediction | null {
    const key = keyOf(like);
    const [first, ...rest] = this.byKey.get(key) ?? [];
    if (rest.length === 0) this.byKey.delete(key);
    else this.byKey.set(key, rest);
    return first ?? null;
  }

  *all(): Generator<Prediction> {
    for (const list of this.byKey.values()) yield* list;
  }
}
