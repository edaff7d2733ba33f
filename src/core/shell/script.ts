import type { Quoting } from "../lex/quoting.js";
import type { Role, Roles } from "../query/role.js";
import type { Source } from "../source.js";

/**
 * Shell syntax as the flow needs it, free of the grammar's own node kinds.
 * Offsets are positions in the node's `source.text`; `source.origin` leads to the document.
 */
export interface Script {
  /** May be read from the text on demand, again each time: a long script is never there as a whole. */
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
  /** What a pattern said of the pipe; null when none asks for it. */
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
  /** Null for `for NAME; do`, which goes through the positional parameters. */
  readonly values: readonly Word[] | null;
  readonly condition: Script;
  readonly body: Script;
  redirects: readonly Redirect[];
}

export interface Choice {
  readonly kind: "case";
  readonly arms: readonly Script[];
  /** One of the arms takes whatever no other does. */
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

/** `coproc NAME { …; }`: what it writes is read from `${NAME[0]}`. */
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
  /** The descriptor as written; null if the operator's default holds. */
  readonly descriptor: number | null;
  /** The variable that the shell gives the number of a new descriptor (`{fd}<`). */
  readonly variable?: string;
  readonly operator: string;
  /** File, descriptor, process substitution or here-string; null for a here-document. */
  readonly target: Word | null;
  /** The body of a here-document. */
  readonly body: Word | null;
  /** What a pattern said of the here-string or here-document. */
  readonly shape: Role | null;
  /** What a pattern said of the file, where it is a connection. */
  readonly socket?: Role;
}

export interface Word {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
  /** What patterns that are more than words captured where this is a command's name; absent for any other word. */
  readonly roles?: Roles;
}

export type Part = TextPart | ExpansionPart | SubstitutionPart | ProcessPart | OpaquePart;

export interface TextPart {
  readonly kind: "text";
  readonly quoting: Quoting;
  readonly start: number;
  readonly end: number;
}

/** What may be in double quotes. */
export interface QuotedPart {
  readonly start: number;
  readonly end: number;
  /** Inside double quotes: no word splitting, and a span ends at `close`. */
  readonly quoted: boolean;
  /** End of the enclosing quotes, or of the part itself where it is not quoted. */
  readonly close: number;
  /** What a pattern said of it; null when none asks for it. */
  readonly shape: Role | null;
}

/** `$NAME`, `${NAME…}`. */
export interface ExpansionPart extends QuotedPart {
  readonly kind: "expansion";
  readonly name: string;
  /** `${#NAME}` and the like: the value itself does not come through. */
  readonly opaque: boolean;
  /** True for `$NAME` and `${NAME}` without an operator: a known value comes through unchanged. */
  readonly plain: boolean;
  /** The operator and what follows it (`${S:-$(…)}`); null if there is none. */
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

/** Something whose value the flow does not know: arithmetic, globs with structure. */
export interface OpaquePart {
  readonly kind: "opaque";
  readonly start: number;
  readonly end: number;
  /** Substitutions in it: they run, whatever becomes of what they put out. */
  readonly inner: readonly SubstitutionPart[];
}
