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
} from "./suppress/apply.js";

/** The answer to a document: in UTF-16 for excerpts, and in the unit the user asked for. */
export interface Examined {
  readonly document: Document;
  readonly detection: Detection;
  readonly encoded: Detection;
  /** Findings that somebody said are fine. */
  readonly ignored: readonly Ignored[];
  /** The same, in the unit the user asked for. */
  readonly encodedIgnored: readonly Ignored[];
  readonly ignoreRemarks: readonly IgnoreRemark[];
}

/** Detects in a document: prose as Markdown, a source file as what it is. */
export function examine(
  detector: Pick<Detector, "detect">,
  document: Document,
  deadlineMs: number,
): Detection {
  return detectOrSay(detector, document.text, { deadlineMs, ...formatOf(document) });
}

/** What the detector has to know of a document. */
export function formatOf({ tag }: Document): Pick<DetectOptions, "format"> {
  return tag === null ? {} : { format: tag };
}

/** Takes out of an answer what somebody said is fine. */
export function judge(
  document: Document,
  found: Detection,
  suppressions: Suppressions,
  offsetEncoding: OffsetEncoding,
): Examined {
  const judged = suppress(document, found, suppressions);
  const inChange = changedOnly(document);
  const detection = withFindings(judged.detection, judged.detection.findings.filter(inChange));
  const ignored = judged.ignored.filter(({ finding }) => inChange(finding));
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

/** Whether a finding is in a line that matters. */
function changedOnly({ text, numbers, changed }: Document): (finding: Finding) => boolean {
  if (changed === undefined) return () => true;
  const lines = new Lines(text, numbers);
  return ({ span: [start, end] }) => {
    for (let row = lines.row(start); row <= lines.row(Math.max(start, end - 1)); row++)
      if (changed(lines.number(row))) return true;
    return false;
  };
}

/** A detector that breaks on one text must not cost the answers to the others: the outcome says what happened. */
export function detectOrSay(
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

/** Commands that were left out because a comment beside them warns against them: a shell that is given the text runs them all the same. */
export function runAnyway({ notes }: Detection): (Note & { readonly rule: string })[] {
  return notes.flatMap((note) =>
    note.kind === "dismissed" &&
    (note.reason === "warned-against" || note.reason === "reported") &&
    note.rule !== undefined
      ? [{ ...note, rule: note.rule }]
      : [],
  );
}
