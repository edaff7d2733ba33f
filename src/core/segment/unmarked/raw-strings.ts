import type { Source } from "../../source.js";

/** Calls that may run the string they are given, by their names. */
const RUNS = "(?:exec|system|popen|spawn|shell|run|eval|command|\\bsh)\\w{0,20}";
/** What precedes a string in backticks that is an argument, an item behind a quoted one, or the value of a member. */
const BEFORE = [
  `(?<!${RUNS}\\()(?<=\\w\\()`,
  `(?<=["'],[ \\t]?)`,
  `(?<=^[ \\t]{0,40}[\\w"']{1,40}:[ \\t]{1,40})`,
  `(?<=[{,][ \\t]{0,4}[\\w"']{1,40}:[ \\t]{0,4})`,
];
/** No shell and no Markdown writes a string in backticks there. */
const RAW_STRING = new RegExp(
  `(?:${BEFORE.join("|")})\`[^\`\\n]{1,2000}\`(?=[ \\t]*(?:,[ \\t]*$|,[ \\t]|[)}]))`,
  "gim",
);

/** Blots out the raw strings of code whose language is not told: its other lines may still be shell. */
export function withoutRawStrings(source: Source): Source {
  return source.overlay(
    source.text.replace(RAW_STRING, (whole) => `\`${"x".repeat(whole.length - 2)}\``),
  );
}
