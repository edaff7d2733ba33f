import { withoutHereDocuments } from "../../lex/here-documents.js";
import { languageOf, tagOfFirstLine, type Family } from "../../languages/index.js";
import { isCommandKey, isDescriptive } from "../formats/key-meanings.js";
import { firstLine } from "../../lex/lines.js";
import { firstStatement } from "./sniff-language.js";

/** The forms of a text that the tests of formats use. */
interface Look {
  readonly text: string;
  /** The text without here-documents, since the files that a script writes may be in another language. */
  readonly outer: string;
  /** The first line that is not blank. */
  readonly first: string;
}

const DIFF = /^\s*(?:diff --git |Index: |@@ -\d|From [0-9a-f]{40} |--- .*\n\+\+\+ )/;

const IMAGE = /^\s*(?=\S)(?:# syntax=.*\n)?(?:(?:#.*|ARG .*|VERSION [\d.]+)?\n)*FROM \S+/;
/** An instruction of a Dockerfile that runs something. */
export const INSTRUCTION =
  /^(?:RUN|CMD|ENTRYPOINT|HEALTHCHECK CMD) (?:(?:--|[A-Z_]{1,40}=)\S* )*[["a-z/]/;

/**
 * An object, or an array that continues after its first value or is the whole text: "[10:02] …", "[1] …" and "["…"](link)" begin
 * prose, `[[ "$A" = b ]] &&` begins shell.
 */
const JSON_START = new RegExp(
  '^\\s*(?://.*\\n\\s*)*(?:\\{\\s*(?:"(?:[^"\\\\]|\\\\.)*"\\s*:|\\}|//)' +
    '|\\[\\s*(?:\\{|\\[(?!\\s[^\\n]*\\s\\]\\]\\s*[;&|])\\s*["\\d[{]|\\]\\s*$|(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.]*)\\s*(?:,|\\]\\s*$)))',
);
/** A member of an object without the object, as excerpts of `package.json` show it: `"postinstall": "…"`, `"scripts": {`. */
const MEMBER = /^\s*"([\w:-]+)"\s*:\s*["{[]/;

const UNIT_SECTION = /^[^\S\n]*\[(?:Unit|Service|Timer|Socket|Install|Desktop Entry)\]\s*$/m;

/** A Puppet resource, which begins with its type and title. */
const RESOURCE =
  /^[ \t]*(?:exec|package|file|service)[ \t]*\{[ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*:/m;

/**
 * A section's name and its first value, which begins with a quote or a bracket in TOML, unlike in simpler formats; `[code]`
 * begins a listing.
 */
const SECTION = new RegExp(
  "^\\s*(?:[#;].*\\n\\s*)*(?!\\[(?:code|CODE)\\][^]*\\[/)\\[{1,2}[\\w.:\"' -]+\\]{1,2}[ \\t]*\\n(?:[ \\t]*[#;].*\\n)*[ \\t]*" +
    "[\\w.\"'-]+[ \\t]*=[ \\t]*([\"'[{])?",
);

const TARGET = "(?:[\\w.%/-]|\\$\\(\\w+\\)|\\$\\{\\w+\\})+";
/** A target with its prerequisites, and a recipe line below it. */
const MAKE_RULE = new RegExp(
  `^${TARGET}(?:[ \\t]+${TARGET})*[ \\t]*::?(?:[ \\t](?:[^\\n]*\\\\\\n)*[^\\n]*)?\\n(?:#.*\\n)*\\t\\S`,
  "m",
);

/** The beginning of a line that only cmd has, such as a command with a path on another host: `rundll32 \\HOST\share\x.dll,Entry`. */
const BATCH =
  /^(?:@echo off\b|cmd(?:\.exe)?\s+\/[ck]\s|start\s+(?:""\s+)?\/[a-z]|[\w.]+\s+(?:\/\w+(?:\s+|:))*\\\\[\w.@-]+\\\w)/i;

/** The times of a crontab's entry, and its command. */
const ENTRY =
  /^(?:(?:[\d*/,-]+[ \t]+){4}[\d*/,A-Z-]+|@(?:reboot|hourly|daily|midnight|weekly|monthly|yearly|annually))[ \t]+\S/;

/** The fields at the start of a text, with the lines that continue them, up to a blank line. */
const HEADER = /^\s*(?:[A-Z][\w-]*:[ \t].*\n(?:[ \t]+\S.*\n)*)+(?=[ \t]*\n)/;
/** Fields of a mail's header. */
const MAIL_FIELD =
  /^(?:Return-Path|Received|Delivered-To|From|To|Cc|Subject|Date|Message-ID|MIME-Version):/gim;

/** Whether a text begins with the header of a mail; a line that continues a field looks like a recipe. */
function isMail(text: string): boolean {
  const header = HEADER.exec(text)?.[0] ?? "";
  return (header.match(MAIL_FIELD)?.length ?? 0) > 1;
}

/** The tests of formats that can be recognized in any text; the first that succeeds decides. */
const DOCUMENTS: readonly (readonly [Family, (look: Look) => boolean])[] = [
  ["shell", ({ first }) => languageOf(tagOfFirstLine(first))?.family === "shell"],
  ["diff", ({ outer }) => DIFF.test(outer)],
  ["batch", ({ first }) => BATCH.test(first)],
  ["html", ({ first }) => /^<(?:!doctype html|html|head|body|\?xml|%(?:@|--|!\s))/i.test(first)],
  ["dockerfile", ({ text, first }) => IMAGE.test(text) || INSTRUCTION.test(first)],
  ["json", ({ text }) => JSON_START.test(text)],
  ["systemd", ({ outer }) => UNIT_SECTION.test(outer) && !isYaml(outer)],
  ["puppet", ({ outer }) => RESOURCE.test(outer)],
  ["toml", ({ outer }) => SECTION.exec(outer)?.[1] !== undefined],
  ["systemd", ({ outer }) => SECTION.test(outer)],
  ["make", ({ outer }) => MAKE_RULE.test(outer) || hasRecipes(outer)],
  ["crontab", ({ text }) => ENTRY.test(firstStatement(text))],
  ["yaml", ({ text }) => isYaml(text)],
  ["json", ({ text }) => isCommandKey(MEMBER.exec(text)?.[1] ?? null)],
];

/** Returns the format of a block or a whole document that its content identifies; null if there is none. */
export function sniffDocument(text: string): Family | null {
  const look = { text, outer: withoutHereDocuments(text), first: firstLine(text.trimStart()) };
  return isMail(text) ? null : (DOCUMENTS.find(([, test]) => test(look))?.[0] ?? null);
}

/** A line that consists of a target and its prerequisites, if any. */
const RULE_LINE = /^([a-z][\w.-]*):((?:[ \t]+[\w./%-]+)*)[ \t]*$/;
/** Keys below which YAML has a command of several lines, but a makefile seldom has a recipe. */
const SCRIPT_KEY = /(?:script|command)s?$/;
/** A line of a recipe: a command with an argument, which neither continues the line above nor is continued below. */
const RECIPE_LINE = /^[ \t]+@?[a-z][\w./-]* [^:\n]*(?::\/\/.*)?(?<![|&,:\s])[ \t]*$/;

/**
 * Whether a text is a makefile whose tabs became spaces: it has only rules, and one of them is named like a task and has
 * prerequisites and a command, or two commands. In YAML, such a value would be one line.
 */
function hasRecipes(text: string): boolean {
  let isCertain = false;
  let missing: number | null = null;
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#") || /^(?:\.PHONY:|[A-Z_]\w* [:?]?=) /.test(line))
      continue;
    const [, target = null, prerequisites = ""] = RULE_LINE.exec(line) ?? [];
    if (target !== null && !isDescriptive(target)) {
      const isTask = isCommandKey(target) && !SCRIPT_KEY.test(target);
      missing = isTask ? (prerequisites === "" ? 2 : 1) : Infinity;
    } else if (missing !== null && RECIPE_LINE.test(line)) isCertain ||= --missing === 0;
    else return false;
  }
  return isCertain;
}

const MAPPING = /^\s*(?:-\s+)*(?:[\w./$-]+|"[^"]*"|'[^']*'):(?:\s|$)/;
/** A line of a program, or a member of an object in one: `try:`, `"name": call(`. */
const NO_MAPPING = /^\s*(?:try|else|finally|default|class|do|https?):|\w\($/;

/** Whether a text has only mappings and lists, with continuation lines indented below them. */
function isYaml(text: string): boolean {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const first = lines[0] ?? "";
  if (
    (!["---", "%YAML"].some((mark) => first.startsWith(mark)) && !MAPPING.test(first)) ||
    NO_MAPPING.test(first)
  )
    return false;
  if (lines.length === 1 && !/^\s*(?:-\s+)*[a-z][\w-]*:\s/.test(first)) return false;
  // a list of steps with fences or prompts is prose; no YAML value begins with a backtick or an at sign
  if (lines.some((line) => /^\s*(?:`{3}|~{3}|[$❯]\s|-\s+@|[\w-]+:\s+[`@])/.test(line)))
    return false;
  // lines as far to the left as the first one are not values of it
  const indent = /^\s*/.exec(first)?.[0].length ?? 0;
  return (
    lines.some((line) => MAPPING.test(line)) &&
    lines.every(
      (line) =>
        (/^\s/.test(line) && (indent === 0 || /^\s/.test(line.slice(indent)))) ||
        line.search(/\S/) < indent ||
        /^\s*(?:-\s|---|\.\.\.)/.test(line) ||
        MAPPING.test(line),
    )
  );
}
