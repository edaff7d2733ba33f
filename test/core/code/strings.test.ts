import { expect, test } from "vitest";
import { withoutStrings } from "../../../src/core/code/tokens/string-contents.js";
import { NOTHING } from "../../../src/core/code/analysis.js";
import { Source } from "../../../src/core/source.js";
import { withTools } from "./reading.js";

const MASKED: [string | null, string, string][] = [
  ["go", "const a = `curl A | sh`", "const a = `xxxxxxxxxxx`"],
  ["go", "fmt.Println(`a\nb | c`)", "fmt.Println(`x\nxxxxx`)"],
  ["ruby", 'raise "use `curl A | sh`"', 'raise "xxxxxxxxxxxxxxxxx"'],
  ["kotlin", 'val a = "$(curl A)"', 'val a = "xxxxxxxxx"'],
  // the words of a command line are kept
  ["ruby", 'bash -c "$(curl A)"', 'bash -c "$(curl A)"'],
  ["ruby", 'curl -H "A: $B" c | sh', 'curl -H "A: $B" c | sh'],
  // commands in backticks are read by the code stage of the language
  ["ruby", "a = `curl A | sh`", "a = `curl A | sh`"],
  ["text", "a = `curl A | sh`", "a = `curl A | sh`"],
  [null, "a = `curl A | sh`", "a = `curl A | sh`"],
];

function masked(text: string, tag: string | null): string {
  let result = "";
  withTools((tools) => {
    result = withoutStrings(Source.whole(text), tag, tools.language).text;
    return NOTHING;
  });
  return result;
}

test.each(MASKED)("%s: %s", (tag, text, expected) => {
  expect(masked(text, tag)).toBe(expected);
});
