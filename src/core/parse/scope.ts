import { Parser, type Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import type { Limit } from "../model.js";
import { eachMatch } from "../scan.js";
import type { Grammars } from "./grammars.js";
import { afterTrap, isTrap, memoryInUse } from "./runtime.js";

/** Brackets open at once; query captures on deeper trees take time that grows with its square. */
const maximumNesting = 150;
/**
 * Two dots that are neither three nor a path: outside of strings, what Python's grammar takes to recover from its
 * errors, in one step that nothing can stop, is memory that grows with the square of their number.
 */
const twoDots = /(?<!\.)\.\.(?![./])/g;
const maximumTwoDots = 400;
/**
 * Pieces of a text that a parser may ask for, to begin with and for each character. It asks for one in 1,000 characters of
 * ordinary code, and for one a character where a grammar looks ahead from each sign, or at each open here-document.
 */
const maximumPieces = { first: 100, each: 1 / 64 };
/**
 * Reports of progress that a parser may make, to begin with and for each character: one stands for 100 of its steps. It makes
 * one in 70 to 300 characters of ordinary code.
 */
const maximumReports = { first: 400, each: 0.1 };
/** Milliseconds after which a parse ends all the same: far more than its steps take on a slow machine. */
const maximumTime = { first: 2000, each: 0.1 };
/**
 * A parse that asks for more memory goes on while the runtime has at most so many bytes: `first` in any case,
 * and where it has them already, `each` more for a character, up to `last`. It gives none back.
 */
const maximumMemory = { first: 100_663_296, each: 256, last: 201_326_592 };
/** Shorter texts cannot take long: nobody asks for the time. */
const longEnoughToTake = 1000;
/** So many steps are taken before the time is looked at. */
const stepsUntimed = 256;

const lostMessage = "the grammar cannot parse it within its limits";
export const deadlineMessage = "the time limit for this text was reached";

/** Ends what reads a tree where the time is up. */
class TimeSpent extends Error {}

/** One parser per grammar, made when first needed. */
export class Parsers {
  private readonly parsers = new Map<GrammarName, Parser>();
  /** Parsers that a trap stopped at work: kept, since freeing them would free what they had half freed. */
  private readonly lost: Parser[] = [];

  constructor(private readonly grammars: Grammars) {}

  get(language: GrammarName): Parser {
    let parser = this.parsers.get(language);
    if (parser === undefined) {
      parser = new Parser();
      parser.setLanguage(this.grammars[language]);
      this.parsers.set(language, parser);
    }
    return parser;
  }

  /** The next one that is asked for is new. */
  lose(language: GrammarName): void {
    const parser = this.parsers.get(language);
    if (parser !== undefined) this.lost.push(parser);
    this.parsers.delete(language);
  }

  dispose(): void {
    for (const parser of this.parsers.values()) parser.delete();
    this.parsers.clear();
  }
}

/** The trees of one detection: parsed within bounds, and freed once they were used. This is the only place that frees trees. */
export class ParseScope {
  private steps = 0;

  /** @param deadline in milliseconds since the epoch; `Infinity` for none */
  constructor(
    private readonly parsers: Parsers,
    private readonly deadline: number,
    /** Called with the bound that kept a text from being parsed as a whole. */
    private readonly refused: (limit: Limit["limit"], message: string) => void,
  ) {}

  /**
   * What `use` makes of a tree that lives during the call only; null if a bound was hit. It may call `pause` at each of many
   * steps: where the time is up, that ends it.
   */
  with<T>(
    language: GrammarName,
    text: string,
    use: (tree: Tree, pause: () => void) => T,
  ): T | null {
    const tree = this.tree(language, text);
    if (tree === null) return null;
    try {
      return use(tree, () => {
        this.pause();
      });
    } catch (error) {
      if (error instanceof TimeSpent) return null;
      throw error;
    } finally {
      tree.delete();
    }
  }

  private pause(): void {
    if (++this.steps % stepsUntimed === 0 && this.expired()) throw new TimeSpent();
  }

  private tree(language: GrammarName, text: string): Tree | null {
    if (this.expired()) return null;
    // a script that cannot be parsed as a whole is read statement by statement, which says what it could not read
    const isKnown = language === "powershell";
    if (nestingOf(text) > maximumNesting) {
      if (!isKnown)
        this.refused("depth", `brackets are nested deeper than ${String(maximumNesting)} levels`);
      return null;
    }
    if (language === "python" && holdsMore(text, twoDots, maximumTwoDots)) {
      this.refused("syntax", lostMessage);
      return null;
    }
    // a NUL means the end of input to the lexers: they would start over at each one
    const readable = text.includes("\0") ? text.replaceAll("\0", " ") : text;
    const effort = new Effort(readable);
    const tree = this.parsed(language, readable, effort);
    if (effort.tooMuch && !isKnown && !this.expired()) this.refused("syntax", lostMessage);
    if (!effort.tooMuch) {
      effort.done();
      return tree;
    }
    tree?.delete();
    return null;
  }

  private parsed(language: GrammarName, text: string, effort: Effort): Tree | null {
    const watched = this.deadline !== Infinity || text.length > longEnoughToTake;
    try {
      const parser = this.parsers.get(language);
      const tree = parser.parse(
        effort.reader(),
        null,
        watched ? { progressCallback: () => effort.tooLong() || this.expired() } : undefined,
      );
      if (tree === null) parser.reset();
      return tree;
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.parsers.lose(language);
      afterTrap();
      effort.tooMuch = true;
      return null;
    }
  }

  /** True once the deadline has passed; says so to `refused`. */
  expired(): boolean {
    if (this.deadline === Infinity || Date.now() < this.deadline) return false;
    this.refused("deadline", deadlineMessage);
    return true;
  }
}

function holdsMore(text: string, pattern: RegExp, most: number): boolean {
  let left = most;
  for (const _ of eachMatch(text, pattern)) if (--left < 0) return true;
  return false;
}

/** At most six characters before the `[` of a terminal's control sequence: scripts write many of them, and none is closed. */
const escapeCharacter = /(?:\\e|\\0?33|\\x1b|\\u001b|\x1b)$/i;

/** The largest number of brackets open at once, quotes not looked at. */
function nestingOf(text: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x7b || code === 0x5b) {
      if (code === 0x5b && escapeCharacter.test(text.slice(Math.max(0, at - 6), at))) continue;
      if (++open > most) most = open;
    } else if ((code === 0x29 || code === 0x7d || code === 0x5d) && open > 0) {
      open--;
    }
  }
  return most;
}

