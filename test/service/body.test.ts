import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyLimit, isSurelyTooLong } from "../../src/service/http/body-parser.js";

const bodyOf = (text: string) => Buffer.from(JSON.stringify({ text }));
const LIMIT = 10_000;

describe("isSurelyTooLong", () => {
  it("returns true for a body whose text is too long, without parsing JSON", () => {
    expect(isSurelyTooLong(bodyOf("x".repeat(2 * LIMIT)), LIMIT)).toBe(true);
    expect(isSurelyTooLong(bodyOf("é\n".repeat(LIMIT)), LIMIT)).toBe(true);
    expect(isSurelyTooLong(Buffer.alloc(bodyLimit(LIMIT), "x"), LIMIT)).toBe(true);
  });

  it("returns false for every spelling of a text that is short enough", () => {
    const characters = fc.constantFrom(
      "a",
      "é",
      "\\u0000",
      "\\n",
      "\\ud83d\\ude00",
      '\\"',
      "\\\\",
      "中",
      "🚀",
    );
    const written = fc.array(fc.tuple(characters, fc.integer({ min: 1, max: 4000 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(written, (runs) => {
        const body = `{"text":"${runs.map(([character, times]) => character.repeat(times)).join("")}","responseId":"${"r".repeat(256)}"}`;
        const { text } = JSON.parse(body) as { text: string };
        return Buffer.byteLength(text) > LIMIT || !isSurelyTooLong(Buffer.from(body), LIMIT);
      }),
    );
  });
});
