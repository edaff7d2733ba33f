/**
 * Returns an alternative of an expression that can match a text that contains none of the words, or null if each match contains one
 * of them. Only literal characters are compared with the words, not classes, optional parts or negative lookarounds.
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

  /** Reads alternatives. Returns the first that can match without any of the words, or null if there is none. */
  choice(): string | null {
    let without: string | null = null;
    for (;;) {
      const found = this.sequence();
      without ??= found;
      if (this.source[this.at] !== "|") return without;
      this.at++;
    }
  }

  /**
   * Reads one alternative. Returns null if a part of it always contains a word; otherwise the alternative without a word in its
   * longest group, or the whole alternative if it has no groups.
   */
  private sequence(): string | null {
    const start = this.at;
    let hasWord = false;
    let letters = "";
    let longest = { length: 0, without: "" };
    while (this.at < this.source.length && !"|)".includes(this.source.charAt(this.at))) {
      const begin = this.at;
      const isGroup = this.source[begin] === "(";
      const isDenied = DENIED.test(this.source.slice(begin, begin + 4));
      const written = isGroup ? this.take(GROUP_START) : this.take(TOKEN);
      const inner = isGroup ? this.group() : written;
      const occurrences = this.occurrences();
      const letter = !isGroup && occurrences === 1 ? letterOf(written) : null;
      letters = letter === null ? "" : letters + letter;
      hasWord ||= this.words.some((word) => letters.endsWith(word));
      if (!isGroup || isDenied || occurrences === 0) continue;
      if (inner === null) hasWord = true;
      else if (this.at - begin > longest.length)
        longest = { length: this.at - begin, without: inner };
    }
    return hasWord ? null : longest.without || this.source.slice(start, this.at);
  }

  private group(): string | null {
    const without = this.choice();
    this.at++;
    return without;
  }

  /** Reads a quantifier. Returns 0 if the preceding part may be absent, 1 if it occurs once, 2 if it may be repeated. */
  private occurrences(): number {
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

/** Returns the only character that a part of an expression matches, a space for `\s`, or null if it can match several. */
function letterOf(written: string): string | null {
  if (/^(?: |\\s.)/.test(written)) return " ";
  if (/^\\[^\w]$/.test(written)) return written.charAt(1);
  return written.length === 1 && written !== "." && written !== "^" && written !== "$"
    ? written
    : null;
}
