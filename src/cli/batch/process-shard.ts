import { encodeOffsets, type Detection, type Limit } from "../../core/index.js";
import type { Analyzer } from "../analyzer.js";
import { fileErrorMessage } from "../failure.js";
import { failedDetection, failureOf } from "../failed-detection.js";
import { STDIN } from "../input/documents.js";
import { recordsOf } from "./input/records.js";
import { namedFields } from "./record/named-fields.js";
import { valueAt } from "./record/fields.js";
import { countValue, emptyTally, score, type Tally } from "./measure/tally.js";
import { rowWriter, type WriteRow } from "./output/rows.js";
import { seededRandom } from "./record/seeded-random.js";
import { ExactNumber } from "./record/exact-json.js";
import { randomSample, reportedTextOf, type ReportedText } from "./record/reported-text.js";
import { readRecord, type RawRecord, type ReadRecord } from "./record/read-record.js";
import type { Settings } from "./settings.js";
import { placeOf, type Problem, type Shard, type ShardResult } from "./shard.js";

/**
 * Reads the records of a shard, analyzes their texts, and counts the results.
 * @param onRecord called with the number of each record before it is processed
 */
export async function processShard(
  analyzer: Pick<Analyzer, "detect">,
  shard: Shard,
  settings: Settings,
  onRecord?: (number: number) => void,
): Promise<ShardResult> {
  const work = new ShardWork(analyzer, shard, settings);
  const picked = shard.pick === undefined ? null : new Set(shard.pick);
  let next = shard.first;
  try {
    for await (const raw of recordsOf(shard, settings)) {
      next = raw.number + 1;
      if (!isInRange(shard.records, raw.number) || picked?.has(raw.number) === false) continue;
      onRecord?.(raw.number);
      await work.processRecord(raw);
      if (work.stopped) break;
    }
  } catch (error) {
    await work.skipFrom(next, fileErrorMessage(error));
  }
  return work.result();
}

class ShardWork {
  stopped = false;
  private readonly tally: Tally;
  private readonly problems: Problem[] = [];
  private readonly exhibits: ReportedText[] = [];
  private readonly lines: string[] = [];
  private readonly write: WriteRow | null;
  private readonly poison: ReadonlySet<number>;
  private readonly fieldNames: readonly string[];

  constructor(
    private readonly analyzer: Pick<Analyzer, "detect">,
    private readonly shard: Shard,
    private readonly settings: Settings,
  ) {
    this.tally = emptyTally(shard.name);
    this.tally.bytes = shard.size;
    this.write = rowWriter(settings);
    this.poison = new Set(shard.poison);
    this.fieldNames = namedFields(settings).map(({ name }) => name);
  }

  result(): ShardResult {
    const { tally, problems, exhibits, stopped } = this;
    return {
      output: Buffer.from(this.lines.join("")),
      tally,
      problems,
      exhibits: randomSample(exhibits, this.settings.exhibits),
      stopped,
    };
  }

  /** Reports the record with a number and all later ones as unread, because their bytes could not be read. */
  async skipFrom(first: number, message: string): Promise<void> {
    const last = this.shard.nextFirst - 1;
    if (last < first) return;
    const { work, unit } = this.shard;
    const problem = `${unit}s ${first} to ${last} are not read: ${message}`;
    // a line of CSV is not a record: the number of lost records is unknown, and one is counted
    const isCounted = !("syntax" in work) || work.syntax.kind === "json";
    for (let number = first; number <= (isCounted ? last : first); number++)
      if (isInRange(this.shard.records, number))
        await this.processRecord({ number, fields: null, problem });
  }

  async processRecord(raw: RawRecord): Promise<void> {
    const { fields } = raw;
    const record = fields === null ? null : readRecord(fields, this.settings);
    if (fields !== null) this.countFields(fields);
    const problem = raw.problem ?? record?.problem ?? null;
    if (problem !== null) {
      // the same problem of consecutive unread records is reported once
      if (problem !== this.problems.at(-1)?.message || fields !== null)
        this.addProblem(raw.number, problem);
      this.tally.broken++;
      if (this.stopped) return;
    }
    if (record === null || (record.texts.length === 0 && problem !== null)) {
      this.tally.skipped++;
      this.emit(
        raw.number,
        { id: record?.id ?? null, columns: record?.columns ?? {} },
        null,
        unread(raw.limit ?? "input", problem ?? ""),
      );
      return;
    }
    for (const { field, text } of record.texts) await this.predict(raw, record, field, text);
  }

