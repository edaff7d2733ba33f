import type { Source } from "../source.js";

/** An arm of a `case` on one line: the pattern, the commands, `;;`. */
const ARM = /^([ \t]*\(?[\w*?.|"' [\]-]{1,80}\))([^\n]*);;([ \t]*\r?\n?)$/;

export function isCaseArm(line: string): boolean {
  return ARM.test(line);
}

/**
 * Returns the commands of arms, one arm for each line, without their patterns, so that arms cut out of a `case` can be parsed.
 * Returns the same source if a line is something else.
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
