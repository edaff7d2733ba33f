import type { Finding, Span } from "../../core/index.js";
import { Lines } from "./lines.js";

/** A command that is all that its lines say. */
export interface CommandLine {
  /** From the first character of the command to its last; several lines where they are continued. */
  readonly span: Span;
  /** What stands in front of it: an indentation, the marks of a quote, a prompt. */
  readonly lead: string;
}

/** Indentation, the marks of a quote, and a prompt: `$`, `%`, `❯`, `user@host:~$`, `PS C:\>`; `@` of a recipe. */
const LEAD = /^\ufeff?[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[\w.-]+@[\w.-]+:?[~/\w.-]* ?)?[$%❯][ \t]+|PS [^>\n]{0,80}>[ \t]*|@)?$/;
/** What may stand between a prompt and what the finding begins with: sudo, assignments. */
const BEFORE = /^(?:[A-Za-z_]\w*=\S*[ \t]+|sudo\b|env\b|[ \t]+|-[EHn]+\b|-u[ \t]*\w[\w-]*|--(?:user|preserve-env)=\S+)*$/;
/** What may stand in front of a decoder: what it decodes. */
const PIPED = /^(?!-|[^\s|]*:\s)[^;&<>]*\|[ \t]*$/;
/** Lines that go on with the next one. */
const GOES_ON = /(?:\\|&&|\|\|?|[^`]`)[ \t]*$/;

/** The lines that a finding's command has for itself; null where they say anything else. */
export function commandLineOf(finding: Finding, text: string): CommandLine | null {
  const lines = new Lines(text);
  const first = lines.row(finding.span[0]);
  const { start } = lines.bounds(first);
  const before = text.slice(start, finding.span[0]);
  const cut = leadOf(before, finding.trace.some(({ step }) => step === "decode"));
  const above = first === 1 ? "" : text.slice(lines.bounds(first - 1).start, lines.bounds(first - 1).end);
  if (cut === null || GOES_ON.test(above)) return null;
  let last = lines.row(Math.max(finding.span[0], finding.span[1] - 1));
  while (/\\$/.test(text.slice(lines.bounds(last).start, lines.bounds(last).end))) last++;
  const { end } = lines.bounds(last);
  const behind = text.slice(finding.span[1], end);
  const below = text.slice(lines.bounds(last + 1).start, lines.bounds(last + 1).end);
  if (/^[ \t]*(?:\||&&)/.test(below)) return null;
  return { span: [start + cut, end - (/[ \t]*$/.exec(behind)?.[0].length ?? 0)], lead: before.slice(0, cut).replace("\ufeff", "") };
}

/** Where the command begins in what stands before the finding; null where more stands there than belongs to it. */
function leadOf(before: string, decodes: boolean): number | null {
  for (let at = before.length; at >= 0; at--) {
    if (!LEAD.test(before.slice(0, at)) || /^[ \t]/.test(before.slice(at))) continue;
    const rest = before.slice(at);
    return BEFORE.test(rest) || (decodes && PIPED.test(rest)) ? at : null;
  }
  return null;
}
