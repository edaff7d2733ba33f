import type { DocumentFiles } from "./document-files.js";
import { MAX_GLOB_LENGTH } from "./globs.js";
import type { Downloads } from "../downloads.js";
import type { Language, Limit, Limits, Match, Note, Profile, Span, TraceStep } from "../model.js";
import { oncePer } from "../once.js";
import type { Roles } from "../query/role.js";
import { cachedByWord } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import type { Argument } from "./flow/argument.js";
import { Environment } from "./flow/environment.js";
import { terminal } from "./flow/output-channels.js";
import type { CodeAnswer, CodeReading, Runner, Scope } from "./flow/runner.js";
import { Statements } from "./flow/statement-runner.js";
import { both, silent, type CodeText, type Remote, type Stream } from "./flow/stream.js";
import { runTraps } from "./flow/traps.js";
import { ownStepsOf, type ShellBudget } from "./shell-budget.js";
import { PLAIN_WORD } from "../lex/quoting.js";
import { startOf } from "./statement-start.js";
import { codeOfLine } from "./flow/powershell-program.js";
import type { Script, Statement } from "./script.js";

/** The roles that the loaded patterns give commands. */
export interface CommandRoles {
  /** Returns the roles that patterns of single words give a command's name. */
  named(name: string): Roles;
  /** Whether a pattern that matches more than single words may apply to a command with this name. */
  mayCapture(name: string): boolean;
  /** Returns the listed program that a path with wildcards matches; null if there is none. */
  globbed(pattern: string): string | null;
  /** Returns the roles that patterns which match more than single words give the name of a command, which is given as shell code. */
  captured(command: string): Roles;
}

/** The parts of a detector that the shell stage uses. */
export interface ShellTools {
  readonly commands: CommandRoles;
  readonly profile: Profile;
  /** The files that the document has downloaded so far. */
  readonly downloads: Downloads;
  /** The files with known text, and the FIFOs, of the document. */
  readonly files: DocumentFiles;
  /** The text of the document. */
  readonly text: string;
  readonly budget: ShellBudget;
  /** Whether the text is a code string of another language, which adds nothing to the budget. */
  readonly isInner: boolean;
  readonly limits: Limits;
  /** Whether a text may contain a trigger word. This test is cheap. */
  mentions(text: string): boolean;
  /** Whether a text may contain a finding by itself. */
  mayContain(text: string): boolean;
  /** Reads a source as a script, within the detector's limits. */
  read(source: Source): Script;
  /** Reads a string as code of another language. */
  foreign(
    language: Exclude<Language, "shell">,
    source: Source,
    stdin: Stream,
    tag?: string,
  ): CodeReading;
}

/** Maximum nesting of code strings: each level takes a part of the stack. */
const MAX_DEPTH = 32;
const MAX_REREADS = 1000;
const MIN_LONGEST_TEXT = 1 << 17;
/** Matches a name followed by a version number. */
const VERSIONED = /^([a-z]{2,}?)-?\d+(?:\.\d+)*$/;
/** The number of statements between two checks of the time, and the numbers of words and characters that count as a statement. */
const STEPS_BETWEEN_CHECKS = 64;
const WORDS_PER_STEP = 32;
const CHARACTERS_PER_STEP = 512;

/** Evaluates the shell texts of one document and collects the matches. */
export class ShellRun implements Runner {
  private readonly statements = new Statements(this);
  /** The matches and notes so far, in the order of the evaluation. */
  readonly matches: Match[] = [];
  readonly notes: Note[] = [];
  /** The number of the text's own statements that may still be evaluated. */
  private left = 0;
  private untimed = 0;
  private isExpired = false;
  /** The reasons for which the evaluation was stopped. */
  private readonly stopped = new Set<string>();
  longestText = MIN_LONGEST_TEXT;
  executesCut = false;
  private readonly claimed = new WeakSet<Remote>();
  private current: Span = [0, 0];
  /** The roles of commands that were written as code and parsed, by their code. */
  private readonly rereads = new Map<string, Roles>();

  constructor(private readonly tools: ShellTools) {}

  roles(name: string, args: readonly Argument[]): Roles {
    const { commands } = this.tools;
    const named = this.named(name);
    const [word] = args;
    if (word === undefined || !commands.mayCapture(name)) return named;
    // A name that was read from the tree already has its roles. A command that is composed of words, after a wrapper or from a
    // variable, is written as code and parsed separately.
    const inTree = word.roles ?? [];
    return [...named, ...(inTree.length > 0 ? inTree : this.reread(name, args))];
  }

  /** Returns the roles of a name; in the extended profile, a version may follow an interpreter's name: `bash-5.2`, `python3.15`. */
  private named(name: string): Roles {
    const { commands } = this.tools;
    const named = commands.named(name);
    if (named.length > 0 || this.profile === "contract") return named;
    const base = VERSIONED.exec(name)?.[1];
    const roles = base === undefined ? [] : commands.named(base);
    return roles.some(({ capture }) => capture === "sink.interpreter") ? roles : named;
  }

