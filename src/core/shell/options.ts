import { oncePer } from "../once.js";
import { lowerBound } from "../text-search.js";

/** The ways in which an option takes a value. */
export type Arity =
  | "flag" // takes no value
  | "value" // attached or the next word
  | "optional" // a value only when attached (`-Wfoo`, `--opt=foo`)
  | "separate" // always a separate word; letters after it are options again (`bash -oeu pipefail`)
  | "loose"; // the next word, unless that looks like an option (`node -p CODE`, `node -p -e CODE`)

/** The arities of the options in a layout, by their names without a dash or plus. */
export interface Arities {
  /** Of letters, and of pairs of letters. */
  readonly short: ReadonlyMap<string, Arity>;
  readonly long: ReadonlyMap<string, Arity>;
  /** Of letters after a plus (`bash +x`, `+O extglob`). They are reported as `+x`. */
  readonly plus: ReadonlyMap<string, Arity>;
  /** Whether long names may follow one dash (`bash -norc`). */
  readonly singleDashLong: boolean;
}

export interface OptionUse {
  /** The letter, the pair, or the full long name, without dashes; a plus option with its plus (`+x`). */
  readonly name: string;
  /** The value's text; null if the option has none (or it is missing, or not statically known). */
  readonly value: string | null;
  /** Index of the word with the option. */
  readonly at: number;
  /** Index of the word with the value (same as `at` when attached); -1 if there is none. */
  readonly valueAt: number;
  /** Offset of the value within the value word's text (`-of` → 2, `--output=f` → 9, separate → 0). */
  readonly valueOffset: number;
}

export interface CommandLine {
  readonly options: readonly OptionUse[];
  /** Indexes of the operand words. */
  readonly operands: readonly number[];
  /** The name of an option without its required value. */
  readonly missingValue: string | null;
  /** A prefix of several long names, which the tool rejects. */
  readonly ambiguous: string | null;
  /** Index of the word `--`, or -1. */
  readonly terminator: number;
}

/** The facts about a command that are required to read its options. */
export interface OptionLayout {
  readonly arities: Arities;
  /** The options that a setting lists, without their dashes. */
  options(setting: "pairs" | "ends"): ReadonlySet<string>;
  is(setting: "dashEnds" | "clusters" | "stopAtOperand" | "prefixes", value?: string): boolean;
}

/** Words of a command line; `null` is a word whose text is not statically known. */
export type Words = readonly (string | null)[];

/**
 * Reads the words from index `from` on (the first one after the command's name) as the tool does. Unknown options count as flags;
 * an unknown word counts as an operand unless it is an option's value. Time is linear in the length of the words.
 */
export function readOptions(layout: OptionLayout, words: Words, from = 0): CommandLine {
  return new Reader(layout, words, from).read();
}

class Reader {
  private readonly options: OptionUse[] = [];
  private readonly operands: number[] = [];
  private missingValue: string | null = null;
  private ambiguous: string | null = null;
  private terminator = -1;
  private optionsOver = false;

  private readonly arities: Arities;
  /** Read before clusters of letters. */
  private readonly pairs: ReadonlySet<string>;
  private readonly ends: ReadonlySet<string>;

  constructor(
    private readonly layout: OptionLayout,
    private readonly words: Words,
    private next: number,
  ) {
    this.arities = layout.arities;
    this.pairs = layout.options("pairs");
    this.ends = layout.options("ends");
  }

  read(): CommandLine {
    while (this.next < this.words.length) this.word(this.next++);
    const { options, operands, missingValue, ambiguous, terminator } = this;
    return { options, operands, missingValue, ambiguous, terminator };
  }

  private word(at: number): void {
    const word = this.words[at] ?? null;
    if (this.optionsOver || word === null || !this.looksLikeOption(word)) return this.operand(at);
    if (word === "--") {
      this.terminator = at;
      this.optionsOver = true;
    } else if (word === "-") {
      this.optionsOver = true;
    } else if (word.startsWith("--")) {
      this.long(at, word, 2);
    } else if (word.startsWith("+")) {
      this.cluster(at, word, this.arities.plus, "+");
    } else if (this.isLongAfterOneDash(word)) {
      this.long(at, word, 1);
    } else {
      this.cluster(at, word, this.arities.short, "");
    }
  }

