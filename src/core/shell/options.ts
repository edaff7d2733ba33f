/**
 * How a tool's command line is read. Tables hold data only: which options take a value.
 * `short` maps a letter to its arity, `long` a name (without dashes) to its arity.
 */
export type Arity =
  | "flag" // takes no value
  | "value" // attached or the next word
  | "optional"; // a value only when attached (`-Wfoo`, `--opt=foo`)

export interface OptionTable {
  readonly short: ReadonlyMap<string, Arity>;
  readonly long: ReadonlyMap<string, Arity>;
  /** Unambiguous prefixes of long options are accepted (getopt_long). */
  readonly prefixes: boolean;
  /** Operands end the options (`sudo`, `env`, `bash`), instead of mixing with them (`curl`, `wget`). */
  readonly stopAtOperand: boolean;
  /** Multi-letter options with one dash (`-nv`, `-name`): letter pairs read before clusters. */
  readonly pairs?: ReadonlySet<string>;
}

export interface OptionUse {
  /** The letter, the pair, or the full long name, without dashes. */
  readonly name: string;
  /** The value's text; null where the option has none (or it is missing). */
  readonly value: string | null;
  /** Index of the word that holds the option. */
  readonly at: number;
  /** Index of the word that holds the value (same as `at` when attached); -1 where there is none. */
  readonly valueAt: number;
  /** Offset of the value within the value word's text (`-of` → 2, `--output=f` → 9, separate → 0). */
  readonly valueOffset: number;
}

export interface CommandLine {
  readonly options: readonly OptionUse[];
  /** Indexes of the operand words. */
  readonly operands: readonly number[];
  /** An option that needs a value and has none, by name. */
  readonly missingValue: string | null;
  /** Index of the word `--`, or -1. */
  readonly terminator: number;
}
