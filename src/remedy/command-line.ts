import type { Found } from "./remedy-types.js";

/** A command that shares its lines with nothing but indentation, the marks of a quote and a prompt. */
export interface CommandLine {
  /** From the first character of the command to its last, in UTF-16 code units; a continued command spans several lines. */
  readonly span: readonly [start: number, end: number];
  /** The indentation, marks of a quote and prompt before the command. */
  readonly lead: string;
}

/**
 * Matches indentation, the marks of a quote, and a prompt (`$`, `%`, `❯`, `user@host:~$`, `PS C:\>`) or the `@` of a recipe. The
 * repetitions have upper limits, because the expression is tried from each character of a long word.
 */
const LEAD =
  /^\ufeff?[ \t]*(?:>[ \t]*)*(?:(?:[\w.-]{1,64}@[\w.-]{1,255}(?:[:~/][~/\w.-]{0,200})? ?)?[$%❯][ \t]+|PS [^>\n]{0,80}>[ \t]*|@)?$/;
/** Matches a character with which a lead may end. */
const LEAD_ENDS = /[\ufeff \t>@]/;
/** Matches what may be between a prompt and the start of the finding: sudo and env with options, and assignments. */
const PREFIX =
  /^(?:[A-Za-z_]\w*=\S*[ \t]|sudo\b|env\b|[ \t]|-[EHn]+\b|-u[ \t]*\w[\w-]*(?![\w-])|--(?:user|preserve-env)=\S+(?!\S))*$/;
/** Matches a command whose output is piped to the decoder with which the finding starts. */
const PIPED_INPUT = /^(?!-|[^\s|]*:\s)[^;&<>]*\|[ \t]*$/;
/** Matches a line that is continued on the next line. */
const CONTINUED = /(?:\\|&&|\|\|?|[^`]`)$/;
/** Matches the start of a literal block scalar in YAML (`run: |`, `- |`), which is not a pipe. */
const LITERAL_BLOCK = /^[ \t>]*(?:-[ \t]+)*(?:[^\s|&;]+:[ \t]+)?\|$/;

/** Maximum number of characters before or after a finding on its line; a longer line is data. */
const MAX_BESIDE = 512;
/** Maximum number of lines after the finding over which a command may be continued. */
const MAX_LINES = 100;

/** Returns the command line that contains a finding; null if its lines contain anything else or are too long. */
export function commandLineOf(finding: Found, text: string): CommandLine | null {
  const start = startOfLine(text, finding.span[0]);
  if (start === null) return null;
  const before = text.slice(start, finding.span[0]);
  const leadLength = leadLengthOf(
    before,
    finding.trace.some(({ step }) => step === "decode"),
  );
  if (leadLength === null || continuesLineAbove(text, start)) return null;
  let end = endOfLine(text, Math.max(finding.span[0], finding.span[1] - 1));
  for (let lines = 0; end !== null && text[end - 1] === "\\" && end < text.length; lines++)
    end = lines === MAX_LINES ? null : endOfLine(text, startAfter(text, end));
  if (end === null) return null;
  const below = text.slice(startAfter(text, end), startAfter(text, end) + MAX_BESIDE);
  if (end < text.length && /^[ \t]*(?:\||&&)/.test(below)) return null;
  return {
    span: [start + leadLength, end - trailingSpaces(text.slice(finding.span[1], end))],
    lead: before.slice(0, leadLength).replace("\ufeff", ""),
  };
}

/** Whether the line that begins at `start` continues the line above it. */
function continuesLineAbove(text: string, start: number): boolean {
  if (start === 0) return false;
  const end = endBefore(text, start);
  const from = startOfLine(text, end);
  const above = text.slice(from ?? end - MAX_BESIDE, end);
  const trimmed = above.slice(0, above.length - trailingSpaces(above));
  return CONTINUED.test(trimmed) && !(from !== null && LITERAL_BLOCK.test(trimmed));
}

/**
 * Returns how many characters of the line precede the command, such as indentation and a prompt; null if the line contains other text.
 * @param before the line up to the finding
 * @param decodes whether the finding decodes its program
 */
function leadLengthOf(before: string, decodes: boolean): number | null {
  for (let at = before.length; at >= 0; at--) {
    const isBetween = at === 0 || LEAD_ENDS.test(before[at - 1] ?? "");
    if (!isBetween || /^[ \t]/.test(before[at] ?? "") || !LEAD.test(before.slice(0, at))) continue;
    const rest = before.slice(at);
    return PREFIX.test(rest) || (decodes && PIPED_INPUT.test(rest)) ? at : null;
  }
  return null;
}

/** Returns the number of spaces and tabs at the end of a text. */
function trailingSpaces(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.length - end;
}

/** Returns where the line around an offset begins, after LF, CR LF or CR; null if it begins more than MAX_BESIDE characters before. */
function startOfLine(text: string, offset: number): number | null {
  for (let at = offset; at >= offset - MAX_BESIDE; at--)
    if (at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r") return at;
  return null;
}

/** Returns where the line around an offset ends, before its line break; null if it ends more than MAX_BESIDE characters after. */
function endOfLine(text: string, offset: number): number | null {
  for (let at = offset; at <= offset + MAX_BESIDE; at++)
    if (at >= text.length || text[at] === "\n" || text[at] === "\r")
      return Math.min(at, text.length);
  return null;
}

/** Returns where the previous line ends if a line begins at `start`. */
function endBefore(text: string, start: number): number {
  return text.startsWith("\r\n", start - 2) ? start - 2 : start - 1;
}

/** Returns where the next line begins if a line ends at `end`. */
function startAfter(text: string, end: number): number {
  return text.startsWith("\r\n", end) ? end + 2 : end + 1;
}
