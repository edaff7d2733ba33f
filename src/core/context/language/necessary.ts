/**
 * Words of which one stands in every text that an expression matches, so that most expressions, long as they are, need not be
 * compiled for most texts. Null where nothing is necessary. `ofReference` tells the same of what the expression names in braces.
 */
export function necessaryWords(source: string, ofReference: (names: string) => readonly string[] | null): readonly string[] | null {
  return new Reader(source, ofReference).choice();
}

/**
 * Reads an expression without its meaning: what stands in a class, what is looked for around a match and what may be left out is passed
 * over.
 */
class Reader {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly ofReference: (names: string) => readonly string[] | null,
  ) {}

  /** One of several sequences: what is necessary for each. */
  choice(): readonly string[] | null {
    const words = new Set<string>();
    let all = true;
    for (;;) {
      const each = this.sequence();
      all &&= each !== null;
      for (const word of each ?? []) words.add(word);
      if (this.source[this.at] !== "|") return all ? [...words] : null;
      this.at++;
    }
  }

  /** The rarest of what each of its parts needs. */
  private sequence(): readonly string[] | null {
    let rarest: readonly string[] | null = null;
    let word = "";
    const offer = (words: readonly string[] | null): void => {
      if (words !== null && (rarest === null || frequency(words) < frequency(rarest))) rarest = words;
    };
    const close = (): void => {
      if (word !== "") offer([word]);
      word = "";
    };
    while (this.at < this.source.length && !"|)".includes(this.source.charAt(this.at))) {
      const literal = this.literal();
      const inner = literal === null ? this.part() : null;
      const least = this.least();
      if (literal !== null && least === 1) word += literal;
      else {
        close();
        if (least > 0) offer(literal === null ? inner : [literal]);
      }
    }
    close();
    return rarest;
  }

  /** A letter or sign that stands for itself. */
  private literal(): string | null {
    const char = this.source.charAt(this.at);
    const next = this.source.charAt(this.at + 1);
    const sign = char === "\\" ? SIGNS[next] : isPlain(char) ? char : undefined;
    if (sign === undefined) return null;
    this.at += char === "\\" ? 2 : 1;
    return sign;
  }

  /** A group, a class, or anything else of one character. */
  private part(): readonly string[] | null {
    const char = this.source.charAt(this.at);
    if (char === "(") return this.group();
    if (char === "{") {
      const end = this.source.indexOf("}", this.at);
      const names = this.source.slice(this.at + 1, end);
      this.at = end + 1;
      return this.ofReference(names);
    }
    if (char === "[") this.skipClass();
    else this.at += char === "\\" ? escapeLength(this.source, this.at) : 1;
    return null;
  }

  private group(): readonly string[] | null {
    const looksAround = LOOKS_AROUND.find((opening) => this.source.startsWith(opening, this.at));
    const named = !looksAround && this.source.startsWith("(?<", this.at) ? this.source.indexOf(">", this.at) + 1 - this.at : 0;
    this.at += looksAround?.length ?? (named || (this.source.startsWith("(?:", this.at) ? 3 : 1));
    const inner = this.choice();
    this.at++;
    return looksAround === undefined || looksAround === "(?=" ? inner : null;
  }

  private skipClass(): void {
    while (this.source[this.at] !== "]") this.at += this.source[this.at] === "\\" ? 2 : 1;
    this.at++;
  }

  /** How often the part before must stand: 1 where nothing is said, and otherwise 0 or more than once. */
  private least(): number {
    const char = this.source.charAt(this.at);
    let least = 1;
    if (char === "{" && isDigit(this.source.charAt(this.at + 1))) {
      least = parseInt(this.source.slice(this.at + 1), 10) > 0 ? 2 : 0;
      this.at = this.source.indexOf("}", this.at) + 1;
    } else if ("?*+".includes(char) && char !== "") {
      least = char === "+" ? 2 : 0;
      this.at++;
    } else return 1;
    if (this.source[this.at] === "?") this.at++;
    return least;
  }
}

/** Escapes of signs that hardly any text holds, or not in one line. */
const SIGNS: Readonly<Record<string, string>> = { "?": "?", n: "\n" };
const LOOKS_AROUND = ["(?=", "(?!", "(?<=", "(?<!"] as const;

/** A small letter, or what a mask is filled with. */
function isPlain(char: string): boolean {
  return (char >= "a" && char <= "z") || (char >= "\uE000" && char <= "\uE002");
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9";
}

/** `\p{L}`, `\u2029`, `\s`. */
function escapeLength(source: string, at: number): number {
  const char = source.charAt(at + 1);
  if (char === "p" || char === "P" || char === "k") return source.indexOf(char === "k" ? ">" : "}", at) + 1 - at;
  return char === "u" ? 6 : 2;
}

/** How often some of these are to be expected, roughly: short words stand in others. */
function frequency(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (word === "?" ? 0.01 : 1 / word.length ** 4), 0);
}
