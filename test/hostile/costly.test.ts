import { afterEach, describe, expect, it, vi } from "vitest";
import { costlyFamilies } from "../../bench/costly/programs.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

/** The number of steps that an evaluation may take: those for its statements, and those that calls and code strings share. */
const bound = (length: number): number => 150_000 + 64 * length;

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
  it.each(programs)("$name, $size", async ({ name, profile, found, program, size }) => {
    const text = program(size);
    const { detection, steps } = (await sharedDetector(profile)).explain(text);
    assertSound(text, detection);
    const end = text.lastIndexOf(found);
    expect(detection.findings.some(({ span }) => span[1] > end)).toBe(true);
    expect(steps).toBeLessThan(bound(text.length));
    if (size === 24)
      expect(detection.outcome.status).toBe(INCOMPLETE.has(name) ? "incomplete" : "complete");
  });
});

/** The number of steps between two checks of the clock. */
const STEPS_UNTIMED = 512;
/** The check of the clock at which the deadline has passed. */
const LAST_LOOK = 20;

describe("a deadline", { timeout: 120_000 }, () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(costlyFamilies)("ends $name", async ({ profile, program }) => {
    const detector = await sharedDetector(profile);
    let looks = 0;
    vi.spyOn(Date, "now").mockImplementation(() => (++looks > LAST_LOOK ? 1e9 : 0));
    const { detection, steps } = detector.explain(program(200), { deadlineMs: 500 });
    expect(steps).toBeLessThan(STEPS_UNTIMED * LAST_LOOK);
    if (looks > LAST_LOOK)
      expect(detection.outcome).toMatchObject({
        limits: expect.arrayContaining([expect.objectContaining({ limit: "deadline" })]),
      });
  });
});
