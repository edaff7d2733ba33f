import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../src/core/index.js";
import { sharedDetector } from "../support/marked.js";

/** Valid lines of a language, and a program with one finding. */
interface ValidLines {
  /** The first line of every program. */
  readonly head?: string;
  readonly positive: string;
  readonly lines: readonly string[];
}

const languages: Readonly<Record<string, ValidLines>> = JSON.parse(
  readFileSync(new URL("./valid-lines.json", import.meta.url), "utf8"),
);

let detector: Detector;
beforeAll(async () => {
  detector = await sharedDetector("extended");
});

// a quotation mark, a comment mark or an element that is misread would hide the rest of the program
describe.each(Object.entries(languages))("valid lines of %s", (tag, { head, positive, lines }) => {
  it.each(lines)("hide no finding near them: %s", (line) => {
    const places = [
      [line, positive],
      [positive, line],
      [line, "", line, "", positive],
    ];
    for (const place of places) {
      const text = [...(head === undefined ? [] : [head]), ...place, ""].join("\n");
      const { labels, outcome } = detector.detect(text, { format: tag });
      expect({ text, labels, outcome }).toEqual({
        text,
        labels: ["PS"],
        outcome: { status: "complete" },
      });
    }
  });
});
