import type { Finding } from "../../protocol/index.js";
import { remedyOf } from "../../remedy/index.js";
import type { Help } from "../bridge/assessment.js";
import { hostsOf } from "./finding-hosts.js";

/** Returns what the user can do about a finding in a text. */
export function helpFor(finding: Finding, text: string): Help {
  const known = remedyOf(...asInCell(finding, text)) ?? {
    advice: finding.rule.includes("decode") ? "print" : "download",
  };
  const remedy = "advice" in known ? known : { steps: known.steps.map((step) => ({ ...step })) };
  // An advisory finding has no hosts to mark as known, because that would not change how it is shown.
  return { remedy, hosts: finding.level === "advisory" ? null : hostsOf(finding) };
}

/**
 * Returns a finding and the text that contains it. If the finding is in a table cell, where a pipe is written `\|`, the pipes in both
 * are unescaped, and the text is only the part of the cell from the start of the finding.
 */
function asInCell(finding: Finding, text: string): [Finding, string] {
  if (!finding.text.includes("\\|")) return [finding, text];
  const [start, end] = finding.span;
  if (!/(?:^|\n)[ >]*\|[^\n]*$/.test(text.slice(Math.max(0, start - 10_000), start)))
    return [finding, text];
  const unescaped = (part: string): string => part.replaceAll("\\|", "|");
  const shown = unescaped(finding.text);
  const rest = unescaped(/^(?:\\\||[^|`\n])*/.exec(text.slice(end))?.[0] ?? "");
  const offsetOf = (at: number): number => unescaped(text.slice(start, at)).length;
  const trace = finding.trace.map(({ span, ...step }) =>
    span === undefined || span[0] < start || span[1] > end
      ? step
      : { ...step, span: [offsetOf(span[0]), offsetOf(span[1])] as [number, number] },
  );
  return [{ ...finding, text: shown, span: [0, shown.length], trace }, shown + rest.trimEnd()];
}
