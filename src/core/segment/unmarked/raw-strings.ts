import type { Source } from "../../source.js";

/** Names of calls that may run the string that is passed to them. */
const RUNS = "(?:exec|system|popen|spawn|shell|run|eval|command|\\bsh)\\w{0,20}";
/** The text before a string in backticks that is an argument, an item after a quoted one, or the value of a member. */
const BEFORE = [
  `(?<!${RUNS}\\()(?<=\\w\\()`,
  `(?<=["'],[ \\t]?)`,
  `(?<=^[ \\t]{0,40}[\\w"']{1,40}:[ \\t]{1,40})`,
  `(?<=[{,][ \\t]{0,4}[\\w"']{1,40}:[ \\t]{0,4})`,
];
/** A string in backticks where neither a shell nor Markdown has one. */
const RAW_STRING = new RegExp(
  `(?:${BEFORE.join("|")})\`[^\`\\n]{1,2000}\`(?=[ \\t]*(?:,[ \\t]*$|,[ \\t]|[)}]))`,
  "gim",
);

/** Masks the raw strings of code in an unknown language, whose other lines may still be shell. */
export function withoutRawStrings(source: Source): Source {
  return source.overlay(
    source.text.replace(RAW_STRING, (whole) => `\`${"x".repeat(whole.length - 2)}\``),
  );
}
