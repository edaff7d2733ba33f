import { encodeOffsets, type Detection, type DetectOptions, type OffsetEncoding } from "../core/index.js";
import type { Detector } from "./context.js";
import { messageOf } from "./failure.js";
import type { Document } from "./input/documents.js";

/** The answer to a document: in UTF-16 for excerpts, and in the unit the user asked for. */
export interface Examined {
  readonly document: Document;
  readonly detection: Detection;
  readonly encoded: Detection;
}

/** Detects in a document: prose as Markdown, a source file as what it is. */
export function examine(detector: Detector, document: Document, offsetEncoding: OffsetEncoding, deadlineMs: number): Examined {
  const detection = detectOrSay(detector, document.text, { deadlineMs, ...(document.tag === null ? {} : { format: document.tag }) });
  return { document, detection, encoded: encodeOffsets(document.text, detection, offsetEncoding) };
}

/** A detector that breaks on one text must not cost the answers to the others: the outcome says what happened. */
export function detectOrSay(detector: Detector, text: string, options: DetectOptions): Detection {
  try {
    return detector.detect(text, options);
  } catch (error) {
    const limit = { limit: "syntax", message: `the analysis broke off: ${messageOf(error)}`, span: [0, 0] } as const;
    return { labels: [], spans: [], findings: [], notes: [], outcome: { status: "incomplete", limits: [limit] } };
  }
}
