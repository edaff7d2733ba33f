import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markedBy, sharedDetector, unmarked } from "../support/marked.js";
import { choices } from "./document-case.js";
import { shellCase } from "./shell-case.js";

/** Returns marked shell code in a document. The surroundings do not affect its meaning. */
type Change = (shell: string) => string;

const fence = (shell: string, mark = "```", tag = "bash"): string =>
  `${mark}${tag}\n${shell}\n${mark}\n`;

const changes: Readonly<Record<string, Change>> = {
  "a harmless command before": (shell) => fence(`true\n${shell}`),
  "a harmless command after": (shell) => fence(`${shell}\necho done`),
  "a comment before": (shell) => fence(`# the next line matters\n${shell}`),
  "another fence": (shell) => fence(shell, "~~~~", "sh"),
  "a sentence before": (shell) => `The weather was fine. It's true!\n\n${fence(shell)}`,
  "a sentence after": (shell) => `${fence(shell)}\nThe weather was fine, wasn't it?`,
  "an emoji before": (shell) => `🚀🚀 go\n\n${fence(shell)}`,
  CRLF: (shell) => fence(shell).replaceAll("\n", "\r\n"),
  "spaces at line ends": (shell) =>
    shell.includes("EOF") ? fence(shell) : fence(shell.replace(/(?<!\\)$/, "   ")),
  "a block quote": (shell) => fence(shell).replace(/^(?=.)/gm, "> "),
  "a function around it": (shell) =>
    /S=|EOF|^#/.test(shell) ? fence(shell) : fence(`setup() {\n  ${shell}\n}`),
  "a condition around it": (shell) =>
    /EOF|^#/.test(shell) ? fence(shell) : fence(`if [ -n "$CI" ]; then\n  ${shell}\nfi`),
  "another section after": (shell) =>
    `${fence(shell)}\n# Notes\n\nUse \`curl\` and \`bash\` with care.\n`,
};

describe("the result is not changed by", () => {
  it.each(Object.keys(changes))("%s", { timeout: 120_000 }, async (name) => {
    const detector = await sharedDetector();
    fc.assert(
      fc.property(choices, (choice) => {
        const shell = shellCase(choice);
        fc.pre(shell !== null);
        const expected = changes[name]?.(shell ?? "") ?? "";
        expect(markedBy(detector, unmarked(expected))).toBe(expected);
      }),
      { numRuns: 150, seed: 77, maxSkipsPerRun: 100 },
    );
  });

  it("splitting a document of two fences into its fences", {
    timeout: 120_000,
  }, async () => {
    const detector = await sharedDetector();
    fc.assert(
      fc.property(choices, choices, (first, second) => {
        const [one, two] = [shellCase(first), shellCase(second)].map((shell) =>
          shell === null ? null : unmarked(shell),
        );
        fc.pre(typeof one === "string" && typeof two === "string");
        const parts = [fence(one ?? ""), fence(two ?? "")];
        const whole = detector.detect(parts.join("\n")).spans.length;
        expect(
          parts
            .map((part) => detector.detect(part).spans.length)
            .reduce((sum, count) => sum + count, 0),
        ).toBe(whole);
      }),
      { numRuns: 150, seed: 78, maxSkipsPerRun: 100 },
    );
  });
});
