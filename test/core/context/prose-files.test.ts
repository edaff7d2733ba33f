import { describe, expect, it } from "vitest";
import { checkProse } from "../../../scripts/queries/prose.js";
import { alternativeWithout } from "../../../scripts/queries/alternative-without.js";
import { languagesOf } from "../../../src/core/context/language/prose-language.js";
import { proseFiles } from "./harness.js";

const file = (text: string, path = "prose/xx/test.prose") => ({ path, text });
const check = (text: string) => () => {
  checkProse("xx", [file(text)]);
};

describe("files of phrases and shapes", () => {
  it("contain phrases, verbs and expressions that refer to them", () => {
    const text = [
      '; "never run X"',
      "negators hasty:",
      "  never | do not | don't",
      "  nie",
      "",
      '; "run X"',
      "verbs verbs:",
      "  run / running / run (executes) | use / using / used",
      "",
      '; "never run"',
      "active y =",
      "  {negators}\\s+(?<verb>{verbs.base}|",
      "  {verbs.ing})",
    ].join("\n");
    const language = languagesOf([file(text)]).get("xx");
    if (language === undefined) throw new Error("no language");
    expect([...language.list("verbs.executes")]).toEqual(["run", "running", "run"]);
    expect(language.has("verbs.base", "use")).toBe(true);
    expect(language.list("limits")).toEqual([]);
    for (const said of ["never run", "do   not using", "don't run", "dont use", "nie run"])
      expect(language.test("active", said), said).toBe(true);
    expect(language.test("active", "always run")).toBe(false);
    expect(language.test("gerund", "anything")).toBe(false);
  });

  it("are assigned to a language by their folders", () => {
    const languages = languagesOf([
      file("; a\nturns:\n  but", "prose/en/a.prose"),
      file("; a\nturns:\n  aber", "prose/de/a.prose"),
    ]);
    const [english, german] = ["en", "de"].map((tag) => languages.get(tag)?.list("turns"));
    expect([english, german]).toEqual([["but"], ["aber"]]);
  });

  it.each([
    ["; a\nturns:\n  but | yet | but", 'prose/xx/test.prose:3:15: "but" is listed twice'],
    ["; a\nturns:\n  but\n  but", 'prose/xx/test.prose:4:3: "but" is listed twice'],
    [
      "; a\nturns:\n  but\n\n; b\nturns:\n  yet",
      'prose/xx/test.prose:6:1: "turns" is listed twice',
    ],
    ["turns:\n  but", 'prose/xx/test.prose:1:1: "turns" has no example'],
    ["; a\nturns:", 'prose/xx/test.prose:2:1: "turns" is empty'],
    ["; a\nturns quickly:\n  but", 'prose/xx/test.prose:2:1: a group cannot be "quickly"'],
    ["; a\n  but", "prose/xx/test.prose:2:1: this line belongs to no group or shape"],
    ["; a\nTurns\n  but", "prose/xx/test.prose:2:1: this begins neither a group nor a shape"],
    ["; a\nturnips:\n  but", 'prose/xx/test.prose:2:1: "turnips" is not used'],
    ["; a\nturn g =\n  {turns}", 'prose/xx/test.prose:2:1: there is no group or shape "turns"'],
    ["; a\nturn g =\n  (but", 'prose/xx/test.prose:2:1: "turn" is not a valid expression'],
    [
      "; a\nturn g =\n  (?:[a-z]+)*but",
      'prose/xx/test.prose:2:1: "turn" can take exponential time',
    ],
    [
      "; a\nturn g =\n  (?:[a-z]+,?)+ but",
      'prose/xx/test.prose:2:1: "turn" can take exponential time',
    ],
    [
      "; a\nturn g =\n  but (?:{command}+[,;]?)+x",
      'prose/xx/test.prose:2:1: "turn" can take quadratic time',
    ],
    [
      "; a\nturn g =\n  but (?:[:,{name}-]+(?!or)[a-z{name}-]+){0,12}x",
      'prose/xx/test.prose:2:1: "turn" can take quadratic time',
    ],
    ["; a\nturn g =\n  (?:but)?", 'prose/xx/test.prose:2:1: "turn" matches the empty string'],
    [
      "; a\nprepositions:\n  but | (?:yet)?",
      'prose/xx/test.prose:2:1: "(?:yet)?" in "prepositions" matches the empty string',
    ],
    [
      "; a\nprepositions:\n  But",
      'prose/xx/test.prose:2:1: "But" in "prepositions" contains an upper-case letter',
    ],
    [
      "; a\nprepositions:\n  but(",
      'prose/xx/test.prose:2:1: "but(" in "prepositions" is not a valid expression',
    ],
  ])("are rejected with the position of the error: %j", (text, message) => {
    expect(check(text)).toThrow(message);
  });

  it.each([
    ["never", "never\\s+run", null],
    ["never", "(?:don't|never) be", "don't"],
    ["never", "(?:ever|(?:now|never)? be) run", "ever"],
    ["never", "(?:never)+ run", null],
    ["never", "(?<!never )run", "(?<!never )run"],
    ["never", "(?=never|not)[a-z]+", "not"],
    ["never", "nev{1,2}er", "nev{1,2}er"],
    ["at no", "at\\s+no\\s+time", null],
  ])("have an alternative without the word %j in %j: %j", (word, source, alternative) => {
    expect(alternativeWithout([word], source)).toBe(alternative);
    const text = `; a\njudging:\n  ${word}\n\n; b\nnegation g =\n  ${source}`;
    if (alternative !== null)
      expect(check(text)).toThrow(`no word of "judging" but ${alternative}`);
  });

  it("of the package can be parsed", () => {
    for (const tag of ["en", "de", "es", "fr", "ja", "pt", "ru", "zh"]) {
      expect(() => {
        checkProse(tag, proseFiles("any", tag));
      }).not.toThrow();
    }
  });
});
