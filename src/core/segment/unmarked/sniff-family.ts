import { withoutHereDocuments } from "../../here-documents.js";
import { languageOf, tagOfFirstLine, type Family } from "../../languages/index.js";
import { firstInk, linesOf } from "../lines.js";
import { isCommandKey, isDescriptive } from "../formats/keys.js";
import { isSpec } from "../formats/spec.js";
import { isHistory, isScript, promptLength } from "../running/prompts.js";
import { isShellLine, STRICT } from "./shell-beside.js";
import { isCommentLine, shellRuns } from "../running/shell-lines.js";
import { opensText, sniffProgram, sniffStatements, TAG_LINE } from "./sniff.js";
import { holdsDecoder, type Heads } from "../running/heads.js";

/** How much of a text is looked at. */
const LOOK = 20_000;

/** What a block without a telling tag holds, by its looks. `text` where nothing is clear. */
export function sniffFamily(whole: string, heads: Heads): Family {
  const text = whole.slice(0, LOOK);
  const first = /^[ \t\r\n]*(.*)/.exec(text)?.[1] ?? "";
  if (/^<(?:[a-z][\w-]*[\s>]|!--)/i.test(first) && /<\/[a-z]|-->/i.test(text)) return "html";
  if (/^[ \t]*(?:>>> |In \[\d*\]: )/m.test(text) || /^%%(?:write)?file\s/.test(first) || opensText(first)) return "python";
  if (first.startsWith("> ") && sniffStatements(first.slice(2)) === "javascript") return "javascript";
  const document = sniffDocument(text, first) ?? sniffPart(text);
  if (document !== null) return document;
  const lines = sniffShell(text, heads);
  return lines === "shell" && !hasPrompts(text) ? lines : (sniffProgram(text) ?? (hasPrompts(text) || isHistory(text) ? "console" : sniffLines(text, heads)));
}

