import { extname } from "node:path";
import { languageOf, type Finding, type Span } from "../../core/index.js";
import { commandLineOf, refusalOf, rewriteCommandLine, type Step } from "../../remedy/index.js";
import type { Document } from "../input/documents.js";
import { Lines } from "../report/lines.js";
import { linesOf } from "../report/remedy.js";
import { lineBlocksOf } from "../suppress/line-blocks.js";
import { isOpen, isOpenPowershell } from "./unclosed-quotes.js";

/** The replacement of a span. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** The safer command that replaces a finding's command, or why it is not changed. */
export type Rewriting = { readonly edit: Edit } | { readonly reason: string };

/** Families of languages in which each line is a command. */
const LINE_FAMILIES: ReadonlySet<string> = new Set(["shell", "console", "powershell"]);

/**
 * Returns the edit that replaces the command of a finding with safer commands, or why it is not changed. The command must be alone on
 * its lines, in code in which each line is a command.
 * @param isTaken whether a file of this name exists where a script of the project would find it
 */
export function rewritingOf(
  document: Document,
  finding: Finding,
  isTaken: (file: string) => boolean = () => false,
): Rewriting {
  const { text } = document;
  if (finding.level === "advisory")
    return unchanged(
      "it runs a file that was downloaded earlier: review the file, or compare its checksum, in between",
    );
  if (finding.trace.some(({ step }) => step === "inject"))
    return unchanged("the command is in a string");
  const line =
    finding.snippet.kind === "fence" || finding.snippet.kind === "indented"
      ? commandLineOf(finding, text)
      : null;
  if (line === null)
    return unchanged(
      finding.snippet.kind === "fence"
        ? "its lines contain more than this command"
        : "it is in running text",
    );
  const obstacle = obstacleAt(document, finding, line.span[0]);
  if (obstacle !== null) return unchanged(obstacle);
  const safer = rewriteCommandLine(finding, text);
  if (safer === null) return unchanged(refusalOf(text.slice(...line.span)));
  const file = /(?:-fsSLo|-q?O|-OutFile|>) ([\w.-]+)/.exec(safer[0]?.command ?? "")?.[1] ?? "";
  if (document.tag !== null && (isTaken(file) || isNamed(file, text, line.span)))
    return unchanged(`the file name ${file} is already used`);
  const steps = endsOnFailure(document, finding, line) ? safer : chained(safer);
  return { edit: { span: line.span, text: linesOf(steps).join(`${lineEnd(text)}${line.lead}`) } };
}

/** Joins steps with `&&`, so that after a failed download the file of an earlier download is not run. */
function chained(steps: readonly Step[]): readonly Step[] {
  return steps.map((step, i) =>
    i === steps.length - 1 ? step : { ...step, command: `${step.command} &&` },
  );
}

/**
 * Whether steps need not be joined with `&&`, because the run ends when a line fails, or because a person enters the lines at a
 * prompt and reads the result of each. With `set -e`, which is active in the jobs of CI services, `&&` would hide a failure.
 * PowerShell 5 has no `&&`.
 */
function endsOnFailure(
  { path, text }: Document,
  { snippet }: Finding,
  { span: [start], lead }: { readonly span: Span; readonly lead: string },
): boolean {
  const family = snippet.tag === null ? "shell" : languageOf(snippet.tag)?.family;
  if (family === "make" || family === "powershell" || /[$%❯]/.test(lead)) return true;
  if (family === "yaml" && /(?:^|[\\/])\.(?:github|gitea|forgejo)[\\/]|gitlab-ci/.test(path))
    return true;
  return /^[ \t>]*(?:set[ \t]+(?:-\w+[ \t]+)*-\w*e|set[ \t][^\n]*-o[ \t]+errexit|#![^\n]*[ \t]-\w*e)/m.test(
    text.slice(0, start),
  );
}

/** Returns a text after an edit. */
export function applied(text: string, { span: [start, end], text: replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Returns the first line end of a text, or LF if it has none. */
export function lineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

function unchanged(reason: string): Rewriting {
  return { reason };
}

/** Whether a file name occurs in a text outside a span and outside URLs. */
function isNamed(file: string, text: string, [start, end]: Span): boolean {
  const rest = `${text.slice(0, start)}\n${text.slice(end)}`.replace(/\w+:\/\/[^\s"'`|)]+/g, "");
  return rest.split(/[\s"'`=|;&()<>/]+/).includes(file);
}

/** Returns why no lines can be added at an offset, or null if they can. */
function obstacleAt(
  { path, text, tag }: Document,
  { snippet }: Finding,
  start: number,
): string | null {
  const lines = new Lines(text);
  const row = lines.row(start);
  const family = snippet.tag === null ? "shell" : languageOf(snippet.tag)?.family;
  const lead = text.slice(lines.bounds(row).start, start);
  if (family === "make")
    return /^\t@?$/.test(lead) && !text.includes(".ONESHELL")
      ? null
      : "no line can be added to its recipe";
  if (family !== "yaml" && (family === undefined || !LINE_FAMILIES.has(family)))
    return `no line can be added in ${snippet.tag ?? "its language"}`;
  if (snippet.tag === "fish" || snippet.tag === "csh" || snippet.tag === "tcsh")
    return `it is run by ${snippet.tag}, which is not a POSIX shell`;
  const first =
    family === "yaml" ? scalarStart(lines, row) : blockStart(lines, row, path, tag, snippet.kind);
  if (first === null) return "no line can be added there";
  const isPrompted = /[$%❯>]/.test(lead.replace(/^[ \t]*(?:>[ \t]?)*/, ""));
  const above = text.slice(lines.bounds(first).start, lines.bounds(row).start);
  return !isPrompted && (family === "powershell" ? isOpenPowershell(above) : isOpen(above))
    ? "it is inside quotes, parentheses or a here-document"
    : null;
}

/** Returns the number of the first line of the code that contains a line; null if it is unknown. */
function blockStart(
  lines: Lines,
  row: number,
  path: string,
  tag: string | null,
  kind: Finding["snippet"]["kind"],
): number | null {
  if (tag !== null) return 1;
  if (/^\.(?:rst|adoc|asciidoc|org)$/i.test(extname(path))) return null;
  const blocks = lineBlocksOf(lines, path, tag);
  if (kind === "indented") {
    let first = row;
    while (first > 1 && /^(?: {4}|\t)|^\s*$/.test(blocks.line(first - 1))) first--;
    return first;
  }
  for (let at = row - 1; at > 0; at--) if ((blocks.fenceEnd(at) ?? 0) >= row) return at + 1;
  return null;
}

/** Returns the number of the first line of the YAML literal block (`run: |`) that contains a line; null if it is in no such block. */
function scalarStart(lines: Lines, row: number): number | null {
  const line = (at: number): string =>
    lines.text.slice(lines.bounds(at).start, lines.bounds(at).end);
  let depth = /^[ \t>]*/.exec(line(row))?.[0].length ?? 0;
  for (let at = row - 1; at > 0; at--) {
    const indent = /^[ \t>]*/.exec(line(at))?.[0].length ?? 0;
    if (line(at).trim() === "" || indent >= depth) continue;
    if (/(?:^|[:\s-])[|][-+\d]*[ \t]*(?:#.*)?$/.test(line(at))) return at + 1;
    if (
      /[:-][ \t]+>[-+\d]*[ \t]*(?:#.*)?$/.test(line(at)) ||
      /^[ \t>]*-[ \t]|^[ \t>]*[\w.-]+:(?:[ \t]|$)/.test(line(at))
    )
      return null;
    depth = indent;
  }
  return null;
}
