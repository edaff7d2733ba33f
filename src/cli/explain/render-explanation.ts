import type { Rule } from "../../core/index.js";
import type { Paint } from "../paint.js";
import { showText } from "../report/terminal-text.js";
import type { Explanation } from "./explanation.js";

/** Returns the explanation of a custom rule, from the texts in its file. */
export function renderOwnRule(
  { id, message, severity, help, pattern = "", example }: Rule,
  paint: Paint,
): string {
  const lines = (text: string): string =>
    text
      .split("\n")
      .map((line) => `    ${showText(line).text}`)
      .join("\n");
  return [
    `${paint("bold", id)}  ${showText(message).text}`,
    "",
    `A custom rule of severity ${severity}, defined in ${showText(pattern).text}.`,
    "",
    ...(example === undefined ? [] : [paint("red", "Example"), lines(example), ""]),
    ...(help === undefined ? [] : [paint("cyan", "Instead"), lines(help), ""]),
  ].join("\n");
}

/** Returns the explanation of a built-in rule. */
export function renderRule(
  rule: string,
  { title, why, instead, findings, clean, profile }: Explanation,
  paint: Paint,
): string {
  const block = (examples: readonly string[]) =>
    examples.map((text) => text.replace(/^/gm, "    ").replace(/[«»]/g, "")).join("\n\n");
  const note = profile === "extended" ? ["Active only in the extended profile.", ""] : [];
  return [
    `${paint("bold", rule)}  ${title}`,
    "",
    ...note,
    why,
    "",
    paint("red", "Findings"),
    block(findings),
    "",
    paint("green", "No findings"),
    block(clean),
    "",
    paint("cyan", "Instead"),
    instead.replace(/^/gm, "    "),
    "",
  ].join("\n");
}