  private reread(name: string, args: readonly Argument[]): Roles {
    const command = [
      name,
      ...args.slice(1).map(({ text }) => (text === null ? '"$_"' : quoted(text))),
    ].join(" ");
    const known = this.rereads.get(command) ?? this.tools.commands.captured(command);
    if (this.rereads.size < MAX_REREADS) this.rereads.set(command, known);
    return known;
  }

  globbed(pattern: string): string | null {
    if (this.profile !== "extended") return null;
    if (pattern.startsWith("/") && pattern.length > MAX_GLOB_LENGTH)
      this.limit("size", "a path with wildcards is too long to be matched", this.current);
    return this.tools.commands.globbed(pattern);
  }

  isUnknown(name: string): boolean {
    const { commands } = this.tools;
    return (
      !this.named(name).some(({ capture }) => capture !== "word.command") &&
      !commands.mayCapture(name)
    );
  }

  /** The values of variables are tested in each call of a function. */
  readonly mentions = cachedByWord((text) => this.tools.mentions(text));

  mayContain(text: string): boolean {
    return this.tools.mayContain(text);
  }

  get profile(): Profile {
    return this.tools.profile;
  }

  /**
   * Evaluates the text of a region in a new shell, and returns its output.
   * @param begin called with the environment of the shell before the evaluation
   * @param end called with it after the evaluation
   */
  region(
    source: Source,
    stdin: Stream = silent,
    begin: (env: Environment) => void = () => undefined,
    end: (env: Environment) => void = () => undefined,
  ): Stream {
    const { length } = source.text;
    this.left += ownStepsOf(length);
    if (!this.tools.isInner) this.tools.budget.add(length);
    this.longestText = Math.max(MIN_LONGEST_TEXT, length);
    this.current = source.origin(0, length);
    this.tools.downloads.nextBlock();
    const run = (): Stream => {
      const scope = scopeOf(Environment.empty(this.tools.downloads), stdin, "own");
      begin(scope.env);
      const written = this.script(this.tools.read(source), scope);
      const output = both(written, runTraps(this, scope));
      end(scope.env);
      return output;
    };
    const { files } = this.tools;
    if (this.profile === "contract" || !/\bmk(?:fifo|nod)\b/.test(source.text)) return run();
    // a command that writes to a FIFO may follow the one that reads it
    const first = this.watched(run);
    for (const match of first.matches.values()) this.report(match);
    if (!files.isStale) return first.result;
    files.isStale = false;
    this.left += ownStepsOf(length);
    const second = this.watched(run);
    for (const [key, match] of second.matches) if (!first.matches.has(key)) this.report(match);
    return second.result;
  }

  get files(): DocumentFiles {
    return this.tools.files;
  }

  linesBetween(start: number, end: number): number {
    return this.tools.text.slice(Math.min(start, end), Math.max(start, end)).split("\n").length - 1;
  }

  runAt<T>(at: Span, run: () => T): T {
    return this.changed((match) => ({ ...match, at }), run);
  }

  report(match: Match): void {
    this.matches.push(match);
  }

  watched<T>(run: () => T): {
    readonly result: T;
    readonly matches: ReadonlyMap<string, Match>;
  } {
    const { result, taken } = this.taken(run);
    const matches = new Map<string, Match>();
    for (const match of taken) {
      const key = identityOf(match);
      if (!matches.has(key)) matches.set(key, match);
    }
    return { result, matches };
  }

  note(note: Note): void {
    this.notes.push(note);
  }

  script(script: Script, scope: Scope): Stream {
    return this.statements.script(script, scope);
  }

  call(name: string, args: readonly Argument[], scope: Scope): Stream | null {
    return this.statements.call(name, args, scope);
  }

  code(text: CodeText, scope: Scope, executing: Span, via: readonly TraceStep[]): Stream {
    if (scope.depth > MAX_DEPTH) {
      this.tools.limits.limit("depth", "code strings are nested too deeply", executing);
      return silent;
    }
    this.executesCut ||= text.isCut === true;
    if (text.partial === true || text.isCut === true) this.tooLong(executing);
    if (!this.mayRead(text.source, executing)) return silent;
    const powershell = this.profile === "extended" ? codeOfLine(text.source) : null;
    if (powershell !== null) {
      const { variables, from, to } = text;
      const code = { source: powershell, variables, from, to };
      this.foreign("powershell", code, executing, scope.stdin, via);
    }
    const script = this.tools.read(text.source);
    const steps = [...(text.via ?? []), ...via];
    const touches = touching(text.variables);
    const { remote, text: written } = this.relocated(touches, executing, steps, () => {
      const output = this.script(script, scope);
      return scope.env.isWhole ? both(output, runTraps(this, scope)) : output;
    });
    if (remote === null || !touches(remote.start)) return { remote, text: written };
    return { remote: { ...remote, start: executing[0], fetcherAt: executing[0] }, text: written };
  }

