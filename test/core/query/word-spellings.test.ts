import { describe, expect, it } from "vitest";
import { anySpelling, endOfSpelling } from "../../../src/core/query/word-spellings.js";

const SPELLINGS = [
  'c""url',
  "c'u'rl",
  'cu""rl',
  "c\\url",
  "c^url",
  "cur$@l",
  "cu${x}rl",
  "cu$()rl",
];
const JOINED = ['cu" + "rl', "cu'+'rl", "cu`\n`rl", "c\\\nurl"];
const OTHERS = ["cur l", "cu-rl", 'cu"x"rl', "curt", "cu${x y}rl", "c", ""];

describe("endOfSpelling", () => {
  it.each(["curl", ...SPELLINGS, ...JOINED])("finds the word in %j", (text) => {
    expect(endOfSpelling(`x ${text}"`, 2, "curl")).toBe(2 + text.length);
  });

  it.each(OTHERS)("does not find it in %j", (text) => {
    expect(endOfSpelling(text, 0, "curl")).toBe(-1);
  });

  it("regards case only if it matters", () => {
    expect(endOfSpelling('CU""rl', 0, "curl")).toBe(-1);
    expect(endOfSpelling('CU""rl', 0, "cUrl", true)).toBe(6);
    expect(endOfSpelling("a_b", 0, "A_B", true)).toBe(3);
    expect(endOfSpelling("a@b", 0, "a`b", true)).toBe(-1);
  });
});

describe("anySpelling", () => {
  const expression = anySpelling([{ word: "curl" }, { word: "iwr", anyCase: true }]);

  it.each(["curl", "IWR", ...SPELLINGS, ...JOINED, "i'W'r", "\\x63url", "$'\\143url'", "&#99;url"])(
    "matches a text with a word: %j",
    (text) => {
      expect(expression.test(`x ${text} y`)).toBe(true);
    },
  );

  it.each(["cur l", "CURL", "cart", "the world"])("matches no text without one: %j", (text) => {
    expect(expression.test(`x ${text} y`)).toBe(false);
  });
});
