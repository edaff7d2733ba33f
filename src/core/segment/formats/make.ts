import { Source } from "../../source.js";
import { firstNonBlank, linesOf, lineStart, type Line, type TextRange } from "../../lex/lines.js";
import { ShellScan } from "../../lex/shell-scan.js";
import type { Snippet } from "../snippet.js";
import { sniffProgram } from "../unmarked/sniff-language.js";
import type { Tools } from "../segment-tools.js";
import { interpolated, justVariables } from "./just-variables.js";

const RULE = /^[^\t#=][^=\n]*?:{1,2}(?!=)[^;\n]*/;

const DEFINE = /^(?:(?:override|export)[ \t]+)*define[ \t]+([\w.-]+).*\n/gm;
/** Matches the target that makes all lines of a recipe one script. */
const ONE_SHELL = /^\.ONESHELL[ \t]*:/m;
/** Names of variables whose lines are printed. */
const PRINTED = /help|usage|message|msg|text|banner|readme|note|doc/i;

/** A line with its continuation lines. */
interface Entry {
  readonly start: number;
  /** Offset of the line's command; -1 if it has none. */
  readonly command: number;
  end: number;
}

/** Reads makefiles and justfiles: recipes, canned recipes (`define`), `target: ; command`, and `$(shell …)`. */
export function readMakefile(tools: Tools, snippet: Snippet): void {
  new MakeReader(tools, snippet).read();
}

class MakeReader {
  private readonly source: Source;
  private readonly text: string;
  private readonly oneShell: boolean;
  /** Whether the file is a justfile, whose recipes are passed to the shell with the values of `{{NAME}}`. */
  private readonly isJust: boolean;
  private readonly variables: ReadonlyMap<string, string>;
  /** The number of characters that values of variables may still add: each line may use long values many times. */
  private left: number;
  private isSpent = false;

  constructor(
    private readonly tools: Tools,
    private readonly snippet: Snippet,
  ) {
    this.source = snippet.source;
    this.text = snippet.source.text;
    this.oneShell = ONE_SHELL.test(this.text);
    this.isJust = snippet.tag?.startsWith("just") === true;
    this.variables = this.isJust ? justVariables(this.text) : assignments(this.text);
    this.left = 20_000 + 4 * this.text.length;
  }

  private readonly valueOf = (name: string): string | null => {
    const value = this.variables.get(name) ?? null;
    this.left -= value?.length ?? 0;
    if (this.left >= 0) return value;
    if (this.isSpent) return null;
    this.isSpent = true;
    this.tools.limit("size", "the values of variables are longer than the limit", this.source);
    return null;
  };

  private shellText(code: Source): Source {
    return shellText(code, this.valueOf, () => {
      this.tools.limitAny("depth", "variables of variables are nested too deeply", code);
    });
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
      if (PRINTED.test(name))
        tools.addShownRange(
          snippet,
          { start, end },
          "description",
          `is part of the text "${name}"`,
        );
      else this.lines(start, end, (line) => line.start);
      at = define.lastIndex = end + 1;
    }
    this.lines(at, text.length, (line) => this.recipeStart(line));
  }

  /** Reads lines with their continuation lines; `startOf` returns the offset of a line's command, or -1. */
  private lines(from: number, to: number, startOf: (line: Line) => number): void {
    let entry: Entry | null = null;
    const flush = (): void => {
      if (entry !== null && entry.command >= 0) this.recipe(entry.command, entry.end);
      else if (entry !== null) this.other(entry);
    };
    for (const line of linesOf(this.text, from, to)) {
      if (entry !== null && this.continues(entry, line)) entry.end = line.end;
      else {
        flush();
        entry = { start: line.start, command: startOf(line), end: line.end };
      }
    }
    flush();
  }

  /** Whether a line continues the entry above: after a backslash or, if indented, in a recipe of `.ONESHELL` or below a `#!` line. */
  private continues(entry: Entry, line: Line): boolean {
    if (isContinued(this.text, entry)) return true;
    const indented = " \t\r\n".includes(this.text[line.start] ?? "\n");
    return (
      indented && entry.command >= 0 && (this.oneShell || this.text.startsWith("#!", entry.command))
    );
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

  private other(line: TextRange): void {
    const { tools, snippet, source, text } = this;
    const content = text.slice(line.start, line.end);
    if (!tools.mentions(content)) return;
    if (content.startsWith("#")) return tools.addComment(snippet, line);
    for (const found of content.matchAll(
      this.isJust ? /:=[ \t]*`(?=[^`\n]*`)/g : /\$[({]shell\s+/g,
    )) {
      const start = line.start + found.index + found[0].length;
      const close = this.isJust
        ? text.indexOf("`", start)
        : ShellScan.closingOf(text, line.start + found.index + 1, line.end) - 1;
      tools.add(
        snippet,
        "shell",
        this.shellText(source.slice(start, close < start ? line.end : close)),
      );
    }
  }

  private recipe(start: number, end: number): void {
    const { tools, snippet, source, text } = this;
    const written = text.slice(start, end);
    if (!written.includes(this.isJust ? "{{" : "$") && !tools.mentions(written)) return;
    const prefix = /^[ \t]*[@+-]*[ \t]*/.exec(written)?.[0].length ?? 0;
    const lines = withoutIndent(source, start + prefix, end, start);
    const script = this.isJust ? interpolated(lines, this.valueOf) : this.shellText(lines);
    tools.add(snippet, sniffProgram(script.text) ?? "shell", script);
  }
}

function isContinued(text: string, range: { readonly end: number }): boolean {
  let at = range.end - 1;
  while (text[at] === "\\") at--;
  return (range.end - 1 - at) % 2 === 1;
}

/** Returns the lines of a script, each without the indentation of the line on which the text begins at `first`. */
function withoutIndent(source: Source, start: number, end: number, first: number): Source {
  const { text } = source;
  const width = first - lineStart(text, first);
  const from = (line: Line): number =>
    line.start === start ? start : Math.min(firstNonBlank(text, line), line.start + width);
  return Source.joined(
    Array.from(linesOf(text, start, end), (line) => source.slice(from(line), line.next)),
    "",
  );
}

/** `$$`; `$(shell …`; `$(NAME)`; `$@`, `$(@D)`, `$(NAME:.c=.o)` and functions with their arguments. */
const EXPANSION = new RegExp(
  "\\$(?:(\\$)|(\\(shell\\s+)|[({]([A-Za-z_]\\w*)[)}]|[({][\\w.%@<^+?*-]+(?::[^(){}\\n]*)?[)}]|[\\w@<^+?*%]" +
    "|\\((?:[^()]|\\((?:[^()]|\\([^()]{0,400}\\)){0,400}\\)){0,2000}\\))",
  "g",
);

/** Maximum depth to which variables in values of variables are expanded. */
const MAX_DEPTH = 16;

/**
 * Returns the text that the shell receives: make's variables are replaced by their values, or by shell variables if they are
 * unknown; `$(function …)` becomes a word, and `$(shell …)` a substitution.
 */
export function shellText(
  source: Source,
  valueOf: (name: string) => string | null = () => null,
  tooDeep: () => void = () => undefined,
): Source {
  let written = source;
  for (let depth = 0, last: Source | null = null; written !== last; depth++) {
    last = written;
    written = written.rewritten(EXPANSION, ([, , , name]) => {
      const value = name === undefined ? null : valueOf(name);
      if (value === null || depth < MAX_DEPTH) return value;
      // make rejects a variable whose value contains itself, so this is not a limit
      if (!value.includes(`(${name ?? ""})`) && !value.includes(`{${name ?? ""}}`)) tooDeep();
      return null;
    });
  }
  return written.rewritten(EXPANSION, ([whole, dollar, shell, name]) => {
    if (dollar !== undefined) return "$";
    if (shell !== undefined) return "$(";
    // a variable of the shell may have the same name
    return name === undefined ? "x".repeat(whole.length) : `\${make_${name}}`;
  });
}

/** `CURL := curl -fsSL`, perhaps over several lines; the output of a command (`!=`) is not known. */
const ASSIGNMENT =
  /^(?:(?:export|override)[ \t]+)*([A-Za-z_]\w*)[ \t]*(\+|\?|:{1,3})?=[ \t]*((?:[^\\\n#]|\\[^])*)/gm;

/** Returns the variables of a makefile with their values: the last assignment applies to every recipe. */
function assignments(text: string): ReadonlyMap<string, string> {
  const values = new Map([["SHELL", "sh"]]);
  for (const [, name = "", operator, written = ""] of text.matchAll(ASSIGNMENT)) {
    const value = written
      .split("\\\n")
      .map((line) => line.trim())
      .join(" ");
    values.set(name, operator === "+" ? `${values.get(name) ?? ""} ${value}` : value);
  }
  return values;
}
