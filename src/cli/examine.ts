import {
  encodeOffsets,
  type Detection,
  type DetectOptions,
  type Finding,
  type Note,
  type OffsetEncoding,
} from "../core/index.js";
import type { Detector } from "./context.js";
import { failedDetection } from "./failed-detection.js";
import type { Document } from "./input/documents.js";
import { Lines } from "./report/lines.js";
import {
  suppress,
  withFindings,
  type Ignored,
  type IgnoreRemark,
  type Suppressions,
} from "./suppress/suppress-findings.js";

/** The result for a document. */
export interface Examined {
  readonly document: Document;
  /** The result with spans in UTF-16 code units; excerpts are made from these spans. */
  readonly detection: Detection;
  /** The same result with spans in the requested unit. */
  readonly encoded: Detection;
  /** Ignored findings, with spans in UTF-16 code units. */
  readonly ignored: readonly Ignored[];
  /** The same findings with spans in the requested unit. */
  readonly encodedIgnored: readonly Ignored[];
  readonly ignoreRemarks: readonly IgnoreRemark[];
}

/** Analyzes a document: prose as Markdown, a source file in its language. */
export function examine(
  detector: Pick<Detector, "detect">,
  document: Document,
  deadlineMs: number,
): Detection {
  return detectOrReport(detector, document.text, { deadlineMs, ...formatOf(document) });
}

/** Returns the detector's options for a document. */
export function formatOf({ tag }: Document): Pick<DetectOptions, "format"> {
  return tag === null ? {} : { format: tag };
}

/** Returns the result for a document: ignored findings are listed separately, and findings on unchanged lines are omitted. */
export function judge(
  document: Document,
  found: Detection,
  suppressions: Suppressions,
  offsetEncoding: OffsetEncoding,
): Examined {
  const judged = suppress(document, found, suppressions);
  const isChanged = changeTest(document);
  const detection = withFindings(judged.detection, judged.detection.findings.filter(isChanged));
  const ignored = judged.ignored.filter(({ finding }) => isChanged(finding));
  const { findings } = encodeOffsets(
    document.text,
    { ...detection, findings: ignored.map(({ finding }) => finding), spans: [] },
    offsetEncoding,
  );
  return {
    document,
    detection,
    encoded: encodeOffsets(document.text, detection, offsetEncoding),
    ignored,
    encodedIgnored: ignored.map((each, i) => ({ ...each, finding: findings[i] ?? each.finding })),
    ignoreRemarks: judged.remarks.filter(({ place }) => document.changed?.(place.line) ?? true),
  };
}

/** Returns a function that tests whether a finding includes a changed line; without a record of changes, every finding passes. */
function changeTest({ text, numbers, changed }: Document): (finding: Finding) => boolean {
  if (changed === undefined) return () => true;
  const lines = new Lines(text, numbers);
  return ({ span: [start, end] }) => {
    for (let row = lines.row(start); row <= lines.row(Math.max(start, end - 1)); row++)
      if (changed(lines.number(row))) return true;
    return false;
  };
}

/** Analyzes a text. If the detector throws, the outcome reports the error, so that other texts are still analyzed. */
export function detectOrReport(
  detector: Pick<Detector, "detect">,
  text: string,
  options: DetectOptions,
): Detection {
  try {
    return detector.detect(text, options);
  } catch (error) {
    return failedDetection(error, text);
  }
}

/**
 * Returns the commands that are not findings because the text warns against them or reports them: a shell that runs the text
 * executes them nevertheless.
 */
export function runAnyway({ notes }: Detection): (Note & { readonly rule: string })[] {
  return notes.flatMap((note) =>
    note.kind === "dismissed" &&
    (note.reason === "warned-against" || note.reason === "reported") &&
    note.rule !== undefined
      ? [{ ...note, rule: note.rule }]
      : [],
  );
}