  shown(text: CodeText, message: string): void {
    if (!this.tools.mentions(text.source.text) || !this.mayRead(text.source, this.current)) return;
    const { taken } = this.taken(() =>
      this.script(this.tools.read(text.source), scopeOf(Environment.empty(), silent, "shared")),
    );
    for (const { rule, span } of taken)
      this.note({ kind: "dismissed", reason: "displayed", message, span, rule });
  }

  foreign(
    language: Exclude<Language, "shell">,
    { source, variables, via: before = [], isCut }: CodeText,
    executing: Span,
    stdin: Stream,
    via: readonly TraceStep[],
    tag?: string,
  ): CodeAnswer {
    this.executesCut ||= isCut === true;
    if (isCut === true) this.tooLong(executing);
    if (!this.mayRead(source, executing)) return { executesStdin: false, matched: false };
    return this.relocated(touching(variables), executing, [...before, ...via], () => {
      const { matches, ...answer } = this.tools.foreign(language, source, stdin, tag);
      for (const match of matches) this.report(match);
      return answer;
    });
  }

  /** Charges code in a string to the budget; returns false and records a limit if the budget is used up. */
  private mayRead({ text }: Source, span: Span): boolean {
    return this.tools.budget.spendCode(text.length) || this.stop("too much code in strings", span);
  }

  claim(remote: Remote): boolean {
    if (this.claimed.has(remote)) return false;
    this.claimed.add(remote);
    return true;
  }

  isClaimed(remote: Remote | null): boolean {
    return remote !== null && this.claimed.has(remote);
  }

  release(remote: Remote | null): void {
    if (remote !== null) this.claimed.delete(remote);
  }

  get hasPlenty(): boolean {
    return this.tools.budget.hasPlenty;
  }

  limit(limit: Limit["limit"], message: string, span: Span): void {
    this.tools.limits.limit(limit, message, span);
  }

  tooLong(span: Span): void {
    this.tools.limits.limit("size", "a text grows longer than the limit", span);
  }

  expanded(words: number, characters: number): void {
    this.untimed += words / WORDS_PER_STEP + characters / CHARACTERS_PER_STEP;
  }

  spendWords(words: number): boolean {
    return this.tools.budget.spendWords(words);
  }

  spend(statement: Statement, { budget }: Scope): boolean {
    if (++this.untimed >= STEPS_BETWEEN_CHECKS) {
      this.untimed = 0;
      this.isExpired ||= this.tools.limits.expired();
    }
    if (this.isExpired) return false;
    this.tools.budget.used++;
    if (budget === "own" ? this.left-- > 0 : this.tools.budget.spendStep()) return true;
    const reason = budget === "own" ? "too many commands" : "too many commands in calls";
    return this.stopped.has(reason) ? false : this.stop(reason, this.restFrom(statement));
  }

  /** Returns the span from a statement to the end of the text. */
  private restFrom(statement: Statement): Span {
    const [from, to] = this.current;
    const start = startOf(statement) ?? from;
    return [start >= from && start < to ? start : from, to];
  }

  /** Records that the evaluation was stopped, once for each reason; returns false. */
  private stop(reason: string, span: Span): false {
    if (!this.stopped.has(reason))
      this.tools.limits.limit("steps", `the evaluation was stopped: ${reason}`, span);
    this.stopped.add(reason);
    return false;
  }

  /** Calls `run` and changes its matches: those in values of variables get the span `executing`, and each trace begins with `via`. */
  private relocated<T>(
    touches: (position: number) => boolean,
    executing: Span,
    via: readonly TraceStep[],
    run: () => T,
  ): T {
    return this.changed((match) => {
      const [start, end] = match.span;
      const span = touches(start) || touches(end) ? executing : match.span;
      return { ...match, span, trace: [...via, ...match.trace] };
    }, run);
  }

  /** Calls `run` and changes the matches that it adds. */
  private changed<T>(change: (match: Match) => Match, run: () => T): T {
    const { result, taken } = this.taken(run);
    for (const match of taken) this.matches.push(change(match));
    return result;
  }

  /** Calls `run` and removes the matches that it adds, even if it throws, because an interrupted evaluation is repeated. */
  private taken<T>(run: () => T): { readonly result: T; readonly taken: readonly Match[] } {
    const before = this.matches.length;
    try {
      const result = run();
      return { result, taken: this.matches.slice(before) };
    } finally {
      this.matches.length = before;
    }
  }
}

/** Returns a key that is different for matches of different rules, levels or spans. */
const identityOf = oncePer(
  ({ rule, level = "finding", span }: Match) => `${rule} ${level} ${span.join("-")}`,
);

/** Returns the scope of a text that runs in a new shell. */
function scopeOf(env: Environment, stdin: Stream, budget: Scope["budget"]): Scope {
  return { env, stdin, descriptors: new Map(), outputs: terminal(), frame: null, depth: 0, budget };
}

/** Returns a function that tests whether an offset is in the span of one of the variables, or at an end of it. */
function touching(variables: readonly Span[]): (position: number) => boolean {
  return (position) => variables.some(([start, end]) => position >= start && position <= end);
}

/** Returns a word quoted for the shell; a plain word is not quoted, because patterns compare words as they are written. */
function quoted(text: string): string {
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
