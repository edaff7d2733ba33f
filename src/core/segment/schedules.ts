import type { Source } from "../source.js";

const FIELD = "[\\d*][\\d*/,-]*";
const WEEKDAYS = "[A-Za-z]{3}(?:[-,][A-Za-z]{3})*";

/** `0 4 * * *`, `@reboot`, perhaps with the user of a system-wide table: what stands before the command of a crontab. */
const SCHEDULE = new RegExp(`^[ \\t]*(?:(?=[^\\n]{0,40}\\*)(?:${FIELD}[ \\t]+){4}(?:${FIELD}|${WEEKDAYS})|@(?:reboot|hourly|daily|midnight|weekly|monthly|annually|yearly))[ \\t]+(?:root[ \\t]+)?(?=\\S)`, "gm");

/** Replaces the schedule before a command by blanks, so that a crontab line quoted as shell is a command. */
export function maskSchedules(source: Source): Source {
  if (!/\*[ \t]|@/.test(source.text)) return source;
  const text = source.text.replace(SCHEDULE, (schedule) => " ".repeat(schedule.length));
  return text === source.text ? source : source.overlay(text);
}
