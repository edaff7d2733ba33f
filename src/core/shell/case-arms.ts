import type { Source } from "../source.js";

/** An arm of a `case` on one line: the pattern, the commands, `;;`. */
const ARM = /^([ \t]*\(?[\w*?.|"' [\]-]{1,80}\))([^\n]*);;([ \t]*\r?\n?)$/;

export function isCaseArm(line: string): boolean {
  return ARM.test(line);
}

/**
 * The commands of arms, one arm a line, without their patterns: arms that were cut out of a `case` parse with nothing around them.
 * The same source where a line is something else.
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
