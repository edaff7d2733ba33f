import type { Readable } from "node:stream";
import type { Detection, OffsetEncoding } from "../../core/index.js";
import type { Detector } from "../context.js";
import { detectOrSay } from "../examine.js";
import { showSize } from "../options.js";
import { linesOf, type Line } from "./lines.js";
import { parseRecord, type BatchRecord, type ParsedLine } from "./record.js";
import { emptyTally, score, type Tally } from "./tally.js";

export interface BatchOptions {
  readonly offsetEncoding: OffsetEncoding;
  readonly maxSize: number;
  readonly deadlineMs?: number;
  /** Called for each line with a problem; false ends the run. */
  readonly onProblem: (place: string, problem: string) => boolean;
  /** Called with each prediction, as one JSON line. */
  readonly onPrediction: (line: string) => Promise<void>;
}

/** Predicts the records of one file in their order and compares them with their labels. */
export async function runBatch(detector: Detector, file: string, stream: Readable, options: BatchOptions): Promise<Tally> {
  const tally = emptyTally(file);
  for await (const line of linesOf(stream, options.maxSize)) {
    if (line.text !== null && line.text.trim() === "") continue;
    const { record, problem } = parse(line, options.maxSize);
    if (problem !== null) {
      tally.broken++;
      if (record === null) tally.skipped++;
      if (!options.onProblem(`${file}:${line.number}`, problem)) break;
    }
    if (record !== null) await predict(detector, tally, record, line.number, options);
  }
  return tally;
}

function parse({ text, damaged }: Line, maxSize: number): ParsedLine {
  if (text === null) return { record: null, problem: `longer than ${showSize(maxSize)} (--max-size)` };
  const { record, problem } = parseRecord(text);
  return { record, problem: problem ?? (damaged ? "not valid UTF-8: undecodable bytes were read as U+FFFD" : null) };
}

async function predict(detector: Detector, tally: Tally, record: BatchRecord, lineNumber: number, options: BatchOptions): Promise<void> {
  const { offsetEncoding, deadlineMs } = options;
  const detection = detectOrSay(detector, record.text, { offsetEncoding, ...(deadlineMs === undefined ? {} : { deadlineMs }) });
  score(tally, record, detection);
  await options.onPrediction(predictionLine(record.id ?? lineNumber, detection));
}

function predictionLine(id: string | number, { labels, spans, findings, outcome }: Detection): string {
  return `${JSON.stringify({ id, labels, spans, findings, outcome })}\n`;
}