  private looksLikeOption(word: string): boolean {
    if (word === "-") return this.layout.is("dashEnds");
    if (word.startsWith("+")) return word.length > 1 && this.arities.plus.size > 0;
    return word.startsWith("-");
  }

  private isLongAfterOneDash(word: string): boolean {
    if (word.length > 2 && this.layout.is("clusters", "no")) return true;
    return this.arities.singleDashLong && this.arities.long.has(nameOf(word, 1));
  }

  private operand(at: number): void {
    this.operands.push(at);
    if (this.layout.is("stopAtOperand")) this.optionsOver = true;
  }

  private long(at: number, word: string, dashes: number): void {
    const written = nameOf(word, dashes);
    const full = completeName(this.layout, written);
    if (full === null) this.ambiguous ??= written;
    const name = full ?? written;
    const equals = word.indexOf("=");
    if (equals >= 0) this.use(name, word.slice(equals + 1), at, at, equals + 1);
    else this.take(name, this.arities.long.get(name) ?? "flag", at);
  }

  private cluster(
    at: number,
    word: string,
    arities: ReadonlyMap<string, Arity>,
    dash: string,
  ): void {
    for (let i = 1; i < word.length; ) {
      const letters = this.lettersAt(word, i);
      i += letters.length;
      const arity = arities.get(letters) ?? "flag";
      if ((arity === "value" || arity === "optional") && i < word.length) {
        return this.use(dash + letters, word.slice(i), at, at, i);
      }
      this.take(dash + letters, arity, at);
    }
  }

  /** Returns a pair of the table, else one character (a surrogate pair counts as one). */
  private lettersAt(word: string, i: number): string {
    const pair = word.slice(i, i + 2);
    if (this.pairs.has(pair)) return pair;
    return String.fromCodePoint(word.codePointAt(i) ?? 0);
  }

  /** Handles an option without an attached value, which takes the next word if its arity requires it. */
  private take(name: string, arity: Arity, at: number): void {
    if (arity === "flag" || arity === "optional") return this.use(name, null, at, -1, 0);
    const available = this.next < this.words.length;
    if (arity === "loose" && (!available || this.words[this.next]?.startsWith("-")))
      return this.use(name, null, at, -1, 0);
    if (!available) {
      this.missingValue ??= name;
      return this.use(name, null, at, -1, 0);
    }
    const valueAt = this.next++;
    this.use(name, this.words[valueAt] ?? null, at, valueAt, 0);
  }

  private use(
    name: string,
    value: string | null,
    at: number,
    valueAt: number,
    valueOffset: number,
  ): void {
    this.options.push({ name, value, at, valueAt, valueOffset });
    if (this.ends.has(name)) this.optionsOver = true;
  }
}

function nameOf(word: string, dashes: number): string {
  const equals = word.indexOf("=");
  return word.slice(dashes, equals < 0 ? undefined : equals);
}

/** Sorted long names, for the search by prefix. */
const sortedNames = oncePer(({ long }: Arities): readonly string[] => [...long.keys()].sort());

/**
 * Returns the full long name for a name or a prefix of one; the name itself if there is none, null if there are several. Of two,
 * the shorter is used if the other is a longer form of it (`output`, `output-dir`): versions without the longer one accept the
 * prefix.
 */
function completeName(layout: OptionLayout, name: string): string | null {
  const { arities } = layout;
  if (layout.is("prefixes", "no") || name === "" || arities.long.has(name)) return name;
  const names = sortedNames(arities);
  const at = lowerBound(names.length, (index) => (names[index] ?? "") >= name);
  const [first = name, second, third] = names
    .slice(at, at + 3)
    .filter((full) => full.startsWith(name));
  return second === undefined || (third === undefined && second.startsWith(first)) ? first : null;
}