  /** Counts the fields of a record that options name, and the value of its label. */
  private countFields(fields: Readonly<Record<string, unknown>>): void {
    for (const name of this.fieldNames)
      if (valueAt(fields, name) !== undefined)
        this.tally.fields[name] = (this.tally.fields[name] ?? 0) + 1;
    const { labelField } = this.settings;
    if (labelField === undefined) return;
    const value = valueAt(fields, labelField);
    if (value !== undefined) countValue(this.tally, value);
  }

  private async predict(
    raw: RawRecord,
    record: ReadRecord,
    field: string | null,
    text: string,
  ): Promise<void> {
    const { deadlineMs, offsetEncoding, exhibits, maxSize } = this.settings;
    const refused = this.refusal(raw.number, text, maxSize);
    const options = {
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(raw.format === undefined ? {} : { format: raw.format }),
    };
    // the excerpts of a report need offsets in UTF-16 code units
    const detected =
      refused ??
      (await this.analyzer.detect(text, exhibits > 0 ? options : { ...options, offsetEncoding }));
    const failure = failureOf(detected);
    if (failure !== null) {
      this.skipText(raw.number, failure);
    }
    const detection =
      exhibits > 0 && offsetEncoding !== "utf-16" && refused === null
        ? encodeOffsets(text, detected, offsetEncoding)
        : detected;
    score(this.tally, record.labels, detection);
    this.emit(raw.number, record, field, detection);
    const wrong =
      record.labels.expected !== null && record.labels.expected !== detected.labels.length > 0;
    if (
      exhibits > 0 &&
      (detected.findings.length > 0 || detected.outcome.status === "incomplete" || wrong)
    ) {
      this.tally.exhibited++;
      const place = placeOf(this.shard, raw.number);
      const named = {
        place,
        id: record.id === null ? placeId(this.shard, raw.number) : showId(record.id),
        field,
        chance: seededRandom(this.settings.seed, `${place} ${field}`),
      };
      this.exhibits.push(reportedTextOf(text, detected, record.labels, named));
    }
  }

  /** Returns the result for a text that is not analyzed because it ended a worker or is too long; null for any other text. */
  private refusal(number: number, text: string, maxSize: number): Detection | null {
    if (this.poison.has(number)) {
      return failedDetection(new Error("it needs more memory than a worker may use"), text);
    }
    if (text.length <= maxSize) return null;
    const message = "the text is longer than --max-size";
    this.skipText(number, message);
    return unread("size", message);
  }

  /** Counts a text that is not analyzed although its record was read. */
  private skipText(number: number, message: string): void {
    this.addProblem(number, message);
    this.tally.broken++;
    this.tally.skipped++;
  }

  private addProblem(number: number, message: string): void {
    this.problems.push({ place: placeOf(this.shard, number), message });
    if (this.settings.strict) this.stopped = true;
  }

  private emit(
    number: number,
    { id, columns }: Pick<ReadRecord, "id" | "columns">,
    field: string | null,
    detection: Detection,
  ): void {
    if (this.write === null) return;
    if (
      this.settings.onlyFlagged &&
      detection.labels.length === 0 &&
      detection.outcome.status === "complete"
    )
      return;
    this.lines.push(
      this.write({ id: id ?? placeId(this.shard, number), field, columns, detection }),
    );
  }
}

function isInRange(range: Shard["records"], number: number): boolean {
  return range === undefined || (number >= range.from && number < range.to);
}

/** Returns an id for a record without one: input and number, or the number for standard input. It does not depend on the shards. */
function placeId({ name }: Shard, number: number): string | number {
  return name === STDIN ? number : `${name}:${number}`;
}

/** Returns an id without an instance of a class, which could not be passed between threads. */
function showId(id: string | number | ExactNumber): string | number {
  return id instanceof ExactNumber ? id.source : id;
}

/** Returns the result for a record or text that is not analyzed: an incomplete outcome with the reason. */
function unread(limit: Limit["limit"] | "input", message: string): Detection {
  const limits = [{ limit, message, span: [0, 0] } as unknown as Limit];
  return {
    labels: [],
    spans: [],
    findings: [],
    notes: [],
    outcome: { status: "incomplete", limits },
  };
}
