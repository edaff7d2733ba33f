import { Parser, type Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import type { Limit } from "../model.js";
import { eachMatch } from "../scan.js";
import type { Grammars } from "./grammars.js";
import { afterTrap, isTrap, memoryInUse } from "./runtime.js";

/** Maximum number of nested brackets: query captures on deeper trees take quadratic time. */
const MAX_NESTING = 150;
/**
 * Matches two dots that are neither part of three dots nor of a path. Outside strings they are an error, from which Python's
 * grammar recovers in one step that cannot be stopped, with memory that grows with the square of their number.
 */
const TWO_DOTS = /(?<!\.)\.\.(?![./])/g;
const MAX_TWO_DOTS = 400;
/**
 * Maximum number of chunks of a text that a parser may request: `first`, plus `each` for each character. A parser requests one chunk
 * in 1,000 characters of ordinary code, but one for each character if its grammar looks ahead from each character, or has many open
 * here-documents.
 */
const MAX_CHUNKS = { first: 100, each: 1 / 64 };
/**
 * Maximum number of progress reports of a parser: `first`, plus `each` for each character. A parser reports progress every 100
 * steps, which is once in 70 to 300 characters of ordinary code.
 */
const MAX_REPORTS = { first: 400, each: 0.1 };
/** Maximum time of a parse in milliseconds: `first`, plus `each` for each character. It is far more than a slow machine needs. */
const MAX_TIME = { first: 2000, each: 0.1 };
/**
 * Maximum memory of the runtime during a parse, in bytes. A parse may always use `first`, and may add `each` for each character to the
 * memory in use, up to `last`. The runtime never releases memory.
 */
const MAX_MEMORY = { first: 100_663_296, each: 256, last: 201_326_592 };
/** Length in UTF-16 code units up to which the time of a parse is not checked unless there is a time limit. */
const MIN_TIMED_LENGTH = 1000;
/** The number of steps between two checks of the time. */
const STEPS_BETWEEN_CHECKS = 256;

const LOST_MESSAGE = "the grammar cannot parse it within its limits";

/** Thrown to stop reading a tree when the time is over. */
class TimeSpent extends Error {}

/** One parser per grammar, created when first needed. */
export class Parsers {
  private readonly parsers = new Map<GrammarName, Parser>();
  /** Parsers that a trap interrupted. They are never freed, since a part of their memory may already be freed. */
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

  /** Discards a parser that a trap interrupted; the next call of `get` creates another one. */
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

/** The limits of one detection that apply to parsing. */
export interface ParseLimits {
  /** Whether there is a time limit. */
  readonly isTimed: boolean;
  /** Whether the time limit has passed; if so, records the limit. */
  expired(): boolean;
  /** Called with the limit that prevented a text from being parsed as a whole. */
  refused(limit: Limit["limit"], message: string): void;
}

/** Parses the texts of one detection within limits, and frees each tree after use. */
export class ParseScope {
  private steps = 0;

  constructor(
    private readonly parsers: Parsers,
    private readonly limits: ParseLimits,
  ) {}

  /**
   * Calls `use` with a tree that exists only during the call, and returns the result; null if a limit was hit. `use` calls `pause`
   * at each step of its work, which throws when the time limit has passed.
   * @param isRead true if no limit is recorded for a text that cannot be parsed as a whole: PowerShell is then read statement by
   *   statement, and limits are recorded for the statements
   */
  with<T>(
    language: GrammarName,
    text: string,
    use: (tree: Tree, pause: () => void) => T,
    isRead = language === "powershell",
  ): T | null {
    const tree = this.tree(language, text, isRead);
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
    if (++this.steps % STEPS_BETWEEN_CHECKS === 0 && this.limits.expired()) throw new TimeSpent();
  }

  private tree(language: GrammarName, text: string, isRead: boolean): Tree | null {
    const { limits } = this;
    if (limits.expired()) return null;
    if (nestingOf(text) > MAX_NESTING) {
      if (!isRead)
        limits.refused("depth", `brackets are nested deeper than ${String(MAX_NESTING)} levels`);
      return null;
    }
    if (language === "python" && occursMoreThan(text, TWO_DOTS, MAX_TWO_DOTS)) {
      limits.refused("syntax", LOST_MESSAGE);
      return null;
    }
    // the lexers read a NUL as the end of the input, and would start again after each one
    const readable = text.includes("\0") ? text.replaceAll("\0", " ") : text;
    const effort = new Effort(readable);
    const tree = this.parsed(language, readable, effort);
    if (effort.tooMuch && !isRead && !limits.expired()) limits.refused("syntax", LOST_MESSAGE);
    if (!effort.tooMuch) {
      effort.done();
      return tree;
    }
    tree?.delete();
    return null;
  }

  private parsed(language: GrammarName, text: string, effort: Effort): Tree | null {
    const { limits } = this;
    const watched = limits.isTimed || text.length > MIN_TIMED_LENGTH;
    try {
      const parser = this.parsers.get(language);
      const tree = parser.parse(
        effort.reader(),
        null,
        watched ? { progressCallback: () => effort.tooLong() || limits.expired() } : undefined,
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
}

function occursMoreThan(text: string, pattern: RegExp, max: number): boolean {
  let left = max;
  for (const _ of eachMatch(text, pattern)) if (--left < 0) return true;
  return false;
}

/** Matches an escape character, as it is written before the `[` of a terminal's control sequence, which has no closing bracket. */
const ESCAPE_CHARACTER = /(?:\\e|\\0?33|\\x1b|\\u001b|\x1b|`e|\$esc|\$\{esc\})$/i;

/** Returns the largest number of brackets open at once, ignoring quotes. */
function nestingOf(text: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x7b || code === 0x5b) {
      if (code === 0x5b && ESCAPE_CHARACTER.test(text.slice(Math.max(0, at - 7), at))) continue;
      if (++open > most) most = open;
    } else if ((code === 0x29 || code === 0x7d || code === 0x5d) && open > 0) {
      open--;
    }
  }
  return most;
}

/** The work of parsing one text, which is limited because grammars take quadratic time for some texts. */
class Effort {
  tooMuch = false;
  private left: number;
  private reports: number;
  private readonly end: number;
  private readonly maxMemory: number;

  constructor(private readonly text: string) {
    this.left = MAX_CHUNKS.first + MAX_CHUNKS.each * text.length;
    this.reports = MAX_REPORTS.first + MAX_REPORTS.each * text.length;
    this.end = Date.now() + MAX_TIME.first + MAX_TIME.each * text.length;
    const used = memoryInUse();
    const { first, each, last } = MAX_MEMORY;
    this.maxMemory = Math.max(first, used, Math.min(used + each * text.length, last));
  }

  /**
   * Returns the function that passes chunks of the text to the lexer, and nothing after too many requests. A tree references this
   * function, and the runtime's finalizers may keep the tree for a while, so the function references only the text and this object.
   */
  reader(): (index: number) => string | undefined {
    return (index) => {
      if (--this.left < 0) this.tooMuch = true;
      return this.tooMuch ? undefined : this.text.slice(index);
    };
  }

  /** Ends the limit on chunks after parsing, when only the texts of nodes are requested. */
  done(): void {
    this.left = Infinity;
  }

  tooLong(): boolean {
    this.tooMuch ||= --this.reports < 0 || Date.now() > this.end || memoryInUse() > this.maxMemory;
    return this.tooMuch;
  }
}
