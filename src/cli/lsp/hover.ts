import type { Finding } from "../../core/index.js";
import { remedyLines } from "../report/remedy.js";
import type { Setting } from "../report/reporter.js";

/** Returns a finding as Markdown: its message, the steps that led to it, and a safer command. */
export function hoverOf(finding: Finding, text: string, { rules }: Setting): string {
  const rule = rules.get(finding.rule);
  const steps = finding.trace.map(({ step, message, span }, i) => {
    const at = span === undefined ? "" : ` ${inline(clip(text.slice(span[0], span[1])))}`;
    return `${i + 1}. ${step}: ${escaped(message)}${at}`;
  });
  const safer = rule?.help === undefined ? remedyLines(finding, text) : rule.help.split("\n");
  return [
    `**${finding.rule}** ${escaped(rule?.message ?? "")}`,
    steps.join("\n"),
    ...(safer.length === 0 ? [] : [`Safer:\n\n${fence(safer.join("\n"))}`]),
  ].join("\n\n");
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}

/** Escapes Markdown, so that the analyzed text does not become a link, a heading or a picture. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>&~]/g, "\\$&").replace(/\s+/g, " ");
}

function inline(text: string): string {
  const marks = "`".repeat(longestRun(text) + 1);
  return `${marks} ${text} ${marks}`;
}

function fence(text: string): string {
  const marks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${marks}sh\n${text}\n${marks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
