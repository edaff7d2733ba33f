import type { Span } from "../../model.js";

/** Number of characters before and after a command that are searched for other fields. */
const MAX_DISTANCE = 2000;
/** Number of characters before a command, on its line, that are searched for the name of its field. */
const MAX_DISTANCE_ON_LINE = 600;

/** Matches a field: `"CommandLine":`, `process.command_line =`, `<Data Name="CommandLine">`, `Process ID:`. Group 1: the name. */
const FIELD = /(?<![\w.|-])([\w.|-]{2,80}(?: [A-Z]\w{1,20}){0,3})["']?[ \t]{0,8}[:=>]/g;

/** Fields that contain the command line of a process, in lower case and without other characters. */
const COMMAND_LINES =
  /^(?:parent|process|parentprocess|new|original|full|proc|initiatingprocess|target|actor)?(?:commandline|cmdline)$|^proctitle$/;

/** Fields that only a recorded process has. */
const EVENT_FIELDS = new Set(
  "eventid eventcode processid processguid newprocessid newprocessname creatorprocessid creatorprocessname parentprocessid parentprocessguid parentprocessname parentprocess parentimage parentcommandline pid ppid auid utctime logonid integritylevel initiatingprocessfilename initiatingprocesscommandline initiatingprocessid devicename computername originalfilename processhash".split(
    " ",
  ),
);

/** Matches where a value has ended and the next field follows. */
const ENDED = /(?:^|[^\\])["']\s*,\s*["'\w]|<\//;
/** Matches the end of a list of words. */
const LIST_ENDED = /["'\d]\s*\]/;

/** Matches what sudo writes to the system's log before a command: `TTY=… ; PWD=… ; USER=… ; COMMAND=`. */
const SUDO = /\bPWD=[^;\n]{1,200};\s?USER=[^;\n]{1,60};\s?(?:[A-Z]+=[^;\n]{0,200};\s?)?COMMAND=/;

/** Matches a key directly below `detection:` in a Sigma rule. */
const SELECTION = /^(?:[ \t]+)(?:selection|keywords?|filter|condition)[\w-]*[ \t]*:/m;

/** Whether a text may contain a record at all; tested once for each text. */
export function mayRecord(text: string): boolean {
  return /command[ _-]?line|cmd[ _-]?line|proctitle|COMMAND=|detection/i.test(text);
}

/**
 * Returns the span of the name of the field or section that makes a command part of a record of a process that ran (Sysmon, EDR and
 * audit events, sudo's log), or of what a Sigma rule detects; null if there is none.
 */
export function recordedEvent(text: string, [start, end]: Span, block: Span): Span | null {
  const feed = Math.max(block[0], text.lastIndexOf("\n", start - 1) + 1);
  const from = Math.max(feed, start - MAX_DISTANCE_ON_LINE);
  const before = text.slice(from, start);
  const sudo = SUDO.exec(before);
  if (sudo !== null) return [from + sudo.index, from + sudo.index + sudo[0].length];
  const around: Span = [
    Math.max(block[0], start - MAX_DISTANCE),
    Math.min(block[1], end + MAX_DISTANCE),
  ];
  const field = fieldsOf(before).findLast(({ name }) => COMMAND_LINES.test(name));
  if (
    field !== undefined &&
    !isOver(before.slice(field.end)) &&
    fieldsOf(text.slice(...around)).some(({ name }) => EVENT_FIELDS.has(name))
  )
    return [from + field.start, from + field.end];
  return detectionSection(text.slice(around[0], feed), around[0], before);
}

/** Whether a field ends in the text between its name and the command. */
function isOver(between: string): boolean {
  return (/^\s*\[/.test(between) ? LIST_ENDED : ENDED).test(between);
}

/** Returns the names of fields, in lower case, without their path and without modifiers (`CommandLine|contains`). */
function fieldsOf(text: string): { readonly name: string; start: number; end: number }[] {
  return [...text.matchAll(FIELD)].map(({ index, 0: written, 1: name = "" }) => ({
    name: (name.split("|", 1)[0]?.split(".").at(-1) ?? "").replace(/[ _-]/g, "").toLowerCase(),
    start: index,
    end: index + written.length,
  }));
}

/** Returns the span of `detection:` above a selection that contains `line`, or null; `from` is the document offset of `above`. */
function detectionSection(above: string, from: number, line: string): Span | null {
  const at = [...above.matchAll(/^([ \t]*)detection[ \t]*:[ \t\r]*$/gm)].at(-1);
  if (at === undefined) return null;
  const indent = at[1]?.length ?? 0;
  const inside = above.slice(at.index + at[0].length);
  const isLeft = [...inside.split("\n"), line].some(
    (each) => each.trim() !== "" && each.length - each.trimStart().length <= indent,
  );
  if (isLeft || !SELECTION.test(`${inside}\n${line}`)) return null;
  return [from + at.index + indent, from + at.index + at[0].trimEnd().length];
}
