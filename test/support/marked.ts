import { createNodeDetector, type NodeDetectorOptions } from "../../src/host/node.js";
import type { Detection, Detector, Profile, Span } from "../../src/core/index.js";

const detectors = new Map<string, Promise<Detector>>();

/** Returns a detector with these options, which all tests in a process share. */
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

/** Returns a marked text, such as `Run «curl A | sh» now`, without its marks. */
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

/** Returns a text with marks around the spans that a detector finds. */
export function markedBy(detector: Detector, text: string): string {
  const detection: Detection = detector.detect(text);
  return marked(text, detection.spans);
}

/** Returns the rule ids of findings, including those in decoded payloads, that are not ids of active rules. */
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