const COMMENT_LINES = /^(?:[ \t]*(?:#.*)?\n)*[ \t]*/;
const INSTRUCTION = /^(?:RUN|CMD|ENTRYPOINT|HEALTHCHECK CMD) (?:(?:--|[A-Z_]{1,40}=)\S* )*[["a-z/]/;
/** Lines that no shell but PowerShell has: a comment of many lines, an assignment with blanks, a cmdlet. */
const POWERSHELL = /^[ \t]*(?:<#|\$(?:env:)?\w+ = (?!.*;[ \t]*$)|(?:Get|Set|New|Remove|Invoke|Write|Start|Stop|Import|Install|Add|Out|Test|Copy|Expand|Select)-[A-Z][A-Za-z]+(?![\w-]))/m;

/** What a part of a file is, which nothing announces; not asked for whole documents, where it may as well be prose. */
function sniffPart(text: string): Family | null {
  if (INSTRUCTION.test(text.slice(COMMENT_LINES.exec(text)?.[0].length ?? 0))) return "dockerfile";
  if (/^\s*(?:@?rem|::)[ \t]/i.test(text)) return "batch";
  if (isChange(text)) return "diff";
  return POWERSHELL.test(withoutHereDocuments(text)) && !hasPrompts(text) ? "powershell" : null;
}

/** Lines of a diff without its head: some are added and some removed, or all are added; the trace of a shell has a blank behind its marks. */
function isChange(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (!lines.every((line) => /^[-+ \t\\]/.test(line)) || !lines.some((line) => line.startsWith("+"))) return false;
  return lines.some((line) => line.startsWith("-")) || lines.every((line) => /^\+(?![+ ])/.test(line));
}

/** The family of a tagged block: its tag's, unless it begins with a command that has no place there and nothing in it is of a program. */
export function familyBehind(tagged: Family, text: string, heads: Heads): Family {
  return STRICT.has(tagged) && beginsAsShell(text, heads) && sniffProgram(text) === null ? sniffFamily(text, heads) : tagged;
}

function beginsAsShell(text: string, heads: Heads): boolean {
  for (const line of linesOf(text)) {
    if (firstInk(text, line) === line.end || isCommentLine(text, line)) continue;
    return isShellLine(text, line, heads);
  }
  return false;
}

/** A line that is a tag with a handler: also of those that are never closed. */
const HANDLER_LINE = /^[ \t]*<[a-z][\w-]*[\s/][^<>]*\bon[a-z]{3,20}=/im;

function sniffLines(text: string, heads: Heads): Family {
  const family = sniffShell(text, heads);
  const own = family === "text" ? withoutHereDocuments(text) : "";
  if ((text.includes("</") && TAG_LINE.test(own)) || HANDLER_LINE.test(own)) return "html";
  const program = family === "text" ? sniffStatements(text) : null;
  if (program === null) return family;
  return holdsDecoder(text, heads.vocabulary) ? program : "other";
}

/** Formats that announce themselves; also asked for whole documents. */
export function sniffDocument(text: string, first = /^[ \t\r\n]*(.*)/.exec(text)?.[1] ?? ""): Family | null {
  if (languageOf(tagOfFirstLine(first))?.family === "shell") return "shell";
  // A file that a script writes tells nothing of the script.
  const own = withoutHereDocuments(text);
  if (/^(?:diff --git |--- a\/|Index: |@@ -\d)/.test(first) || /^--- .*\n\+\+\+ /m.test(own)) return "diff";
  if (/^@echo off\b/i.test(first)) return "batch";
  if (/^<(?:!doctype html|html|head|body|\?xml)/i.test(first)) return "html";
  if (/^(?:# syntax=.*\n)?(?:(?:#.*|ARG .*|VERSION [\d.]+)?\n)*FROM \S+/.test(text.trimStart())) return "dockerfile";
  if (INSTRUCTION.test(first)) return "dockerfile";
  if (JSON_START.test(text)) return "json";
  if (isSpec(text)) return "spec";
  if (UNIT_SECTION.test(own) && !(BLOCK_SCALAR.test(own) && isYaml(own))) return "systemd";
  if (RESOURCE.test(own)) return "puppet";
  const sections = SECTIONS.exec(own);
  if (sections !== null) return /["'[{]/.test(sections[1] ?? "") ? "toml" : "systemd";
  if (MAKE_RULE.test(own) || holdsRecipes(own)) return "make";
  if (/^(?:[\d*/,-]+[ \t]+){4}[\d*/,A-Z-]+[ \t]+\S/m.test(first) || /^@(?:reboot|daily|hourly|weekly|monthly)\s/.test(first)) return "crontab";
  if (isYaml(text)) return "yaml";
  return isCommandKey(MEMBER.exec(text)?.[1] ?? null) ? "json" : null;
}

/** A member of an object on its own, as excerpts of `package.json` show it: `"postinstall": "…"`, `"scripts": {`. */
const MEMBER = /^\s*"([\w:-]+)"\s*:\s*["{[]/;

/** An object, or an array that goes on behind its first value or is the whole text: "[10:02] …", "[1] …" and "["…"](link)" open prose, `[[ "$A" = b ]] &&` shell. */
const JSON_START = /^\s*(?:\/\/.*\n\s*)*(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}|\/\/)|\[\s*(?:\{|\[(?!\s[^\n]*\s\]\]\s*[;&|])\s*["\d[{]|\]\s*$|(?:"(?:[^"\\]|\\.)*"|-?\d[\d.]*)\s*(?:,|\]\s*$)))/;

const TARGET = "(?:[\\w.%/-]|\\$\\(\\w+\\)|\\$\\{\\w+\\})+";
/** A target with its prerequisites, and a recipe line below it. */
const MAKE_RULE = new RegExp(`^${TARGET}(?:[ \\t]+${TARGET})*[ \\t]*::?(?:[ \\t][^\\n]*)?\\n(?:#.*\\n)*\\t\\S`, "m");

/** A target at the beginning of a line, with its prerequisites or none. */
const BLANK_RULE = /^([a-z][\w.-]*):((?:[ \t]+[\w./%-]+)*)[ \t]*$/;
/** Keys below which YAML has a command of several lines, and a Makefile seldom a recipe. */
const SCRIPT_KEY = /(?:script|command)s?$/;
/** A line of a recipe: a command with an argument, which neither goes on from the line above nor into the one below. */
const RECIPE_LINE = /^[ \t]+@?[a-z][\w./-]* [^:\n]*(?::\/\/.*)?(?<![|&,:\s])[ \t]*$/;

/** Makefiles whose tabs have become blanks: rules only, of which one has the name of a task, and prerequisites or two commands. As YAML a recipe would be one line. */
function holdsRecipes(text: string): boolean {
  let isSure = false;
  let missing: number | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("#") || /^(?:\.PHONY:|[A-Z_]\w* [:?]?=) /.test(line)) continue;
    const [, target = null, prerequisites = ""] = BLANK_RULE.exec(line) ?? [];
    if (target !== null && !isDescriptive(target)) missing = !isCommandKey(target) || SCRIPT_KEY.test(target) ? Infinity : prerequisites === "" ? 2 : 1;
    else if (missing !== null && RECIPE_LINE.test(line)) isSure ||= --missing === 0;
    else return false;
  }
  return isSure;
}

/** A resource of Puppet, which opens with its type and title. */
const RESOURCE = /^[ \t]*(?:exec|package|file|service)[ \t]*\{[ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*:/m;

const UNIT_SECTION = /^[^\S\n]*\[(?:Unit|Service|Timer|Socket|Install|Desktop Entry)\]\s*$/m;
/** A value of YAML that goes on in the lines below: it may be a whole file of another format. */
const BLOCK_SCALAR = /:[ \t]+[|>][-+\d]{0,2}[ \t]*$/m;

/** A section's name and its first value, which tells TOML from the plainer kinds. */
const SECTIONS = /^\s*(?:[#;].*\n\s*)*\[{1,2}[\w.:"' -]+\]{1,2}[ \t]*\r?\n(?:[ \t]*[#;].*\n)*[ \t]*[\w."'-]+[ \t]*=[ \t]*(\S?)/;

const MAPPING = /^\s*(?:-\s+)*(?:[\w./$-]+|"[^"]*"|'[^']*'):(?:\s|$)/;

/** Mappings and lists only, with continuation lines indented below them. */
function isYaml(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  const first = lines[0] ?? "";
  if (!/^(?:---|%YAML)/.test(first) && !MAPPING.test(first)) return false;
  // `"name": call(` is a member of a program's object.
  if (/^\s*(?:try|else|finally|default|class|do|https?):|\w\($/.test(first) || (lines.length === 1 && !/^\s*(?:-\s+)*[a-z][\w-]*:\s/.test(first))) return false;
  // A list of steps that holds fences or prompts is text; no value of YAML begins with a backtick or an at sign.
  if (lines.some((line) => /^\s*(?:`{3}|~{3}|[$❯]\s|-\s+@|[\w-]+:\s+[`@])/.test(line))) return false;
  return lines.some((line) => MAPPING.test(line)) && lines.every((line) => /^\s|^-\s|^---|^\.\.\./.test(line) || MAPPING.test(line));
}

function hasPrompts(text: string): boolean {
  return text.split("\n").some((line) => promptLength(line) > 0) && !isScript(text);
}

/** Shell where every line of the text looks like it; else text, in which commands are looked for. */
function sniffShell(text: string, heads: Heads): Family {
  let shell = false;
  for (const run of shellRuns(text, heads)) {
    if (run.kind === "comment" || text.slice(run.start, run.end).trim() === "") continue;
    if (run.kind === "text" || !run.closed) return "text";
    shell = true;
  }
  return shell ? "shell" : "text";
}
