import { oncePer } from "../once.js";
import { lowerBound } from "../text-search.js";

/** How an option takes a value. */
export type Arity =
  | "flag" // it takes no value
  | "value" // the value is attached, or is the next word
  | "optional" // it has a value only if the value is attached (`-Wfoo`, `--opt=foo`)
  | "separate" // the value is the next word; letters after the option are further options (`bash -oeu pipefail`)
  | "loose"; // the value is the next word, unless that looks like an option (`node -p CODE`, `node -p -e CODE`)

/** The arities of the options in a layout, by their names without a dash or plus. */
export interface Arities {
  /** Options of one letter, or of a pair of letters. */
  readonly short: ReadonlyMap<string, Arity>;
  readonly long: ReadonlyMap<string, Arity>;
  /** Letters after a plus sign (`bash +x`, `+O extglob`); the name of such an option in the result has the sign (`+x`). */
  readonly plus: ReadonlyMap<string, Arity>;
  /** Whether long names may follow one dash (`bash -norc`). */
  readonly singleDashLong: boolean;
}

export interface OptionUse {
  /** The letter, the pair of letters, or the full long name, without dashes but with a plus sign (`+x`). */
  readonly name: string;
  /** The text of the value; null if there is none, if it is missing, or if it is not statically known. */
  readonly value: string | null;
  /** Index of the word with the option. */
  readonly at: number;
  /** Index of the word with the value, which is `at` if the value is attached; -1 if there is none. */
  readonly valueAt: number;
  /** Offset of the value in that word: 2 for `-of`, 9 for `--output=f`, 0 if the value is a separate word. */
  readonly valueOffset: number;
}

export interface CommandLine {
  readonly options: readonly OptionUse[];
  /** Indexes of the operand words. */
  readonly operands: readonly number[];
  /** The name of an option whose required value is missing; null if there is none. */
  readonly missingValue: string | null;
  /** A word that abbreviates several long names, which the tool rejects; null if there is none. */
  readonly ambiguous: string | null;
  /** Index of the word `--`; -1 if there is none. */
  readonly terminator: number;
}

/** The part of a layout that is required to read options. */
export interface OptionLayout {
  readonly arities: Arities;
  /** The options that a setting lists, without their dashes. */
  options(setting: "pairs" | "ends"): ReadonlySet<string>;
  is(setting: "dashEnds" | "clusters" | "stopAtOperand" | "prefixes", value?: string): boolean;
}

/** The words of a command line; null represents a word whose text is not statically known. */
export type Words = readonly (string | null)[];

/**
 * Reads the words from index `from` on, which are those after the command's name. Options that are not in the layout count as
 * flags; a word of unknown text counts as an operand unless it is an option's value. Time is linear in the length of the words.
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
  /** Pairs of letters that are one option each. */
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

  /** Returns the option at an index of a word: a listed pair of letters, or else one character (which may be a surrogate pair). */
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

/** Returns the sorted long names, for the search by prefix. */
const sortedNames = oncePer(({ long }: Arities): readonly string[] => [...long.keys()].sort());

/**
 * Returns the long name that a name abbreviates; the name itself if there is none, null if there are several. If there are two and
 * one begins with the other (`output`, `output-dir`), returns the shorter one: older versions of the tool have only that one.
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
