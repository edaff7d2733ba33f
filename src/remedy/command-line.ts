import type { Found } from "./found.js";

/** A command that is all that its lines say. */
export interface CommandLine {
  /** From the first character of the command to its last; several lines if they are continued. */
  readonly span: readonly [start: number, end: number];
  /** What precedes it: an indentation, the marks of a quote, a prompt. */
  readonly lead: string;
}

/**
 * Indentation, the marks of a quote, and a prompt: `$`, `%`, `❯`, `user@host:~$`, `PS C:\>`; `@` of a recipe. Its parts are
 * bounded, or a long word would be read again from each of its characters.
 */
const LEAD =
  /^\ufeff?[ \t]*(?:>[ \t]*)*(?:(?:[\w.-]{1,64}@[\w.-]{1,255}(?:[:~/][~/\w.-]{0,200})? ?)?[$%❯][ \t]+|PS [^>\n]{0,80}>[ \t]*|@)?$/;
/** The characters before which a lead may end. */
const LEAD_ENDS = /[\ufeff \t>@]/;
/** What may be between a prompt and the start of the finding: sudo, assignments. */
const BEFORE =
  /^(?:[A-Za-z_]\w*=\S*[ \t]|sudo\b|env\b|[ \t]|-[EHn]+\b|-u[ \t]*\w[\w-]*(?![\w-])|--(?:user|preserve-env)=\S+(?!\S))*$/;
/** What may precede a decoder: the command that prints its input. */
const PIPED = /^(?!-|[^\s|]*:\s)[^;&<>]*\|[ \t]*$/;
/** Matches lines that continue on the next one. */
const GOES_ON = /(?:\\|&&|\|\|?|[^`]`)$/;
/** The start of a literal block scalar in YAML (`run: |`, `- |`), which is not a pipe. */
const LITERAL = /^[ \t>]*(?:-[ \t]+)*(?:[^\s|&;]+:[ \t]+)?\|$/;

/** The most characters before or after a command on its line; longer lines are data. */
const MOST_BESIDE = 512;
/** The most lines over which a command may be continued. */
const MOST_LINES = 100;

/** Returns the lines of a finding's command; null if they contain anything else, or are too long. */
export function commandLineOf(finding: Found, text: string): CommandLine | null {
  const start = startOfLine(text, finding.span[0]);
  if (start === null) return null;
  const before = text.slice(start, finding.span[0]);
  const cut = leadOf(
    before,
    finding.trace.some(({ step }) => step === "decode"),
  );
  if (cut === null || followsOn(text, start)) return null;
  let end = endOfLine(text, Math.max(finding.span[0], finding.span[1] - 1));
  for (let lines = 0; end !== null && text[end - 1] === "\\" && end < text.length; lines++)
    end = lines === MOST_LINES ? null : endOfLine(text, startAfter(text, end));
  if (end === null) return null;
  const below = text.slice(startAfter(text, end), startAfter(text, end) + MOST_BESIDE);
  if (end < text.length && /^[ \t]*(?:\||&&)/.test(below)) return null;
  return {
    span: [start + cut, end - blanksAtEnd(text.slice(finding.span[1], end))],
    lead: before.slice(0, cut).replace("\ufeff", ""),
  };
}

/** Whether the line that begins here continues the one above. */
function followsOn(text: string, start: number): boolean {
  if (start === 0) return false;
  const end = endBefore(text, start);
  const from = startOfLine(text, end);
  const above = text.slice(from ?? end - MOST_BESIDE, end);
  const trimmed = above.slice(0, above.length - blanksAtEnd(above));
  return GOES_ON.test(trimmed) && !(from !== null && LITERAL.test(trimmed));
}

/** Returns where the command begins in the text before the finding; null if that text contains more than the command. */
function leadOf(before: string, decodes: boolean): number | null {
  for (let at = before.length; at >= 0; at--) {
    const isBetween = at === 0 || LEAD_ENDS.test(before[at - 1] ?? "");
    if (!isBetween || /^[ \t]/.test(before[at] ?? "") || !LEAD.test(before.slice(0, at))) continue;
    const rest = before.slice(at);
    return BEFORE.test(rest) || (decodes && PIPED.test(rest)) ? at : null;
  }
  return null;
}

/** Returns how many blanks a text ends with. */
function blanksAtEnd(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.length - end;
}

/** Returns where the line around an offset begins, after LF, CR LF or CR; null if that is too far away. */
function startOfLine(text: string, offset: number): number | null {
  for (let at = offset; at >= offset - MOST_BESIDE; at--)
    if (at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r") return at;
  return null;
}

/** Returns where the line around an offset ends; null if that is too far away. */
function endOfLine(text: string, offset: number): number | null {
  for (let at = offset; at <= offset + MOST_BESIDE; at++)
    if (at >= text.length || text[at] === "\n" || text[at] === "\r")
      return Math.min(at, text.length);
  return null;
}

/** Returns where the line ends above the one that begins here. */
function endBefore(text: string, start: number): number {
  return text.startsWith("\r\n", start - 2) ? start - 2 : start - 1;
}

/** Returns where the line begins below the one that ends here. */
function startAfter(text: string, end: number): number {
  return text.startsWith("\r\n", end) ? end + 2 : end + 1;
}
