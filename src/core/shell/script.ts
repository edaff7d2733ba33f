import type { Quoting } from "../lex/quoting.js";
import type { Role, Roles } from "../query/role.js";
import type { Source } from "../source.js";

/**
 * A shell script, in a form that does not depend on the grammar's node types. Offsets refer to the `source.text` of a word;
 * `source.origin` maps them to the document.
 */
export interface Script {
  /** May parse the text on each iteration, so that a long script is never in memory as a whole. */
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

/** Statements joined by `&&` and `||`; `operator` is the one before the statement, null for the first. */
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
  /** The `if` and `elif` branches: each runs its condition, then its body. */
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
  /** The body of `else`; null if there is none. */
  readonly otherwise: Script | null;
  redirects: readonly Redirect[];
}

export interface Loop {
  readonly kind: "loop";
  /** The variable of `for NAME in VALUES`; null for `while`, `until` and `for ((…))`. */
  readonly variable: string | null;
  /** The values of `for NAME in VALUES`; null for `for NAME; do`, which iterates over the positional parameters. */
  readonly values: readonly Word[] | null;
  readonly condition: Script;
  readonly body: Script;
  redirects: readonly Redirect[];
}

export interface Choice {
  readonly kind: "case";
  readonly arms: readonly Script[];
  /** Whether one of the arms matches every value (`*`). */
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

/** `coproc NAME { …; }`, whose output is read from the descriptor `${NAME[0]}`. */
export interface Coprocess {
  readonly kind: "coprocess";
  readonly name: string;
  readonly body: Statement;
  redirects: readonly Redirect[];
}

export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  /** Null for `NAME=` and for a name that is declared without a value. */
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
  /** The file, descriptor, process substitution or here-string; null for a here-document. */
  readonly target: Word | null;
  /** The body of a here-document; null for any other redirect. */
  readonly body: Word | null;
  /** The role of the redirect; null if no pattern captured it. */
  readonly shape: Role | null;
  /** The role of the file, if it is a connection. */
  readonly socket?: Role;
}

export interface Word {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
  /** The roles from patterns that match more than single words, if this is a command's name; absent for any other word. */
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
  /** Whether the part is inside double quotes, so that its value is not split into words. */
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
  /** Whether the expansion does not contain the value: `${#NAME}`, `${!NAME}`. */
  readonly opaque: boolean;
  /** Whether the expansion is the unchanged value: `$NAME` or `${NAME}` without an operator. */
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

/** A part with an unknown value: arithmetic. */
export interface OpaquePart {
  readonly kind: "opaque";
  readonly start: number;
  readonly end: number;
  /** The substitutions in the part, which run although their output is not known to matter. */
  readonly inner: readonly SubstitutionPart[];
}
