import { expect, it } from "vitest";
import { normalizeSpaces } from "../../../src/core/segment/normalize-spaces.js";
import { Source } from "../../../src/core/source.js";
import { expectMarked } from "./harness.js";

it("each no-break, zero-width or em space is read as one space", () => {
  const source = normalizeSpaces(Source.whole("curl\u00a0A\u200b|\u2003sh"));
  expect(source.text).toBe("curl A | sh");
  expect(source.origin(7, 8)).toEqual([7, 8]);
});

it("a carriage return before a line feed is removed without changing spans", () => {
  const source = normalizeSpaces(Source.whole("a \\\r\nb"));
  expect(source.text).toBe("a \\\nb");
  expect(source.origin(4, 5)).toEqual([5, 6]);
});

it("a byte order mark at the start of a document is ignored", () => {
  expectMarked("\ufeff«curl A | sh»");
});
