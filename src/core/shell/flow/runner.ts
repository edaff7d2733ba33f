import type { Language, Limit, Match, Note, Profile, Span, TraceStep } from "../../model.js";
import type { DocumentFiles } from "../document-files.js";
import type { Roles } from "../../query/role.js";
import type { Script, Statement } from "../script.js";
import type { Argument } from "./argument.js";
import type { Environment } from "./environment.js";
import type { CodeText, Remote, Stream } from "./stream.js";

/** The interpreter that executes the code string around a statement: a substitution in command position is its program. */
export interface Frame {
  /** Offset where a span over the code starts. */
  readonly start: number;
  /** The span of the interpreter's word. */
  readonly sink: Span;
  /** Offset where the code ends, including quotes; null if a span is to end with the substitution. */
  readonly end: number | null;
}

/** The destination of an open descriptor. */
export interface Channel {
  /** What was written to it by redirects of other descriptors. */
  stream: Stream;
  /** Whether nothing reads the output, because the destination is the terminal. */
  readonly isUnread?: boolean;
}

/** The destinations of output descriptors; a closed one is absent. */
export type Outputs = ReadonlyMap<number, Channel>;

/** The scope in which a statement runs. */
export interface Scope {
  readonly env: Environment;
  readonly stdin: Stream;
  /** Streams on other descriptors (`3< <(…)`). */
  readonly descriptors: ReadonlyMap<number, Stream>;
  readonly outputs: Outputs;
  readonly frame: Frame | null;
  /** Depth of code strings. */
  readonly depth: number;
  /** The budget to which statements are charged: that of the text's own statements, or that of calls and code strings. */
  readonly budget: "own" | "shared";
}

/** A command after its wrappers and launchers, with its scope. */
export interface NamedCommand {
  readonly name: string;
  /** The roles that patterns give it. */
  readonly roles: Roles;
  /** The word with the command's name, which is the first of `args`. */
  readonly word: Argument;
  readonly args: readonly Argument[];
  /** The wrappers that were followed, for the trace. */
  readonly steps: readonly TraceStep[];
  readonly runner: Runner;
  readonly scope: Scope;
}

/** Returns the scope of a subshell, which inherits the state of the outer shell and whose changes are local to it. */
export function subshell(scope: Scope, stdin: Stream): Scope {
  return { ...scope, stdin, env: scope.env.layer(), frame: null };
}

/** Returns the scope of a shell that runs as another process, which inherits only what was exported. */
export function childShell(scope: Scope, stdin: Stream): Scope {
  return {
    ...scope,
    stdin,
    env: scope.env.exported(),
    frame: null,
    depth: scope.depth + 1,
    budget: "shared",
  };
}

/** The result of analyzing code in another language. */
export interface CodeAnswer {
  /** Whether the code runs its standard input. */
  readonly executesStdin: boolean;
  /** Whether there are matches inside the code. */
  readonly matched: boolean;
}

/** The result of analyzing code in another language, with its matches. */
export interface CodeReading extends CodeAnswer {
  readonly matches: readonly Match[];
}

/** The functions of the statement runner that commands need. */
export interface Runner {
  /**
   * Returns the roles of a command.
   * @param name its base name, after quote removal and variables
   * @param args its words, its name first; empty if only the name matters
   */
  roles(name: string, args: readonly Argument[]): Roles;
  readonly profile: Profile;
  /** Returns the listed program that a path with wildcards matches; null if there is none, or if there are different kinds. */
  globbed(pattern: string): string | null;
  /** Whether no pattern gives a command with this name a role in fetching and executing. */
  isUnknown(name: string): boolean;
  /** Whether a text may contain a trigger word. This test is cheap. */
  mentions(text: string): boolean;
  /** Whether a text may contain a finding by itself. */
  mayContain(text: string): boolean;
  report(match: Match): void;
  /** Calls `run`, and returns its result and its matches, which are not added to those of the region. */
  watched<T>(run: () => T): { readonly result: T; readonly matches: ReadonlyMap<string, Match> };
  note(note: Note): void;
  script(script: Script, scope: Scope): Stream;
  /** Runs a function of the same text with its name as the first word; null if the name is not a function. */
  call(name: string, args: readonly Argument[], scope: Scope): Stream | null;
  /**
   * Reads text as shell code and runs it. Matches in the values of variables get the span `executing`, and the steps `via` are
   * added before those of each match.
   */
  code(text: CodeText, scope: Scope, executing: Span, via: readonly TraceStep[]): Stream;
  /** Adds a note for each match that the text would have as code, because it is only displayed. */
  shown(text: CodeText, message: string): void;
  /** Reads text as code of another language and runs it; the tag names a language without a reader. */
  foreign(
    language: Exclude<Language, "shell">,
    text: CodeText,
    executing: Span,
    stdin: Stream,
    via: readonly TraceStep[],
    tag?: string,
  ): CodeAnswer;
  /** The files with known text, and the FIFOs, of the document. */
  readonly files: DocumentFiles;
  /** Returns the number of line feeds between two offsets of the document. */
  linesBetween(start: number, end: number): number;
  /** Calls `run` for the content of a file; the context of its matches is checked at the span `at`, where the file is run. */
  runAt<T>(at: Span, run: () => T): T;
  /**
   * Claims bytes as the program of a sink. Returns true for the first sink, and false for all others, for which nothing is left of
   * the input.
   */
  claim(remote: Remote): boolean;
  isClaimed(remote: Remote | null): boolean;
  /** Undoes {@link claim}, if the evaluation that claimed the bytes was abandoned. */
  release(remote: Remote | null): void;
  /** Maximum length of a word or value in UTF-16 code units: each line of a text may double it (`A="$A$A"`). */
  readonly longestText: number;
  /** Whether code was executed of which a part is missing. */
  readonly executesCut: boolean;
  /** Records that a word or value grew longer than `longestText`. */
  tooLong(span: Span): void;
  /** Records that something was not evaluated completely. */
  limit(limit: Limit["limit"], message: string, span: Span): void;
  /** Whether more than half of the budget for calls is left, so that calls may be evaluated separately. */
  readonly hasPlenty: boolean;
  /** Counts expanded words and characters towards the next check of the time. */
  expanded(words: number, characters: number): void;
  /** Charges the words of an expansion before they are made; returns false if too few are left. */
  spendWords(words: number): boolean;
  /** Charges a statement that is to be evaluated; false if the budget or the time is used up. */
  spend(statement: Statement, scope: Scope): boolean;
}
