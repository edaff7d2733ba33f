import { afterEach, describe, expect, it, vi } from "vitest";
import { costlyFamilies } from "../../bench/costly/programs.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

/** Returns the maximum number of steps for a length in UTF-16 code units. The constant part is for calls and code strings. */
const maxSteps = (length: number): number => 150_000 + 64 * length;

/** Families whose larger programs are not evaluated completely. */
const INCOMPLETE: ReadonlySet<string> = new Set([
  "shell: calls with growing arguments",
  "shell: a variable that doubles",
  "shell: parameters that double",
  "python: calls with doubled arguments",
  "python: a variable that doubles",
  "python: lists that double",
]);

/** Families with many calls whose arguments cannot lead to a finding. */
const JOINED: ReadonlySet<string> = new Set([
  "python: calls twice",
  "python: calls with growing arguments",
  "python: functions that all call each other",
  "python: calls in loops in branches",
]);

const sizesOf = (name: string): readonly number[] => [
  5,
  ...(name.startsWith("shell") ? [12] : []),
  ...(INCOMPLETE.has(name) || JOINED.has(name) ? [24] : []),
];

const programs = costlyFamilies.flatMap((family) =>
  sizesOf(family.name).map((size) => ({ ...family, size })),
);

describe("costly programs", { timeout: 120_000 }, () => {
  it.each(programs)(
    "hide no finding and need a bounded number of steps: $name, size $size",
    async ({ name, profile, found, program, size }) => {
      const text = program(size);
      const { detection, steps } = (await sharedDetector(profile)).explain(text);
      assertSound(text, detection);
      const end = text.lastIndexOf(found);
      expect(detection.findings.some(({ span }) => span[1] > end)).toBe(true);
      expect(steps).toBeLessThan(maxSteps(text.length));
      if (size === 24)
        expect(detection.outcome.status).toBe(INCOMPLETE.has(name) ? "incomplete" : "complete");
    },
  );
});

/** The number of steps between two checks of the clock. */
const STEPS_BETWEEN_CHECKS = 512;
/** The number of checks of the clock before the deadline has passed. */
const CHECKS_IN_TIME = 20;

describe("an expired deadline", { timeout: 120_000 }, () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(costlyFamilies)("ends the evaluation of $name", async ({ profile, program }) => {
    const detector = await sharedDetector(profile);
    let checks = 0;
    vi.spyOn(Date, "now").mockImplementation(() => (++checks > CHECKS_IN_TIME ? 1e9 : 0));
    const { detection, steps } = detector.explain(program(200), { deadlineMs: 500 });
    expect(steps).toBeLessThan(STEPS_BETWEEN_CHECKS * CHECKS_IN_TIME);
    if (checks > CHECKS_IN_TIME)
      expect(detection.outcome).toMatchObject({
        limits: expect.arrayContaining([expect.objectContaining({ limit: "deadline" })]),
      });
  });
});
