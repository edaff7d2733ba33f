import { SourceBuilder, type Source } from "../../source.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { withoutCmdLines } from "./cmd-lines.js";
import { withoutMembers } from "./powershell-members.js";
import {
  contentOf,
  quotedFor,
  tokenize,
  VARIABLES,
  variableName,
  type Token,
} from "../../lex/powershell-tokens.js";

const ASSIGNMENT_OPERATOR = /^[+*/%-]?=$/;
/** The option of a shell or an interpreter before its code. */
const OPTION_WITH_CODE = /^-[a-z]*[ce]$/;
const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));
/** The commands that run a string as PowerShell or batch, and the options before the string. */
const EVALUATORS = names("iex invoke-expression");
const SHELLS = names("powershell powershell.exe pwsh pwsh.exe cmd cmd.exe");
const CODE_OPTIONS = names("-c -command /c /k");
/** The commands that start a process, as in `Start-Process bash -ArgumentList '-c', '…'`, and their options. */
const STARTERS = names("start-process saps start new-scheduledtaskaction");
const STARTER_OPTIONS = names("-filepath -path -argumentlist -args -execute -argument");

const OPENS_STATEMENT = /^(?:if|elseif|while|until|switch|foreach)?[({]+$/i;

/**
 * Maximum number of characters of variable values that are repeated before the statements that use them, for each character of
 * the script.
 */
const MAX_REPEATED_PER_CHARACTER = 4;

/**
 * Reads PowerShell, statement by statement. Each statement is converted to an equivalent shell command: with strings in shell
 * quotes, `echo` before a value at the head of a pipe, and assignments of the used variables before the command.
 */
export function readPowershell(tools: Tools, whole: Snippet): void {
  const snippet = withoutCmdLines(tools, whole);
  const { source } = snippet;
  if (tools.knowsWindows) tools.add(snippet, "powershell");
  const script = new Script(tools, snippet);
  let statement: Token[] = [];
  let lineEnd: Token | null = null;
  const finish = (): void => {
    if (statement.length > 0) script.read(statement);
    statement = [];
    lineEnd = null;
  };
  for (const token of tokenize(source.text)) {
    if (tools.closed) return;
    if (token.kind === "comment") tools.addComment(snippet, token);
    else if (token.kind === "end" && token.line) lineEnd ??= token;
    else if (token.kind === "end") finish();
    else if (token.kind !== "blank" || (statement.length > 0 && lineEnd === null)) {
      // A pipe before or after a line end continues the statement, and so does a comma before it.
      if (lineEnd !== null && token.kind !== "pipe" && !isOpen(source, statement)) finish();
      if (lineEnd !== null) statement.push({ ...lineEnd, kind: "blank" });
      lineEnd = null;
      statement.push(token);
    }
  }
  finish();
}

function isOpen(source: Source, statement: readonly Token[]): boolean {
  const last = statement.findLast((token) => token.kind !== "blank");
  return last !== undefined && (last.kind === "pipe" || source.text[last.end - 1] === ",");
}

class Script {
  private readonly source: Source;
  /** The values of variables in shell syntax: strings, and command substitutions. */
  private readonly values = new Map<string, Source>();
  private spare: number;
  private isSpent = false;

  constructor(
    private readonly tools: Tools,
    private readonly snippet: Snippet,
  ) {
    this.source = snippet.source;
    this.spare = MAX_REPEATED_PER_CHARACTER * this.source.text.length;
  }

  read(statement: readonly Token[]): void {
    const tokens = this.assign(
      statement.filter((token, at) => token.kind !== "blank" || at < statement.length - 1),
    );
    // `& "bash" -c "…"`: the call operator makes the string a command.
    const called = tokens[0] !== undefined && this.text(tokens[0]) === "&";
    const command = called ? tokens.slice(tokens[1]?.kind === "blank" ? 2 : 1) : tokens;
    const [first] = command;
    const used = this.used(command);
    if (first === undefined || !this.mentions(command, used) || this.evaluate(command)) return;
    this.tools.add(
      this.snippet,
      "shell",
      this.started(command) ?? this.shell(command, used, !called && isPrinted(command)),
    );
  }

  private text({ start, end }: Token): string {
    return this.source.text.slice(start, end);
  }

  private name(token: Token): string {
    return this.text(token).toLowerCase();
  }

  /**
   * Records the value of an assignment, `[string]$x = …`, and returns the tokens after the equals sign; none if the value is a
   * string. Returns the tokens of any other statement unchanged.
   */
  private assign(tokens: readonly Token[]): readonly Token[] {
    const at = tokens.findIndex((token) => token.kind === "variable");
    const operatorAt = at + (tokens[at + 1]?.kind === "blank" ? 2 : 1);
    const variable = tokens[at];
    const operator = tokens[operatorAt];
    if (
      variable === undefined ||
      operator === undefined ||
      at > 4 ||
      !ASSIGNMENT_OPERATOR.test(this.text(operator))
    )
      return tokens;
    const rest = tokens.slice(operatorAt + (tokens[operatorAt + 1]?.kind === "blank" ? 2 : 1));
    const [value] = rest;
    const name = variableName(this.text(variable));
    if (value?.kind === "string" && rest.length === 1) {
      this.values.set(name, quotedFor(this.source, value));
      return [];
    }
    const used = this.used(rest);
    if (value !== undefined && this.mentions(rest, used))
      this.values.set(
        name,
        new SourceBuilder(this.source)
          // the space prevents a parenthesis after it from beginning shell arithmetic
          .replace('"$( ', value.start, value.start)
          .append(this.shell(rest, used, isPrinted(rest)))
          .replace(')"', value.end, value.end)
          .build(),
      );
    else this.values.delete(name);
    return rest;
  }

  /** Returns the variables of a statement whose values are known, also those in its strings. */
  private used(tokens: readonly Token[]): ReadonlyMap<string, Source> {
    const found = new Map<string, Source>();
    for (const token of tokens) {
      if (token.kind !== "variable" && !(token.kind === "string" && token.quote === '"')) continue;
      for (const [written] of this.text(token).matchAll(VARIABLES)) {
        const value = this.values.get(variableName(written));
        if (value === undefined || found.has(variableName(written))) continue;
        if (this.spare < value.text.length) {
          const message = "the values of variables are longer than the limit";
          if (!this.isSpent) this.tools.limit("size", message, this.source, token.start);
          this.isSpent = true;
          continue;
        }
        this.spare -= value.text.length;
        found.set(variableName(written), value);
      }
    }
    return found;
  }

  private mentions(tokens: readonly Token[], used: ReadonlyMap<string, Source>): boolean {
    const own = this.source.text.slice(tokens[0]?.start, tokens.at(-1)?.end);
    return (
      this.tools.mentions(own) ||
      (!isExpression(own, tokens) &&
        [...used.values()].some(({ text }) => this.tools.mentions(text)))
    );
  }

  /** Reads the string of `Invoke-Expression "…"`, `powershell -Command "…"` or `cmd /c "…"`; returns false if there is none. */
  private evaluate(tokens: readonly Token[]): boolean {
    const [first] = tokens;
    const head = first === undefined ? "" : this.name(first);
    const option = SHELLS.has(head)
      ? tokens.findIndex((token) => CODE_OPTIONS.has(this.name(token)))
      : EVALUATORS.has(head)
        ? 0
        : -1;
    const code =
      option < 0 ? undefined : tokens.slice(option + 1).find((token) => token.kind !== "blank");
    if (code?.kind !== "string") return false;
    this.tools.readCode({
      ...this.snippet,
      source: contentOf(this.source, code),
      tag: head.startsWith("cmd") ? "batch" : "powershell",
    });
    return true;
  }

  /** Returns the command line of `Start-Process bash -ArgumentList '-c', '"…"'`; null for any other command. */
  private started(tokens: readonly Token[]): Source | null {
    const isWord = (token: Token): boolean =>
      token.kind !== "blank" && this.text(token) !== "," && !STARTER_OPTIONS.has(this.name(token));
    const [first, program, ...words] = tokens.filter(isWord);
    if (first === undefined || program === undefined || !STARTERS.has(this.name(first)))
      return null;
    const builder = new SourceBuilder(this.source).append(this.word(program));
    for (const word of words) {
      if (word.kind === "text" && this.text(word).startsWith("-")) break;
      builder
        .replace(" ", word.start, word.start)
        .append(word.kind === "string" ? contentOf(this.source, word) : this.word(word));
    }
    return builder.build();
  }

  private shell(
    tokens: readonly Token[],
    used: ReadonlyMap<string, Source>,
    printed: boolean,
  ): Source {
    const builder = new SourceBuilder(this.source);
    for (const [name, value] of used)
      builder
        .insertAt(`${name}=`, value.origin(0, 1)[0])
        .append(value)
        .insertAt("\n", value.origin(0, value.text.length)[1]);
    const start = tokens[0]?.start ?? 0;
    if (printed) builder.replace("echo ", start, start);
    const kept = withoutMembers(this.source.text, tokens);
    kept.forEach((token, at) => {
      // `bash -c (curl …)`: the output of the parentheses is inserted, like that of the shell's `$(…)`.
      const isValue =
        token.kind === "text" &&
        this.source.text[token.start] === "(" &&
        kept[at - 1]?.kind === "blank" &&
        OPTION_WITH_CODE.test(this.text(kept[at - 2] ?? token));
      if (isValue) builder.replace("$", token.start, token.start);
      if (isPrinted([token]) && this.beginsStatement(kept, at))
        builder.replace("echo ", token.start, token.start);
      builder.append(this.word(token));
    });
    return builder.build();
  }

  /** Whether a token is the first one in parentheses or braces: `if ($text -match "x")`. */
  private beginsStatement(tokens: readonly Token[], at: number): boolean {
    const before = tokens.slice(0, at).findLast(({ kind }) => kind !== "blank");
    return before?.kind === "text" && OPENS_STATEMENT.test(this.text(before));
  }

  private word(token: Token): Source {
    const { start, end, kind } = token;
    const builder = new SourceBuilder(this.source);
    if (kind === "string") return quotedFor(this.source, token);
    if (kind === "blank") return builder.replace(" ", start, end).build();
    if (kind === "text") return this.source.slice(start, end).rewritten(/\\/g, () => "\\\\");
    // a backtick and one of the characters below are a control character, so the word is not the command that it resembles
    if (kind === "escape") {
      const char = this.text(token).slice(1);
      return builder
        .replace("0abefnrtuv".includes(char) ? "\u001b" : `\\${char}`, start, end)
        .build();
    }
    // A variable is one word, whatever its value.
    const isKnown = kind === "variable" && this.values.has(variableName(this.text(token)));
    return isKnown
      ? builder.replace('"', start, start).copy(start, end).replace('"', end, end).build()
      : builder.copy(start, end).build();
  }
}

/** Whether a statement begins with a value (`"…" | bash`, `$answer.Tag`), which is printed; only `&` makes it a command. */
function isPrinted([first]: readonly Token[]): boolean {
  return first?.kind === "string" || first?.kind === "variable";
}

/** Whether a statement only computes a value by operators and methods, so that its variables are not executed. */
function isExpression(text: string, tokens: readonly Token[]): boolean {
  const [first] = tokens;
  return (
    first !== undefined &&
    (isPrinted(tokens) || text.startsWith("[")) &&
    !tokens.some(({ kind }) => kind === "pipe") &&
    !/[&>]|\$\(|\(\s*[\w.]/.test(text)
  );
}
