import { SourceBuilder, type Source } from "../../source.js";
import { firstInk, linesOf, lineStart, type Line, type Stretch } from "../lines.js";
import { closingParen } from "../running/command-words.js";
import type { Snippet } from "../snippet.js";
import { sniffProgram } from "../unmarked/evidence.js";
import type { Tools } from "../tools.js";

const RULE = /^[^\t#=][^=\n]*?:{1,2}(?!=)[^;\n]*/;

const DEFINE = /^(?:(?:override|export)[ \t]+)*define[ \t]+([\w.-]+).*\n/gm;
/** All lines of a recipe are one script. */
const ONE_SHELL = /^\.ONESHELL[ \t]*:/m;
/** Names of variables whose lines are printed. */
const PRINTED = /help|usage|message|msg|text|banner|readme|note|doc/i;
/** A function of make with its arguments is looked for so far. */
const LONGEST_CALL = 2000;

/** Makefiles and justfiles: recipes, canned recipes (`define`), `target: ; command`, and `$(shell …)`. */
export function readMakefile(tools: Tools, snippet: Snippet): void {
  new MakeReader(tools, snippet).read();
}

class MakeReader {
  private readonly source: Source;
  private readonly text: string;
  private readonly oneShell: boolean;
  /** Justfiles give their recipes to the shell as they stand. */
  private readonly isJust: boolean;

  constructor(private readonly tools: Tools, private readonly snippet: Snippet) {
    this.source = snippet.source;
    this.text = snippet.source.text;
    this.oneShell = ONE_SHELL.test(this.text);
    this.isJust = snippet.tag?.startsWith("just") === true;
  }

  read(): void {
    const { tools, snippet, text } = this;
    const define = new RegExp(DEFINE);
    let at = 0;
    for (let found = define.exec(text); found !== null; found = define.exec(text)) {
      const start = found.index + found[0].length;
      const end = text.indexOf("\nendef", start - 1);
      if (end < 0) break;
      this.lines(at, found.index, (line) => this.recipeStart(line));
      const name = found[1] ?? "";
      if (PRINTED.test(name)) tools.out.addStretch(snippet, { start, end }, "description", `is part of the text "${name}"`);
      else this.lines(start, end, (line) => line.start);
      at = define.lastIndex = end + 1;
    }
    this.lines(at, text.length, (line) => this.recipeStart(line));
  }

  /** Reads lines; `startOf` tells where the command of one begins, or -1. A backslash goes on with the next line. */
  private lines(from: number, to: number, startOf: (line: Line) => number): void {
    const { text } = this;
    let recipe: { start: number; end: number } | null = null;
    const flush = (): void => {
      if (recipe !== null) this.recipe(recipe.start, recipe.end);
      recipe = null;
    };
    for (const line of linesOf(text, from, to)) {
      const current: { start: number; end: number } | null = recipe;
      if (current !== null && this.continues(current, line)) recipe = { start: (current as Line).start, end: line.end };
      else {
        flush();
        const start = startOf(line);
        if (start >= 0) recipe = { start, end: line.end };
        else this.other(line);
      }
    }
    flush();
  }

  /** Whether a line goes on with what stands above: behind a backslash, in a script of one shell, below a `#!` line. */
  private continues(recipe: Stretch, line: Line): boolean {
    if (isContinued(this.text, recipe)) return true;
    const indented = /[ \t\r\n]/.test(this.text[line.start] ?? "\n");
    return indented && (this.oneShell || this.text.startsWith("#!", recipe.start));
  }

  private recipeStart(line: Line): number {
    const { text } = this;
    if (text[line.start] === "\t") return line.start + 1;
    const content = text.slice(line.start, line.end);
    const spaces = /^(?: {2,})(?=[@+-]*(?:\S))/.exec(content);
    if (spaces !== null) return line.start + spaces[0].length;
    const rule = RULE.exec(content);
    return rule !== null && content[rule[0].length] === ";" ? line.start + rule[0].length + 1 : -1;
  }

  private other(line: Line): void {
    const { tools, snippet, source, text } = this;
    const end = continuedEnd(text, line.end);
    const content = text.slice(line.start, end);
    if (!tools.out.mentions(content)) return;
    if (content.startsWith("#")) return tools.out.addComment(snippet, line);
    const add = (from: number, to: number): void => {
      tools.out.add(snippet, "shell", shellText(source, from, to));
    };
    for (const found of content.matchAll(this.isJust ? /:=[ \t]*`(?=[^`\n]*`)/g : /\$[({]shell\s+/g)) {
      const start = line.start + found.index + found[0].length;
      const close = this.isJust ? text.indexOf("`", start) : closingParen(text, start, end) - 1;
      add(start, close < start ? end : close);
    }
  }

  private recipe(start: number, end: number): void {
    const { tools, snippet, source, text } = this;
    if (!tools.out.mentions(text.slice(start, end))) return;
    const prefix = /^[ \t]*[@+-]*[ \t]*/.exec(text.slice(start, end))?.[0].length ?? 0;
    const lines = withoutIndent(source, start + prefix, end, start);
    const script = this.isJust ? lines : shellText(lines, 0, lines.text.length);
    tools.out.add(snippet, sniffProgram(script.text) ?? "shell", script);
  }
}

function isContinued(text: string, range: { readonly end: number }): boolean {
  let at = range.end - 1;
  while (text[at] === "\\") at--;
  return (range.end - 1 - at) % 2 === 1;
}

/** Where a line ends that goes on behind backslashes. */
function continuedEnd(text: string, lineEnd: number): number {
  let end = lineEnd;
  for (const line of linesOf(text, lineEnd)) {
    if (line.start > lineEnd) end = line.end;
    if (!isContinued(text, { end })) break;
  }
  return end;
}

/** The lines of a script, each without the indentation of the first, which begins at `first`. */
function withoutIndent(source: Source, start: number, end: number, first: number): Source {
  const { text } = source;
  const width = first - lineStart(text, first);
  const builder = new SourceBuilder(source);
  for (const line of linesOf(text, start, end)) {
    const from = line.start === start ? start : Math.min(firstInk(text, line), line.start + width);
    builder.copy(from, Math.min(line.next, end));
  }
  return builder.build();
}

/** What the shell gets: `$$` is its `$`, and make's own variables are variables nobody knows here. */
export function shellText(source: Source, start: number, end: number): Source {
  const { text } = source;
  const builder = new SourceBuilder(source);
  let from = start;
  for (let at = text.indexOf("$", start); at >= 0 && at < end - 1; at = text.indexOf("$", from)) {
    builder.copy(from, at);
    if (text[at + 1] === "$") {
      builder.put("$", at, at + 2);
      from = at + 2;
    } else from = putVariable(builder, text, at, end);
  }
  return builder.copy(Math.min(from, end), end).build();
}

const VARIABLE = /\$(?:(\(shell\s+)|[({]([A-Za-z_]\w*)[)}]|[({][\w.%@<^+?*-]+(?::[^(){}\n]*)?[)}]|[\w@<^+?*%])/y;

/** `$(NAME)` becomes a variable, `$@` and `$(function …)` a word, `$(shell …)` the substitution it is. */
function putVariable(builder: SourceBuilder, text: string, at: number, end: number): number {
  VARIABLE.lastIndex = at;
  const [whole, shell, name] = VARIABLE.exec(text) ?? [];
  const close = whole === undefined && text[at + 1] === "(" ? closingParen(text, at + 2, Math.min(end, at + LONGEST_CALL)) : -1;
  const next = whole === undefined ? close : at + whole.length;
  if (next < 0 || next > end) {
    builder.copy(at, at + 1);
    return at + 1;
  }
  if (shell !== undefined) builder.put("$(", at, next);
  // A variable of the shell may have the same name.
  else builder.put(name === undefined ? "x".repeat(next - at) : `\${make_${name}}`, at, next);
  return next;
}
