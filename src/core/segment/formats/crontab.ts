import { linesOf } from "../../lex/lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

const SCHEDULE = /^[ \t]*(?:@\w+|(?:[\d*/,\-A-Za-z?LW#]+[ \t]+){4}[\d*/,\-A-Za-z?LW#]+)[ \t]+/;

/** Matches a command up to an unescaped percent sign; the text after the sign is the command's standard input. */
const BEFORE_INPUT = /^(?:\\.|[^%])*/;

/** Reads a crontab: the command after the schedule, and after the user in a system crontab. */
export function readCrontab(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  for (const line of linesOf(source.text)) {
    const content = source.text.slice(line.start, line.end);
    if (content.trimStart().startsWith("#")) {
      tools.addComment(snippet, line);
      continue;
    }
    const schedule = SCHEDULE.exec(content)?.[0].length ?? 0;
    if (schedule === 0) continue;
    const start = line.start + schedule + userLength(tools, content.slice(schedule));
    const length = BEFORE_INPUT.exec(source.text.slice(start, line.end))?.[0].length ?? 0;
    tools.add(snippet, "shell", source.slice(start, start + length));
  }
}

/** Returns the length of a user name and the spaces after it: a word that is not a command, before one that is. 0 if there is none. */
function userLength(tools: Tools, command: string): number {
  const [, user = "", next = ""] = /^([a-z_][\w-]*)[ \t]+(\S+)/.exec(command) ?? [];
  return tools.heads.startsCommand(user) || !tools.heads.startsCommand(next)
    ? 0
    : command.indexOf(next, user.length);
}
