/**
 * Returns an alternative of an expression that may match a text without any of some words; null if each match contains one. Parts
 * other than letters (classes, optional parts, negative lookarounds) do not count as words.
 */
export function alternativeWithout(words: readonly string[], source: string): string | null {
  return new Reader(source, words).choice();
}

const DENIED = /^\(\?<?!/;
const GROUP_START = /^\((?:\?:|\?<\w+>|\?<?[=!])?/;
const TOKEN =
  /^(?:\\s(?:[+]|\{1,\d+\})| |\\[pP]\{[^}]*\}|\\k<\w+>|\\u[\dA-Fa-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|[^])/;
const QUANTIFIER = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/;

/** Reads an expression from left to right, each alternative separately. */
class Reader {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly words: readonly string[],
  ) {}

  /** Returns the first of some alternatives that contains none of the words. */
  choice(): string | null {
    let without: string | null = null;
    for (;;) {
      const found = this.sequence();
      without ??= found;
      if (this.source[this.at] !== "|") return without;
      this.at++;
    }
  }

  /** Returns null if one of several consecutive parts always contains a word; else the parts, or the alternative in the longest group. */
  private sequence(): string | null {
    const start = this.at;
    let holds = false;
    let letters = "";
    let longest = { length: 0, without: "" };
    while (this.at < this.source.length && !"|)".includes(this.source.charAt(this.at))) {
      const begin = this.at;
      const isGroup = this.source[begin] === "(";
      const isDenied = DENIED.test(this.source.slice(begin, begin + 4));
      const written = isGroup ? this.take(GROUP_START) : this.take(TOKEN);
      const inner = isGroup ? this.group() : written;
      const counts = this.least();
      const letter = !isGroup && counts === 1 ? letterOf(written) : null;
      letters = letter === null ? "" : letters + letter;
      holds ||= this.words.some((word) => letters.endsWith(word));
      if (!isGroup || isDenied || counts === 0) continue;
      if (inner === null) holds = true;
      else if (this.at - begin > longest.length)
        longest = { length: this.at - begin, without: inner };
    }
    return holds ? null : longest.without || this.source.slice(start, this.at);
  }

  private group(): string | null {
    const without = this.choice();
    this.at++;
    return without;
  }

  /** Returns the least number of occurrences of the preceding part; 2 if it may occur more than once. */
  private least(): number {
    const written = this.take(QUANTIFIER);
    if (written === "") return 1;
    if (written.startsWith("{")) return parseInt(written.slice(1), 10) === 0 ? 0 : 2;
    return written.startsWith("+") ? 2 : 0;
  }

  private take(pattern: RegExp): string {
    const taken = pattern.exec(this.source.slice(this.at))?.[0] ?? "";
    this.at += taken.length;
    return taken;
  }
}

/** Returns the letter, other character or blank that a part of an expression matches; null if it may match several. */
function letterOf(written: string): string | null {
  if (/^(?: |\\s.)/.test(written)) return " ";
  if (/^\\[^\w]$/.test(written)) return written.charAt(1);
  return written.length === 1 && written !== "." && written !== "^" && written !== "$"
    ? written
    : null;
}