/** What parsing one text costs. Grammars take time that grows with the square of some texts. */
class Effort {
  tooMuch = false;
  private left: number;
  private reports: number;
  private readonly end: number;
  private readonly mostMemory: number;

  constructor(private readonly text: string) {
    this.left = maximumPieces.first + maximumPieces.each * text.length;
    this.reports = maximumReports.first + maximumReports.each * text.length;
    this.end = Date.now() + maximumTime.first + maximumTime.each * text.length;
    const used = memoryInUse();
    const { first, each, last } = maximumMemory;
    this.mostMemory = Math.max(first, used, Math.min(used + each * text.length, last));
  }

  /**
   * Gives the lexer what stands from a place on; nothing once it has asked too often. A tree keeps this function, and may be kept
   * by the runtime's finalizers for a while: it holds the text and this object, nothing else.
   */
  reader(): (index: number) => string | undefined {
    return (index) => {
      if (--this.left < 0) this.tooMuch = true;
      return this.tooMuch ? undefined : this.text.slice(index);
    };
  }

  /** From now on only the texts of nodes are asked for. */
  done(): void {
    this.left = Infinity;
  }

  tooLong(): boolean {
    this.tooMuch ||= --this.reports < 0 || Date.now() > this.end || memoryInUse() > this.mostMemory;
    return this.tooMuch;
  }
}
