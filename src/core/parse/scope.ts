import { Parser, type Tree } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import type { Limit } from "../model.js";
import type { Grammars } from "./grammars.js";

/** Brackets open at once; query captures on deeper trees take time that grows with its square. */
const maximumNesting = 150;
/** Here-document starts in one text; the grammar's scanner slows down with each one open. */
const maximumHereDocuments = 64;

/** Characters that the bash grammar may look ahead over, for each character of a text and to begin with. */
const maximumLookahead = { each: 256, first: 500_000 };

export const deadlineMessage = "the time given for this text ran out";

/** One parser per grammar, made when first needed. */
export class Parsers {
  private readonly parsers = new Map<GrammarName, Parser>();

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

  dispose(): void {
    for (const parser of this.parsers.values()) parser.delete();
    this.parsers.clear();
  }
}

/** The trees of one detection: parsed within bounds, and freed once they were used. This is the only place that frees trees. */
export class ParseScope {
  /** @param deadline in milliseconds since the epoch; `Infinity` for none */
  constructor(
    private readonly parsers: Parsers,
    private readonly deadline: number,
    /** Called with the bound that kept a text from being parsed as a whole. */
    private readonly refused: (limit: Limit["limit"], message: string) => void,
  ) {}

  /** What `use` makes of a tree that lives during the call only; null where a bound was hit. */
  with<T>(language: GrammarName, text: string, use: (tree: Tree) => T): T | null {
    const tree = this.tree(language, text);
    if (tree === null) return null;
    try {
      return use(tree);
    } finally {
      tree.delete();
    }
  }

  private tree(language: GrammarName, text: string): Tree | null {
    if (this.expired()) return null;
    if (nestingOf(text) > maximumNesting) {
      this.refused("depth", `brackets nest deeper than ${String(maximumNesting)} levels`);
      return null;
    }
    if (language === "bash" && countOf(text, "<<") > maximumHereDocuments) {
      this.refused("syntax", `more than ${String(maximumHereDocuments)} here-documents in one script`);
      return null;
    }
    if (language === "bash" && lookaheadOf(text) > maximumLookahead.first + maximumLookahead.each * text.length) {
      this.refused("syntax", "too many operators without a blank between them");
      return null;
    }
    const parser = this.parsers.get(language);
    // a NUL means the end of input to the lexers: they would start over at each one
    const readable = text.includes("\0") ? text.replaceAll("\0", " ") : text;
    const tree = parser.parse(readable, null, this.deadline === Infinity ? undefined : { progressCallback: () => this.expired() });
    if (tree === null) {
      parser.reset();
      this.expired();
    }
    return tree;
  }

  /** True once the deadline has passed; says so to `refused`. */
  expired(): boolean {
    if (this.deadline === Infinity || Date.now() < this.deadline) return false;
    this.refused("deadline", deadlineMessage);
    return true;
  }
}

/** The largest number of brackets open at once, quotes not looked at. */
function nestingOf(text: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x7b || code === 0x5b) {
      if (++open > most) most = open;
    } else if ((code === 0x29 || code === 0x7d || code === 0x5d) && open > 0) {
      open--;
    }
  }
  return most;
}

/** At each of these signs the bash grammar looks ahead to the next blank: what it looks at altogether. */
function lookaheadOf(text: string): number {
  let seen = 0;
  let signs = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) {
      seen += signs * (at - start);
      signs = 0;
      start = at + 1;
    } else if (code === 0x7c || code === 0x29 || code === 0x3c || code === 0x3e) signs++;
  }
  return seen + signs * (text.length - start);
}

function countOf(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) count++;
  return count;
}
