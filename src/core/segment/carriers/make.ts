import { SourceBuilder, type Source } from "../../source.js";
import { linesOf, type Line } from "../lines.js";
import { closingParen } from "../command-words.js";
import { shownAs, type Snippet } from "../snippet.js";
import { commentText } from "../text.js";
import type { Tools } from "../tools.js";

const RULE = /^[^\t#=][^=\n]*?:{1,2}(?!=)[^;\n]*/;

const DEFINE = /^(?:(?:override|export)[ \t]+)*define[ \t]+([\w.-]+).*\n/gm;
/** Names of variables whose lines are printed. */
const PRINTED = /help|usage|message|msg|text|banner|readme|note|doc/i;

/** Makefiles: recipe lines, canned recipes (`define`), `target: ; command`, and `$(shell …)`. */
export function readMakefile(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  const { text } = source;
  const define = new RegExp(DEFINE);
  let at = 0;
  for (let found = define.exec(text); found !== null; found = define.exec(text)) {
    const start = found.index + found[0].length;
    const end = text.indexOf("\nendef", start - 1);
    if (end < 0) break;
    readLines(tools, snippet, at, found.index, recipeStart);
    const name = found[1] ?? "";
    if (PRINTED.test(name)) tools.out.addShown(snippet, source.slice(start, end), shownAs("description", `is part of the text "${name}"`, source, start, end));
    else readLines(tools, snippet, start, end, (_text, line) => line.start);
    at = define.lastIndex = end + 1;
  }
  readLines(tools, snippet, at, text.length, recipeStart);
}

/** Reads lines; `startOf` tells where the command of one begins, or -1. A backslash goes on with the next line. */
function readLines(tools: Tools, snippet: Snippet, from: number, to: number, startOf: (text: string, line: Line) => number): void {
  const { text } = snippet.source;
  let recipe: { start: number; end: number } | null = null;
  const flush = (): void => {
    if (recipe !== null && tools.out.mentions(text.slice(recipe.start, recipe.end))) readRecipe(tools, snippet, recipe.start, recipe.end);
    recipe = null;
  };
  for (const line of linesOf(text, from, to)) {
    const current: { start: number; end: number } | null = recipe;
    const continues: boolean = current !== null && isContinued(text, current);
    if (continues) recipe = { start: (current as unknown as Line).start, end: line.end };
    else {
      flush();
      const start = startOf(text, line);
      if (start >= 0) recipe = { start, end: line.end };
      else readOther(tools, snippet, line);
    }
  }
  flush();
}

function isContinued(text: string, range: { readonly end: number }): boolean {
  let at = range.end - 1;
  while (text[at] === "\\") at--;
  return (range.end - 1 - at) % 2 === 1;
}

function recipeStart(text: string, line: Line): number {
  if (text[line.start] === "\t") return line.start + 1;
  const content = text.slice(line.start, line.end);
  const spaces = /^(?: {2,})(?=[@+-]*(?:\S))/.exec(content);
  if (spaces !== null && !/^\s*[\w.-]+\s*[:?+]?=/.test(content)) return line.start + spaces[0].length;
  const rule = RULE.exec(content);
  return rule !== null && content[rule[0].length] === ";" ? line.start + rule[0].length + 1 : -1;
}

function readOther(tools: Tools, snippet: Snippet, line: Line): void {
  const { source } = snippet;
  const content = source.text.slice(line.start, line.end);
  if (!tools.out.mentions(content)) return;
  if (content.startsWith("#")) return tools.out.addShown(snippet, commentText(source, line), shownAs("comment", "stands in a comment", source, line.start, line.end));
  for (const found of content.matchAll(/\$[({]shell\s+/g)) {
    const start = line.start + found.index + found[0].length;
    const end = closingParen(source.text, start, line.end);
    tools.out.add(snippet, "shell", shellText(source, start, end < 0 ? line.end : end - 1));
  }
  const assigned = /^[\w.-]+[ \t]*!=[ \t]*/.exec(content);
  if (assigned !== null) tools.out.add(snippet, "shell", shellText(source, line.start + assigned[0].length, line.end));
}

function readRecipe(tools: Tools, snippet: Snippet, start: number, end: number): void {
  const { source } = snippet;
  const prefix = /^[ \t]*[@+-]*[ \t]*/.exec(source.text.slice(start, end))?.[0].length ?? 0;
  tools.out.add(snippet, "shell", shellText(source, start + prefix, end));
}

/** What the shell gets: `$$` is its `$`, and make's own variables are words nobody knows here. */
export function shellText(source: Source, start: number, end: number): Source {
  const { text } = source;
  const builder = new SourceBuilder(source);
  let from = start;
  for (let at = text.indexOf("$", start); at >= 0 && at < end - 1; at = text.indexOf("$", from)) {
    builder.copy(from, at);
    if (text[at + 1] === "$") {
      builder.put("$", at, at + 2);
      from = at + 2;
    } else from = copyVariable(builder, text, at, end);
  }
  return builder.copy(Math.min(from, end), end).build();
}

/** `$(NAME)`, `${NAME}`, `$@` become a word of the same length, `$(shell …)` the substitution it is. */
function copyVariable(builder: SourceBuilder, text: string, at: number, end: number): number {
  const found = /^\$(?:\(shell\s+|[({][\w.%@<^+?*-]+(?::[^(){}\n]*)?[)}]|[\w@<^+?*%])/.exec(text.slice(at, Math.min(end, at + 200)))?.[0];
  if (found === undefined) {
    builder.copy(at, at + 1);
    return at + 1;
  }
  builder.put(found.startsWith("$(shell") ? "$(" : "x".repeat(found.length), at, at + found.length);
  return at + found.length;
}
