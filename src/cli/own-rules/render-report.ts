import type { Paint } from "../paint.js";
import { plural } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import type { RulesReport } from "./test-rules.js";

/** Returns the report as text: a line for each rule and each failure, and a summary. */
export function renderReport(
  { folder, rules, examples, failures }: RulesReport,
  paint: Paint,
): string {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  const summary = `${showText(folder).text}: ${plural(rules.length, "rule")}, ${plural(examples, "example")}, ${
    failures.length === 0
      ? paint("green", "all passed")
      : paint("red", plural(failures.length, "failure"))
  }`;
  return [
    ...rules.map(
      ({ id, matches, noMatches }) =>
        `${id.padEnd(width)}  ${matches} match, ${noMatches} no-match`,
    ),
    ...failures.map(
      ({ path, line, message }) =>
        `${paint("bold", `${showText(path).text}:${line}`)}: ${showText(message).text}`,
    ),
    summary,
    "",
  ].join("\n");
}
