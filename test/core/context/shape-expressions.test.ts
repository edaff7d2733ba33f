import { describe, expect, it } from "vitest";
import { choice } from "../../../src/core/context/language/choice.js";
import {
  SHARED,
  shareContinuations,
} from "../../../src/core/context/language/share-continuations.js";
import { COMMAND } from "../../../src/core/context/sentence/mask-characters.js";
import { readCases } from "./cases.js";
import { languageOf } from "./harness.js";

/** The texts of the cases, with the mask character for each command. */
const texts = readCases().map(({ cases }) =>
  cases
    .map(({ marked }) => marked.replace(/«?(?:curl|wget) [^\n|]*\\?\| (?:ba)?sh»?/g, COMMAND))
    .join("\n")
    .slice(0, 1200)
    .toLowerCase(),
);

describe("shareContinuations", () => {
  it.each([
    ["(?:a|b)c", "(?:a|b)(?=)c"],
    ["(?:a|b){0,3}c", "(?:a|b){0,3}(?=)c"],
    ["(?:ab)?c", "(?:ab)?(?=)c"],
    ["(a|b)c", "(a|b)(?=)c"],
    ["(?<name>a|b)c", "(?<name>a|b)(?=)c"],
    ["(?:(?:a|b))c", "(?:(?:a|b))(?=)c"],
    ["{verbs.base}c", "{verbs.base}(?=)c"],
    ["\\s{0,3}(?:a|b)", "\\s{0,3}(?=)(?:a|b)"],
    ["[(|]?{verbs}", "[(|]?(?=){verbs}"],
  ])("inserts a lookahead after a choice: %s", (source, shared) => {
    expect(shareContinuations(source)).toBe(shared);
  });

  it.each([
    "a|b",
    "(?:ab)c",
    "(?=a|b)c",
    "(?<!a|b)c",
    "(?:a|b)",
    "(?:a|b)|c",
    "x(?:a|(?:b|c))",
    "\\(a\\|b\\)c",
    "[(a|b)]c",
    "\\s{0,3}a",
    "\\s{1,60}(?:a|b)",
    "a{2}(?=b)",
    "{word-end}c",
    "\\p{L}{1,20}c",
  ])("changes nothing else: %s", (source) => {
    expect(shareContinuations(source)).toBe(source);
  });
});

describe("choice", () => {
  it.each([
    [["run"], "(?:run)"],
    [["run", "running", "rust"], "(?:ru(?:n(?:ning)?|st))"],
    [["do not", "do"], "(?:do(?:\\s+not)?)"],
    [["use", "uses?"], "(?:use(?:s?)?)"],
    [["(?:a|b) c", "(?:a|b) d"], "(?:(?:a|b)(?=)\\s+c|(?:a|b)(?=)\\s+d)"],
    [[], "(?!)"],
  ])("writes common beginnings once: %j", (phrases, source) => {
    expect(choice(phrases)).toBe(source);
  });

  it("matches the longest phrase", () => {
    const expression = new RegExp(choice(["set", "set up", "setup", "sets", "re"]));
    expect("they set up".match(expression)?.[0]).toBe("set up");
    expect("they sets".match(expression)?.[0]).toBe("sets");
  });
});

describe.each(["de", "en", "es", "fr", "ja", "pt", "ru", "zh"])("the expressions of %s", (tag) => {
  it("match the same text without the inserted lookaheads", () => {
    const language = languageOf(tag);
    for (const [name, entry] of language.entries) {
      if (entry.kind !== "shape") continue;
      const shared = language.expression(name);
      const flags = shared.flags.replace("y", "g");
      const plain = new RegExp(shared.source.replaceAll(SHARED, ""), flags);
      for (const text of texts)
        expect([name, ...spans(new RegExp(shared.source, flags), text)]).toEqual([
          name,
          ...spans(plain, text),
        ]);
    }
  });
});

function spans(expression: RegExp, text: string): (number | undefined)[] {
  const matches = expression.global
    ? Array.from(text.matchAll(expression))
    : [expression.exec(text)];
  return matches.flatMap((match) => (match === null ? [] : [match.index, match[0].length]));
}
