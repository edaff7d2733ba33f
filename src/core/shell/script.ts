import type { Quoting } from "../lex/quoting.js";
import type { Role, Roles } from "../query/role.js";
import type { Source } from "../source.js";

/**
 * Shell syntax as the flow requires it, without the grammar's node kinds. Offsets are positions in the node's `source.text`;
 * `source.origin` maps them to the document.
 */
export interface Script {
  /** May be read from the text on demand, again each time: a long script is never in memory as a whole. */
  readonly statements: Iterable<Statement>;
}

export type Statement =
  | Command
  | Pipeline
  | Sequence
  | Group
  | Conditional
  | Loop
  | Choice
  | FunctionDefinition
  | Coprocess;

/** A simple command, a declaration (`export A=1`) or a test. */
export interface Command {
  readonly kind: "command";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  redirects: readonly Redirect[];
}

export interface Pipeline {
  readonly kind: "pipeline";
  readonly stages: readonly Statement[];
  /** The role of the pipe; null if no pattern captured it. */
  readonly shape: Role | null;
}

/** Statements joined by `&&` and `||`; `operator` precedes its statement. */
export interface Sequence {
  readonly kind: "sequence";
  readonly items: readonly {
    readonly statement: Statement;
    readonly operator: "&&" | "||" | null;
  }[];
}

/** `{ …; }` or `( … )`, or one statement with its own redirects. */
export interface Group {
  readonly kind: "group";
  readonly body: Script;
  readonly subshell: boolean;
  redirects: readonly Redirect[];
}

export interface Conditional {
  readonly kind: "if";
  /** Each branch runs its condition, then its body; an `else` has no condition. */
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
  readonly otherwise: Script | null;
  redirects: readonly Redirect[];
}

export interface Loop {
  readonly kind: "loop";
  /** `for NAME in VALUES`; null for `while` and `until`. */
  readonly variable: string | null;
  /** Null for `for NAME; do`, which iterates over the positional parameters. */
  readonly values: readonly Word[] | null;
  readonly condition: Script;
  readonly body: Script;
  redirects: readonly Redirect[];
}

export interface Choice {
  readonly kind: "case";
  readonly arms: readonly Script[];
  /** Whether one of the arms matches every other value. */
  readonly exhaustive: boolean;
  readonly subject: readonly Word[];
  redirects: readonly Redirect[];
}

export interface FunctionDefinition {
  readonly kind: "function";
  readonly name: string;
  readonly body: Statement;
  redirects: readonly Redirect[];
}

/** `coproc NAME { …; }`: its output is read from `${NAME[0]}`. */
export interface Coprocess {
  readonly kind: "coprocess";
  readonly name: string;
  readonly body: Statement;
  redirects: readonly Redirect[];
}

export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  /** Null for `NAME=` and for a bare declared name. */
  readonly value: Word | null;
  /** False for a name that is declared without a value (`export S`, `local S`). */
  readonly assigns: boolean;
}

export interface Redirect {
  readonly start: number;
  /** The descriptor as written; null for the operator's default. */
  readonly descriptor: number | null;
  /** The variable to which the shell assigns the number of a new descriptor (`{fd}<`). */
  readonly variable?: string;
  readonly operator: string;
  /** File, descriptor, process substitution or here-string; null for a here-document. */
  readonly target: Word | null;
  /** The body of a here-document. */
  readonly body: Word | null;
  /** The role of the here-string or here-document. */
  readonly shape: Role | null;
  /** The role of the file, if it is a connection. */
  readonly socket?: Role;
}

export interface Word {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
  /** The captures of patterns that are more than words, if this is a command's name; absent for any other word. */
  readonly roles?: Roles;
}

export type Part = TextPart | ExpansionPart | SubstitutionPart | ProcessPart | OpaquePart;

export interface TextPart {
  readonly kind: "text";
  readonly quoting: Quoting;
  readonly start: number;
  readonly end: number;
}

/** A part that may be in double quotes. */
export interface QuotedPart {
  readonly start: number;
  readonly end: number;
  /** Whether it is inside double quotes: no word splitting, and a span ends at `close`. */
  readonly quoted: boolean;
  /** End of the enclosing quotes, or of the part itself if it is not quoted. */
  readonly close: number;
  /** The role of the part; null if no pattern captured it. */
  readonly shape: Role | null;
}

/** `$NAME`, `${NAME…}`. */
export interface ExpansionPart extends QuotedPart {
  readonly kind: "expansion";
  readonly name: string;
  /** Whether it is `${#NAME}` or similar: the result does not contain the value. */
  readonly opaque: boolean;
  /** Whether it is `$NAME` or `${NAME}` without an operator: the result is the unchanged value. */
  readonly plain: boolean;
  /** The operator and its operand (`${S:-$(…)}`); null if there is none. */
  readonly operation: { readonly operator: string; readonly operand: Word } | null;
}

/** `$(…)` or backticks. */
export interface SubstitutionPart extends QuotedPart {
  readonly kind: "substitution";
  readonly body: Script;
}

/** `<(…)` or `>(…)`. */
export interface ProcessPart extends QuotedPart {
  readonly kind: "process";
  readonly direction: "<" | ">";
  readonly body: Script;
}

/** A part with an unknown value: arithmetic, complex globs. */
export interface OpaquePart {
  readonly kind: "opaque";
  readonly start: number;
  readonly end: number;
  /** Substitutions in it: they run, whatever happens to their output. */
  readonly inner: readonly SubstitutionPart[];
}
