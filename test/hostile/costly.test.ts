import { describe, expect, it } from "vitest";
import { costlyFamilies } from "../../bench/costly/programs.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

/** Steps that the evaluation of a text may take: what its statements are promised, and what calls and code strings share. */
const bound = (length: number): number => 150_000 + 64 * length;

/** Families whose larger programs are not evaluated to their end. */
const INCOMPLETE: ReadonlySet<string> = new Set([
  "shell: calls with growing arguments",
  "shell: a variable that doubles",
  "shell: parameters that double",
  "python: calls twice",
  "python: calls with growing arguments",
  "python: calls with doubled arguments",
  "python: functions that all call each other",
  "python: calls in loops in branches",
  "python: a variable that doubles",
  "python: lists that double",
]);

const sizesOf = (name: string): readonly number[] => [
  5,
  ...(name.startsWith("shell") ? [12] : []),
  ...(INCOMPLETE.has(name) ? [24] : []),
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
    if (size === 24 && INCOMPLETE.has(name)) expect(detection.outcome.status).toBe("incomplete");
  });
});
