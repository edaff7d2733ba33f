import { familyOf } from "../../languages/index.js";
import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import type { Language } from "../language/prose-language.js";

/** Maximum number of characters before and after a command in which its object, table or mapping is searched. */
const MAX_DISTANCE = 4000;

/** Matches an entry that says what happens to the command beside it, `action = "deny"` or `"verdict": "block",`. Group 1: its value. */
const VERDICT =
  /^[\s>,{[-]*["']?(?:[\w-]*[_-])?(?:action|decision|verdict|permission|permissiondecision|policy|effect|outcome|disposition|expect|expected|expecteddecision|expectedaction|expectedverdict|response|mode|severity_action)["']?\s*[:=]\s*["']?([\w-]+)["']?\s*,?\s*(?:#.*|\/\/.*)?$/i;

/**
 * Returns the entry of an object, a table or a mapping that blocks its command, such as `action = "deny"` beside `command = "X"`,
 * in document offsets; null if there is none.
 */
export function deniedEntry(
  language: Language,
  text: string,
  match: Span,
  block: Pick<Block, "start" | "end">,
  tag: string | null,
): Span | null {
  const family = familyOf(tag ?? "");
  const object = family === "toml" || family === "yaml" ? null : objectAround(text, match, block);
  const entries =
    object !== null
      ? entriesOf(text, object)
      : family === "yaml"
        ? mappingAround(text, match, block)
        : tableAround(text, match, block);
  for (const [start, end] of entries) {
    const value = VERDICT.exec(text.slice(start, end))?.[1]?.toLowerCase();
    if (value !== undefined && language.test("denies-alone", value.replaceAll("-", " ")))
      return [start, end];
  }
  return null;
}

/**
 * Returns the cell that blocks the command of its row in a line of values separated by tabs or commas, in document offsets; null if
 * there is none.
 */
export function deniedCell(language: Language, text: string, [start, end]: Span): Span | null {
  const from = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - MAX_DISTANCE);
  const line = text.slice(from, end + MAX_DISTANCE).split("\n", 1)[0] ?? "";
  for (const separator of ["\t", ","]) {
    const others: Span[] = [];
    let at = from;
    for (const cell of line.split(separator)) {
      if (at + cell.length <= start || at >= end) others.push([at, at + cell.length]);
      at += cell.length + 1;
    }
    const words = others.map(([first, last]) => text.slice(first, last));
    // commas of a sentence have a space after them
    if (words.length < 2 || words.some((cell) => /^ /.test(cell))) continue;
    const denied = words.findIndex((cell) =>
      language.test("denies-alone", cell.replace(/^[\s"]+|[\s"]+$/g, "").toLowerCase()),
    );
    if (denied !== -1) return others[denied] ?? null;
  }
  return null;
}

/** Returns the inside of the innermost braces around a match; null if none are near. */
function objectAround(
  text: string,
  [start, end]: Span,
  block: Pick<Block, "start" | "end">,
): Span | null {
  const from = Math.max(block.start, start - MAX_DISTANCE);
  const open: number[] = [];
  let quote = "";
  for (let at = from; at < start; at++) {
    const char = text.charAt(at);
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote || char === "\n") quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "{") open.push(at + 1);
    else if (char === "}") open.pop();
  }
  const opens = open.pop();
  if (opens === undefined) return null;
  const to = Math.min(block.end, end + MAX_DISTANCE);
  let depth = 0;
  for (let at = end; at < to; at++) {
    const char = text.charAt(at);
    if (char === "{") depth++;
    else if (char === "}" && depth-- === 0) return [opens, at];
  }
  return null;
}

/** Returns the entries directly in an object, without those of nested objects and lists. */
function entriesOf(text: string, [start, end]: Span): Span[] {
  const entries: Span[] = [];
  let depth = 0;
  let quote = "";
  let from = start;
  for (let at = start; at < end; at++) {
    const char = text.charAt(at);
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (depth === 0 && (char === "," || char === "\n")) {
      entries.push([from, at]);
      from = at + 1;
    }
  }
  entries.push([from, end]);
  return entries;
}

/** Returns the lines of a TOML table, from its header to the next; none if the match is not on the line of a key. */
function tableAround(
  text: string,
  [start, end]: Span,
  block: Pick<Block, "start" | "end">,
): Span[] {
  const from = Math.max(block.start, start - MAX_DISTANCE);
  const to = Math.min(block.end, end + MAX_DISTANCE);
  const lines = linesIn(text, from, to);
  const own = lines.findIndex((line) => line[1] >= start);
  const isHeader = (line: Span | undefined): boolean =>
    line !== undefined &&
    /^\s*\[/.test(text.slice(...line)) &&
    !/^\s*\[.*=/.test(text.slice(...line));
  let first = own;
  while (first > 0 && !isHeader(lines[first])) first--;
  let last = own + 1;
  while (last < lines.length && !isHeader(lines[last])) last++;
  return /=/.test(text.slice(...(lines[own] ?? [0, 0]))) ? lines.slice(first, last) : [];
}

/** Returns the lines with keys of the YAML mapping in which a match is a value, or part of a value of several lines. */
function mappingAround(
  text: string,
  [start, end]: Span,
  block: Pick<Block, "start" | "end">,
): Span[] {
  const lines = linesIn(
    text,
    Math.max(block.start, start - MAX_DISTANCE),
    Math.min(block.end, end + MAX_DISTANCE),
  );
  const indentOf = (line: Span | undefined): number =>
    line === undefined ? -1 : (/^[\s-]*/.exec(text.slice(...line))?.[0].length ?? 0);
  const isKey = (line: Span | undefined): boolean =>
    line !== undefined && /^[\s-]*["']?[\w.-]+["']?\s*:/.test(text.slice(...line));
  const begins = (line: Span | undefined): boolean =>
    line !== undefined && /^\s*-\s/.test(text.slice(...line));
  let key = lines.findIndex((line) => line[1] >= start);
  const inner = indentOf(lines[key]);
  const own = key;
  while (key > 0 && !(isKey(lines[key]) && (key === own || indentOf(lines[key]) < inner))) key--;
  const indent = indentOf(lines[key]);
  const isBlank = (line: Span | undefined): boolean =>
    line !== undefined && text.slice(...line).trim() === "";
  let first = key;
  while (
    first > 0 &&
    !begins(lines[first]) &&
    (isBlank(lines[first - 1]) || indentOf(lines[first - 1]) >= indent)
  )
    first--;
  let last = key + 1;
  while (
    last < lines.length &&
    (isBlank(lines[last]) ||
      indentOf(lines[last]) > indent ||
      (indentOf(lines[last]) === indent && !begins(lines[last])))
  )
    last++;
  return lines.slice(first, last).filter((line) => indentOf(line) === indent);
}

/** Matches the marks of a quotation that contains the block. */
const QUOTED = /(?:[ \t]{0,3}>[ \t]?)*/y;

/** Returns the lines of a part of the document, without the marks of a quotation. */
function linesIn(text: string, from: number, to: number): Span[] {
  const lines: Span[] = [];
  for (let at = from; at <= to; ) {
    const feed = text.indexOf("\n", at);
    const end = feed < 0 || feed > to ? to : feed;
    QUOTED.lastIndex = at;
    lines.push([Math.min(at + (QUOTED.exec(text)?.[0].length ?? 0), end), end]);
    at = end + 1;
  }
  return lines;
}
