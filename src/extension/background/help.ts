import type { Finding } from "../../protocol/index.js";
import { remedyOf } from "../../remedy/index.js";
import type { Help } from "../bridge/assessment.js";
import { hostsOf } from "./hosts.js";

/** Returns what the user can do about a finding in a text. */
export function helpFor(finding: Finding, text: string): Help {
  const known = remedyOf(...asInCell(finding, text)) ?? {
    advice: finding.rule.includes("decode") ? "print" : "download",
  };
  const remedy = "advice" in known ? known : { steps: known.steps.map((step) => ({ ...step })) };
  // Marking hosts as known does not affect advice.
  return { remedy, hosts: finding.level === "advisory" ? null : hostsOf(finding) };
}

/**
 * Returns a finding and its text. If the finding is in a table cell, where a pipe is written `\|`, both are as the cell shows them, and
 * the text is only the rest of the cell.
 */
function asInCell(finding: Finding, text: string): [Finding, string] {
  if (!finding.text.includes("\\|")) return [finding, text];
  const [start, end] = finding.span;
  if (!/(?:^|\n)[ >]*\|[^\n]*$/.test(text.slice(Math.max(0, start - 10_000), start)))
    return [finding, text];
  const unescaped = (part: string): string => part.replaceAll("\\|", "|");
  const shown = unescaped(finding.text);
  const rest = unescaped(/^(?:\\\||[^|`\n])*/.exec(text.slice(end))?.[0] ?? "");
  const placeOf = (at: number): number => unescaped(text.slice(start, at)).length;
  const trace = finding.trace.map(({ span, ...step }) =>
    span === undefined || span[0] < start || span[1] > end
      ? step
      : { ...step, span: [placeOf(span[0]), placeOf(span[1])] as [number, number] },
  );
  return [{ ...finding, text: shown, span: [0, shown.length], trace }, shown + rest.trimEnd()];
}
