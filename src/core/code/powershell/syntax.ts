import type { Quoting } from "../../segment/formats/powershell-tokens.js";
import type { Place } from "../ir.js";

/** PowerShell as far as the flow of values needs it. Offsets are those of the text that was read. */
export type Node = Text | Variable | Type | Group | Member | Sum;

/** A word or a string; `parts` are the values that a string in double quotes takes in. */
export interface Text extends Place {
  readonly kind: "text";
  /** The marks of a string; null for a word. */
  readonly quoted: Quoting | null;
  /** What it stands for; escapes decoded. */
  readonly text: string;
  readonly parts: readonly Node[];
}

/** `( … )`, `$( … )`, `@( … )`; a block `{ … }` is a value until it is called. */
export interface Group extends Place {
  readonly kind: "group" | "block";
  readonly body: readonly Statement[];
}

/** `$name` */
export interface Variable extends Place {
  readonly kind: "variable";
  readonly name: string;
}

/** `[Text.Encoding]`, which holds nothing: what its methods do is said by patterns. */
export interface Type extends Place {
  readonly kind: "type";
}

/** `x.Name`, `[x]::Name`, with the arguments of a call; `x[i]` has no name. */
export interface Member extends Place {
  readonly kind: "member";
  readonly object: Node;
  /** In small letters. */
  readonly name: string;
  readonly nameAt: Place;
  readonly args: readonly Node[] | null;
}

/** Values put together by operators or commas, or in a table `@{ … }`. */
export interface Sum extends Place {
  readonly kind: "sum";
  readonly operands: readonly Node[];
  /** All operators are `+`: known texts make a known text. */
  readonly joins: boolean;
}

/** A command, or an expression at its place in a pipe. */
export interface Command extends Place {
  readonly kind: "command";
  /** `&` or `.` stands before it. */
  readonly called: boolean;
  /** A word is the name of a command; anything else the value itself, or what `&` calls. */
  readonly head: Node;
  readonly args: readonly Node[];
  /** The file that takes what it puts out (`> FILE`). */
  readonly file: string | null;
}

export interface Pipeline extends Place {
  readonly kind: "pipeline";
  readonly stages: readonly Command[];
}

export interface Assignment extends Place {
  readonly kind: "assignment";
  readonly target: string | null;
  readonly grows: boolean;
  readonly value: readonly Statement[];
}

/** `function NAME($a, $b) { … }`. */
export interface Definition extends Place {
  readonly kind: "function";
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
}

export type Statement = Pipeline | Assignment | Definition;
