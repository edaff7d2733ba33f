import type { Source } from "../source.js";

/** Matches an arm of a `case` on one line: the pattern, the commands, `;;`. */
const ARM = /^([ \t]*\(?[\w*?.|"' [\]-]{1,80}\))([^\n]*);;([ \t]*\r?\n?)$/;

export function isCaseArm(line: string): boolean {
  return ARM.test(line);
}

/**
 * Replaces the patterns and `;;` of lines that are arms of a `case` with spaces, so that the commands can be parsed without the `case`.
 * Returns the same source if one of the lines is not an arm.
 */
export function commandsOfArms(source: Source): Source {
  let [text, end] = ["", 0];
  for (const line of source.text.split(/(?<=\n)/)) {
    const [, pattern, commands, rest] = ARM.exec(line) ?? [];
    if (pattern === undefined) return source;
    text += `${" ".repeat(pattern.length)}${commands ?? ""}  ${rest ?? ""}`;
    end += line.length;
  }
  return end === 0 ? source : source.overlay(text);
}
