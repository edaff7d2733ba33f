import { expect, it } from "vitest";
import { partsOf } from "../../../src/core/code/split-program.js";
import { Source } from "../../../src/core/source.js";

const block = "def f():\n    x = 1\n    y = 2\n    return (\n        x\n)\n";
const long = block.repeat(6000);

it("a program of ordinary length is a single part", () => {
  const source = Source.whole(block.repeat(10));
  expect(partsOf(source, "python")).toEqual([source]);
});

it("a very long program is split between statements, and no text is lost", () => {
  const parts = partsOf(Source.whole(long), "python").map((part) => part.text);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join("")).toBe(long);
  for (const part of parts) expect(part.startsWith("def f():\n")).toBe(true);
});

it("a very long program of one statement is a single part", () => {
  expect(partsOf(Source.whole(`x = [\n${"  1,\n".repeat(100_000)}]\n`), "python")).toHaveLength(1);
});
