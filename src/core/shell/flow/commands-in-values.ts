/** Finds shell commands in the values of options, operands and variables. */

import { listed, type Role } from "../../query/role.js";
import type { Argument } from "./argument.js";
import { altered } from "./stream.js";

/** Returns the patterns for the beginning of a value that contains a command; empty if any value may contain one. */
export function startsOf(role: Role): readonly RegExp[] {
  return listed(role, "begins").map(beginning);
}

/** Returns a pattern for the beginning of a value: `exec=`, `alias.*=!`, or a word with whitespace after it. */
function beginning(entry: string): RegExp {
  const text = entry.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&").replace("*", "[^=\\s]{1,60}");
  const isWord = /[a-z]$/.test(entry);
  const start = entry.includes("=") ? "(?:^|,)" : "^";
  return new RegExp(`${start}${isWord ? `${text}\\s` : text.replace(/=$/, "(?:=|\\s+)")}`, "i");
}

/**
 * Returns the command in a value; null if it does not begin as required or is empty. Each string of a JSON list becomes a line of
 * the command.
 */
export function commandIn(argument: Argument, begins: readonly RegExp[]): Argument | null {
  const { source } = argument.code();
  const { text } = source;
  const match = begins.map((each) => each.exec(text)).find((each) => each !== null);
  if (begins.length > 0 && match === undefined) return null;
  const from = match === undefined || match === null ? 0 : match.index + match[0].length;
  // the beginning of a JSON list, or of a shell command inside an editor's command (`silent! !CODE`)
  const open = /^\s*(?:\[\s*["']|!)/.exec(text.slice(from))?.[0].length ?? 0;
  // the end of a JSON list, or the notation of the Enter key (`\n`, `^M`)
  const end = text.length - (/(?:["']\s*\]\s*\}?|(?:\\[nr]|\^M)+)\s*$/.exec(text)?.[0].length ?? 0);
  if (from + open >= end) return null;
  const inner = source.slice(from + open, end);
  const lines =
    open === 0
      ? inner
      : inner.overlay(inner.text.replace(/["']\s*,\s*["']/g, (list) => list.replace(/[^]/g, "\n")));
  const code = altered(argument.code(), { source: lines });
  return { ...argument, text: null, span: lines.origin(0, lines.text.length), code: () => code };
}
