import { describe, expect, it } from "vitest";
import { COMMAND, NAME } from "../../src/core/context/sentence/mask-characters.js";
import { slowPart } from "../../scripts/queries/slow-part.js";

describe("slowPart", () => {
  it.each([
    `^(?:${COMMAND}+["']?[\\s,;]*(?:(?:and|or)\\s+)?["']?)*$`,
    `(?:[\\s:,('-]+(?!x)[a-z'${NAME}-]+){0,12}$`,
    "(?:[a-z]+)*but",
    "(?:[a-z]+,?)+ but",
    `(?:but|${COMMAND}+)*$`,
    "(?:[a-z]*[a-z]*,)+",
  ])("finds a part that can be matched in several ways: %s", (source) => {
    expect(slowPart(source)).not.toBeNull();
  });

  it.each([
    `^(?:${COMMAND}+(?!${COMMAND})["']?[\\s,;]*(?:(?:and|or)\\s+)?["']?)*$`,
    "(?:[\\s:,(]+(?!x)[a-z']+){0,12}$",
    "(?:[a-z]+, )+but",
    "(?:[a-z]+,)*but",
    "[a-z]+[a-z']+",
    "(?:\\s{0,60}[a-z]+\\s{1,60})+",
    "(?=[a-z]+)x",
  ])("finds nothing if there is only one way to match: %s", (source) => {
    expect(slowPart(source)).toBeNull();
  });
});
