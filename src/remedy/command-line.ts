import type { Found } from "./found.js";

/** A command that is all that its lines say. */
export interface CommandLine {
  /** From the first character of the command to its last; several lines where they are continued. */
  readonly span: readonly [start: number, end: number];
  /** What stands in front of it: an indentation, the marks of a quote, a prompt. */
  readonly lead: string;
}

/** Indentation, the marks of a quote, and a prompt: `$`, `%`, `❯`, `user@host:~$`, `PS C:\>`; `@` of a recipe. */
const LEAD =
  /^\ufeff?[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[\w.-]+@[\w.-]+:?[~/\w.-]* ?)?[$%❯][ \t]+|PS [^>\n]{0,80}>[ \t]*|@)?$/;
/** What may stand between a prompt and what the finding begins with: sudo, assignments. */
const BEFORE =
  /^(?:[A-Za-z_]\w*=\S*[ \t]+|sudo\b|env\b|[ \t]+|-[EHn]+\b|-u[ \t]*\w[\w-]*|--(?:user|preserve-env)=\S+)*$/;
/** What may stand in front of a decoder: what it decodes. */
const PIPED = /^(?!-|[^\s|]*:\s)[^;&<>]*\|[ \t]*$/;
/** Lines that go on with the next one. */
const GOES_ON = /(?:\\|&&|\|\|?|[^`]`)[ \t]*$/;
/** What begins a literal text of YAML (`run: |`, `- |`), and is no pipe. */
const LITERAL = /^[ \t>]*(?:(?:-[ \t]+)+|(?:-[ \t]+)*[^\s|&;]+:[ \t]+)\|[ \t]*$/;

/** The lines that a finding's command has for itself; null where they say anything else. */
export function commandLineOf(finding: Found, text: string): CommandLine | null {
  const [start] = lineAt(text, finding.span[0]);
  const before = text.slice(start, finding.span[0]);
  const cut = leadOf(
    before,
    finding.trace.some(({ step }) => step === "decode"),
  );
  const above = start > 0 ? text.slice(...lineAt(text, endBefore(text, start))) : "";
  if (cut === null || (GOES_ON.test(above) && !LITERAL.test(above))) return null;
  let line = lineAt(text, Math.max(finding.span[0], finding.span[1] - 1));
  while (/\\$/.test(text.slice(...line)) && line[1] < text.length)
    line = lineAt(text, startBehind(text, line[1]));
  const [, end] = line;
  const behind = text.slice(finding.span[1], end);
  const below = end < text.length ? text.slice(...lineAt(text, startBehind(text, end))) : "";
  if (/^[ \t]*(?:\||&&)/.test(below)) return null;
  return {
    span: [start + cut, end - (/[ \t]*$/.exec(behind)?.[0].length ?? 0)],
    lead: before.slice(0, cut).replace("\ufeff", ""),
  };
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

/** The line around an offset, without its end: LF, CR LF or CR. */
function lineAt(text: string, offset: number): [start: number, end: number] {
  const start =
    offset === 0
      ? 0
      : Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const length = text.slice(start).search(/[\r\n]/);
  return [start, length === -1 ? text.length : start + length];
}

/** Where the line ends above the one that begins here. */
function endBefore(text: string, start: number): number {
  return text.startsWith("\r\n", start - 2) ? start - 2 : start - 1;
}

/** Where the line begins below the one that ends here. */
function startBehind(text: string, end: number): number {
  return text.startsWith("\r\n", end) ? end + 2 : end + 1;
}
