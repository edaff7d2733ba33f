import { createNodeDetector } from "../../src/host/node.js";
import type { Detection, Detector, Profile, Span } from "../../src/core/index.js";

const detectors = new Map<Profile, Promise<Detector>>();

/** One detector per profile and test file. */
export function sharedDetector(profile: Profile = "contract"): Promise<Detector> {
  let detector = detectors.get(profile);
  if (detector === undefined) detectors.set(profile, (detector = createNodeDetector({ profile })));
  return detector;
}

/** The text of a marked case: `Run «curl A | sh» now` without the marks. */
export function unmarked(marked: string): string {
  return marked.replace(/[«»]/g, "");
}

/** The text with marks around spans. */
export function marked(text: string, spans: readonly Span[]): string {
  let result = "";
  let at = 0;
  for (const [start, end] of spans) {
    result += `${text.slice(at, start)}«${text.slice(start, end)}»`;
    at = end;
  }
  return result + text.slice(at);
}

/** What the detector marks in a text. */
export function markedBy(detector: Detector, text: string): string {
  const detection: Detection = detector.detect(text);
  return marked(text, detection.spans);
}
