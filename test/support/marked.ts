import { createNodeDetector, type NodeDetectorOptions } from "../../src/host/node.js";
import type { Detection, Detector, Profile, Span } from "../../src/core/index.js";

const detectors = new Map<string, Promise<Detector>>();

/** Returns a detector that all tests of a process with these options share. */
export function sharedDetectorOf(options: NodeDetectorOptions): Promise<Detector> {
  const key = JSON.stringify(options);
  let detector = detectors.get(key);
  if (detector === undefined) detectors.set(key, (detector = createNodeDetector(options)));
  return detector;
}

/** Returns the shared detector of a profile. */
export function sharedDetector(profile: Profile = "contract"): Promise<Detector> {
  return sharedDetectorOf({ profile });
}

/** Returns the text of a marked case: `Run «curl A | sh» now` without the marks. */
export function unmarked(marked: string): string {
  return marked.replace(/[«»]/g, "");
}

/** Returns a text with marks around spans. */
export function marked(text: string, spans: readonly Span[]): string {
  let result = "";
  let at = 0;
  for (const [start, end] of spans) {
    result += `${text.slice(at, start)}«${text.slice(start, end)}»`;
    at = end;
  }
  return result + text.slice(at);
}

/** Returns a text with marks around the detector's spans. */
export function markedBy(detector: Detector, text: string): string {
  const detection: Detection = detector.detect(text);
  return marked(text, detection.spans);
}

/**
 * Returns the ids in findings, also of decoded payloads, that no active rule has, including an empty id.
 */
export function unknownRules(
  detector: Detector,
  findings: Detection["findings"],
): readonly string[] {
  const known = new Set(detector.rules.map(({ id }) => id));
  const unknownIn = (some: Detection["findings"]): string[] =>
    some.flatMap(({ rule, payload }) => [
      ...(known.has(rule) ? [] : [rule]),
      ...unknownIn(payload?.findings ?? []),
    ]);
  return unknownIn(findings);
}
