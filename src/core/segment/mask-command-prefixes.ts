import type { Source } from "../source.js";

const FIELD = "[\\d*][\\d*/,-]*";
const WEEKDAYS = "[A-Za-z]{3}(?:[-,][A-Za-z]{3})*";

/** Match what precedes the command in a crontab: `0 4 * * *` or `@reboot`, and in a system-wide crontab the user `root`. */
const TIMES = `(?=[^\\n]{0,40}\\*)(?:${FIELD}[ \\t]+){4}(?:${FIELD}|${WEEKDAYS})`;
const SCHEDULE = `(?:${TIMES}|@(?:reboot|hourly|daily|midnight|weekly|monthly|annually|yearly))[ \\t]+(?:root[ \\t]+)?(?=\\S)`;
/** Matches the key before the command of a service unit (`ExecStart=-`), which begins with a path. */
const UNIT_KEY = "Exec(?:Start|Stop|Reload|Condition)(?:Pre|Post)?=[@:+!|-]*(?=/)";
const COMMAND_PREFIX = new RegExp(`^[ \\t]*(?:${SCHEDULE}|${UNIT_KEY})`, "gm");

/** Replaces the schedule or key before a command by spaces, so that a line of a crontab or service unit reads as shell. */
export function maskCommandPrefixes(source: Source): Source {
  if (!["*", "@", "Exec"].some((text) => source.text.includes(text))) return source;
  return source.overlay(source.text.replace(COMMAND_PREFIX, (head) => " ".repeat(head.length)));
}
