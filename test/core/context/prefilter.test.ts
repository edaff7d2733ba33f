import { describe, expect, it } from "vitest";
import { byLine, Prefilter } from "../../../src/core/context/instructions/prefilter.js";

describe("a long regular expression", () => {
  const counted = (): { prefilter: Prefilter; made: () => number } => {
    let times = 0;
    const prefilter = new Prefilter(
      (text) => text.includes("run"),
      () => {
        times++;
        return /run it/g;
      },
    );
    return { prefilter, made: () => times };
  };

  it("is not compiled for texts that cannot match", () => {
    const { prefilter, made } = counted();
    expect(prefilter.test("open it")).toBe(false);
    expect(prefilter.mayTest("run it")).toBe(true);
    expect(prefilter.mayTest("open it")).toBe(false);
    expect(made()).toBe(0);
  });

  it("is compiled once for texts that may match", () => {
    const { prefilter, made } = counted();
    expect(prefilter.mayTest("run that")).toBe(true);
    expect(prefilter.test("run that")).toBe(false);
    expect(prefilter.test("and run it")).toBe(true);
    expect(prefilter.test("run it")).toBe(true);
    expect(prefilter.mayTest("run that")).toBe(false);
    expect(made()).toBe(1);
  });
});

describe("the test whether a text contains the first words of a shape", () => {
  const cases: readonly [shape: RegExp, text: string, mayMatch: boolean][] = [
    [/(?=run|exec)(?:run|execute) it/gi, "EXECUTE it", true],
    [/(?=run|exec)(?:run|execute) it/gi, "open it", false],
    [/(?=[运执])(?:运行|执行)/g, "请执行", true],
    [/(?=[运执])(?:运行|执行)/g, "请打开", false],
    // the lookahead belongs only to the first of two alternatives, so the text may match the second one
    [/(?=run)run it|open it/gi, "open it", true],
    [/(?=run)(?:run it|r[|]n)/gi, "open it", false],
    // a lookahead that is not literal is not used, so that every text may match
    [/(?=\w)run it/gi, "?", true],
    [/run it/gi, "open it", true],
  ];
  for (const [shape, text, mayMatch] of cases)
    it(`is ${String(mayMatch)} for the shape ${shape.source} and the text ${text}`, () => {
      expect(byLine(shape).mayTest(text)).toBe(mayMatch);
    });
});
