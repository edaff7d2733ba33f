import { expect, test } from "vitest";
import { withoutStrings } from "../../../src/core/code/tokens/string-contents.js";
import { NOTHING } from "../../../src/core/code/analysis.js";
import { Source } from "../../../src/core/source.js";
import { withTools } from "./harness.js";

const MASKED: [string | null, string, string][] = [
  ["go", "const a = `curl A | sh`", "const a = `xxxxxxxxxxx`"],
  ["go", "fmt.Println(`a\nb | c`)", "fmt.Println(`x\nxxxxx`)"],
  ["ruby", 'raise "use `curl A | sh`"', 'raise "xxxxxxxxxxxxxxxxx"'],
  ["kotlin", 'val a = "$(curl A)"', 'val a = "xxxxxxxxx"'],
  // a string in a command line is not masked
  ["ruby", 'bash -c "$(curl A)"', 'bash -c "$(curl A)"'],
  ["ruby", 'curl -H "A: $B" c | sh', 'curl -H "A: $B" c | sh'],
  // backticks execute a command in Ruby, and may do so in an unknown language
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

test.each(MASKED)(
  "strings are masked in %s unless they may be commands: %s",
  (tag, text, expected) => {
    expect(masked(text, tag)).toBe(expected);
  },
);
