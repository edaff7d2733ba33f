/**
 * An alternative of an expression that may match a text without any of some words; null where each match holds one. What an
 * expression says beyond letters (classes, what may be left out, what must not stand around it) counts as no word.
 */
export function alternativeWithout(words: readonly string[], source: string): string | null {
  return new Reader(source, words).choice();
}

const DENIED = /^\(\?<?!/;
const GROUP_START = /^\((?:\?:|\?<\w+>|\?<?[=!])?/;
const TOKEN =
  /^(?:\\s(?:[+]|\{1,\d+\})| |\\[pP]\{[^}]*\}|\\k<\w+>|\\u[\dA-Fa-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|[^])/;
const QUANTIFIER = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/;

/** Reads an expression from left to right, each alternative on its own. */
class Reader {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly words: readonly string[],
  ) {}

  /** The first of some alternatives that holds none of the words. */
  choice(): string | null {
    let without: string | null = null;
    for (;;) {
      const found = this.sequence();
      without ??= found;
      if (this.source[this.at] !== "|") return without;
      this.at++;
    }
  }

  /** Null where one of the parts that follow each other always holds a word; else it, or the alternative in its longest group. */
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

  /** How often the preceding part occurs at least; 2 where it may occur more than once. */
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

/** What a part of an expression stands for where it stands for one letter, sign or blank; null where it may be several. */
function letterOf(written: string): string | null {
  if (/^(?: |\\s.)/.test(written)) return " ";
  if (/^\\[^\w]$/.test(written)) return written.charAt(1);
  return written.length === 1 && written !== "." && written !== "^" && written !== "$"
    ? written
    : null;
}
