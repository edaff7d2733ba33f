import { oncePer } from "../../once.js";
import type { Span } from "../../model.js";
import { lowerBound, lowerCase } from "../../text-search.js";
import type { TextRange } from "../../lex/lines.js";
import type { Block } from "../../segment/block.js";
import { isProse, lastLeaf, leafAt } from "./blocks.js";
import type { Headings } from "./headings.js";
import type { Language } from "../language/prose-language.js";
import type { Paragraph } from "../sentence/paragraph.js";
import { LruCache } from "../lru-cache.js";
import { proseOf } from "./paragraphs.js";
import { ofTable } from "./tables.js";
import { judge } from "../verdict.js";

/** The name of one of several alternatives: "Option B" has the number 2 and the noun "option". */
interface Designation extends TextRange {
  readonly number: number;
  /** Null if there is only a letter or a number: "b)". */
  readonly noun: string | null;
}

const ROMAN = ["i", "ii", "iii", "iv", "v", "vi"];
/** Maximum number of characters between the start of a name and its command in running text. */
const MAX_INLINE_DISTANCE = 80;
/** Maximum number of characters of a block that are searched for names before a command or before the name that is judged. */
const MAX_DISTANCE_IN_BLOCK = 600;
/** Number of blocks before the block of a command that are searched for its name. */
const BLOCKS_BACK = 6;
/** Maximum number of characters that are read on each side of a name. */
const CONTEXT_LENGTH = 2000;
/**
 * Maximum numbers: of names that are judged for one command, of names that count as commands in one paragraph, of names that are
 * judged in a document, and of titles that are searched for.
 */
const MAX = { command: 64, paragraph: 16, document: 256, titles: 32 } as const;
const MAX_TITLE_LENGTH = 80;
/**
 * Maximum length of a text that is searched for names: finding all names in a longer text in one step could use up the remaining
 * time.
 */
const MAX_TEXT_LENGTH = 256 * 1024;
const CACHE_SIZE = 16;

/**
 * Finds what a text says against its commands where it refers to them by a letter or number ("Option B: X … Never use option B."), or
 * by the title above them.
 */
export class NamedAlternatives {
  private names: readonly Designation[] | null = null;
  private readonly byNumber = new Map<number, Designation[]>();
  private readonly paragraphs = new LruCache<Block, Paragraph>(CACHE_SIZE);
  private readonly evidence = new Map<number, Span | null>();
  private lower: string | null = null;
  private looks = 0;
  private titles = 0;

  constructor(
    private readonly language: Language,
    private readonly text: string,
    private readonly document: Block,
    private readonly headings: Headings,
  ) {}

  /**
   * Returns the words, anywhere in the document, that advise against a match by its name or by the title above it; null if there are
   * none.
   */
  against(match: Span, block: Block): Span | null {
    // a text that is one code block contains no prose about its commands
    if (
      this.text.length > MAX_TEXT_LENGTH ||
      (block.kind === "code" &&
        block.parent === this.document &&
        this.document.children.length === 1)
    )
      return null;
    const own = this.nameOf(match, block);
    let evidence = own === null ? null : this.evidence.get(own.start);
    if (own !== null && evidence === undefined)
      this.evidence.set(own.start, (evidence = this.againstName(own)));
    return evidence ?? this.againstTitle(block);
  }

  /** Returns the words that advise against a match by the title above it, or null: "### Quick way", X, "The quick way is unsafe." */
  private againstTitle(block: Block): Span | null {
    const [heading] = this.headings.above(block);
    return heading === undefined ? null : this.againstWords(heading);
  }

  private readonly againstWords = oncePer((heading: Block): Span | null => {
    const words = this.text.slice(
      heading.start,
      Math.min(heading.end, heading.start + MAX_TITLE_LENGTH),
    );
    const title = this.language.exec("title", words)?.groups?.["title"];
    return title === undefined || ++this.titles > MAX.titles
      ? null
      : this.againstPhrase(lowerCase(title), heading);
  });

  private againstPhrase(title: string, heading: Block): Span | null {
    this.lower ??= lowerCase(this.text);
    let at = this.lower.indexOf(title);
    for (
      let looks = 0;
      at >= 0 && looks < MAX.command;
      looks++, at = this.lower.indexOf(title, at + title.length)
    ) {
      const end = at + title.length;
      if (
        (heading.start <= at && at < heading.end) ||
        this.language.test("letter-or-digit", this.lower.charAt(at - 1) + this.lower.charAt(end))
      )
        continue;
      const evidence = this.againstAt({ start: at, end });
      if (evidence !== null) return evidence;
    }
    return null;
  }

  private readNames(): readonly Designation[] {
    const names = namesIn(this.language, this.text);
    for (const name of names) {
      const same = this.byNumber.get(name.number);
      if (same === undefined) this.byNumber.set(name.number, [name]);
      else if (same.length < MAX.command) same.push(name);
    }
    return names;
  }

  private againstName(own: Designation): Span | null {
    this.names ??= this.readNames();
    for (const name of this.byNumber.get(own.number) ?? []) {
      const isOther = name.noun !== null && own.noun !== null && name.noun !== own.noun;
      if (isOther || (name.start < own.end && own.start < name.end)) continue;
      if (++this.looks > MAX.document) return null;
      const evidence = this.againstAt(name);
      if (evidence !== null) return evidence;
    }
    return null;
  }

  /** Returns the words against a name in its sentence or row, or null. */
  private againstAt(name: TextRange): Span | null {
    const leaf = leafAt(this.document, name.start);
    if (!isProse(leaf)) return null;
    const isShort = leaf.end - leaf.start <= CONTEXT_LENGTH;
    const paragraph = isShort
      ? this.paragraphs.get(leaf, () => this.read(leaf, name))
      : this.read(leaf, name);
    paragraph.reveal([name.start, name.end]);
    const against = paragraph.against([name.start, name.end]);
    if (against !== null || leaf.kind !== "cell") return against;
    const { side, evidence } = judge(
      ofTable(this.language, this.text, leaf, (cell) =>
        this.read(cell, { start: cell.start, end: cell.start }),
      ),
    );
    return side === "against" ? evidence : null;
  }

  /** Returns the prose around a name, in which names count as commands. */
  private read(leaf: Block, { start, end }: TextRange): Paragraph {
    const span: Span = [
      Math.max(leaf.start, start - CONTEXT_LENGTH),
      Math.min(leaf.end, end + CONTEXT_LENGTH),
    ];
    const paragraph = proseOf(this.language, this.text, leaf, span);
    const names = this.names ?? [];
    const first = lowerBound(
      names.length,
      (index) => (names[index]?.start ?? 0) >= Math.max(span[0], start - MAX_DISTANCE_IN_BLOCK),
    );
    paragraph.reveal(
      ...names
        .slice(first, first + MAX.paragraph)
        .filter((name) => name.end <= span[1])
        .map((name): Span => [name.start, name.end]),
    );
    return paragraph;
  }

  /**
   * Returns the name of a match, which is in its own block, at the start of its item or row, in its introduction, or in a heading; or
   * null.
   */
  private nameOf(match: Span, block: Block): Designation | null {
    let name = this.nameWithin(match, block);
    for (
      let ancestor: Block | null = block;
      name === null && ancestor !== null && ancestor.parent !== null;
      ancestor = ancestor.parent
    ) {
      if (ancestor.kind === "item") name = this.nameOfItem(ancestor);
      else if (ancestor.kind === "row") name = this.leadAt(ancestor.start, ancestor.end);
      else if (ancestor.kind !== "cell")
        name = this.nameBefore(ancestor) ?? this.nameInHeading(ancestor);
    }
    return name;
  }

  private nameInHeading(block: Block): Designation | null {
    for (const heading of this.headings.above(block)) {
      const name = this.leadAt(heading.start, heading.end);
      if (name !== null) return name;
    }
    return null;
  }

  /** Returns the name that begins an item's words, or else its mark. */
  private nameOfItem(item: Block): Designation | null {
    const first = item.children[0];
    return (
      (first === undefined ? null : this.leadAt(first.start, first.end)) ??
      this.leadAt(item.start, item.end)
    );
  }

  /** Returns the name before a block, "Option B:" or "**B – one-liner**", perhaps with an explanation between the two; or null. */
  private nameBefore(block: Block): Designation | null {
    const siblings = block.parent?.children ?? [];
    for (let at = block.index - 1; at >= Math.max(0, block.index - BLOCKS_BACK); at--) {
      const before = siblings[at];
      if (before === undefined || before.kind === "heading" || before.kind === "rule") return null;
      if (before.kind === "list" && at === block.index - 1)
        return this.nameOfItem(lastLeaf(before).parent ?? before);
      if (before.kind !== "paragraph" && before.kind !== "html") continue;
      const name = this.lastLead(before.start, before.end);
      // "Option A: `apt install acme`." does not introduce a block
      if (name !== null) return before.inlineCode.some(([start]) => start > name.end) ? null : name;
    }
    return null;
  }

  /** Returns the name at the beginning of the line of a match or of a line above it, or directly before it in running text. */
  private nameWithin([start]: Span, block: Block): Designation | null {
    const from = Math.max(block.start, start - MAX_INLINE_DISTANCE);
    const before = isProse(block)
      ? namesIn(this.language, this.text.slice(from, start)).pop()
      : undefined;
    const isFar =
      before !== undefined &&
      this.language.test("stop-or-line", this.text.slice(from + before.end, start));
    if (before === undefined || isFar) return this.lastLead(block.start, start);
    return { ...before, start: from + before.start, end: from + before.end };
  }

  /** Returns the name at the beginning of the last line that begins with a name, or null. */
  private lastLead(start: number, end: number): Designation | null {
    const from = Math.max(start, end - MAX_DISTANCE_IN_BLOCK);
    // a line may be very long: only this part is searched
    const before = this.text.slice(from, end);
    for (
      let feed = before.lastIndexOf("\n");
      ;
      feed = feed > 0 ? before.lastIndexOf("\n", feed - 1) : -1
    ) {
      const isLine = feed >= 0 || from === start;
      const name = isLine ? this.leadAt(from + feed + 1, end) : null;
      if (name !== null || feed < 0) return name;
    }
  }

  /** Returns the name at the beginning of a line if it and the punctuation after it end at most one character after `limit`, else null. */
  private leadAt(start: number, limit: number): Designation | null {
    const lead = this.language.exec("leading-name", this.text, start);
    const end = start + (lead?.[0].length ?? 0);
    if (lead === null || end > limit + 1) return null;
    return designation(this.language, lead.groups, "", {
      start,
      end: end - (lead.groups?.["rest"]?.length ?? 0),
    });
  }
}

/** Returns all names of commands in running text, in order. */
function namesIn(language: Language, text: string): Designation[] {
  const names = language.all("named-alternative", text).map(({ index: start, 0: words, groups }) =>
    designation(language, groups, words.replace(language.expression("parentheses"), ""), {
      start,
      end: start + words.length,
    }),
  );
  const isUsed = new Set(names.map(({ end }) => end));
  for (const { index, 0: letter } of language.all("letter-name", text))
    if (!isUsed.has(index + 1) && !isUsed.has(index + 2))
      names.push({ number: numberOf(language, letter), noun: null, start: index, end: index + 1 });
  return names.sort((a, b) => a.start - b.start);
}

/** Returns the name from the groups of a shape; `words` is the number if no group contains one. */
function designation(
  language: Language,
  groups: RegExpExecArray["groups"],
  words: string,
  { start, end }: TextRange,
): Designation {
  const { noun, counted, number, ordinal, digit, sign, bare } = groups ?? {};
  const counts = number ?? ordinal ?? digit ?? sign ?? bare ?? words;
  return {
    number: numberOf(language, counts),
    noun: (noun ?? counted)?.toLowerCase() ?? null,
    start,
    end,
  };
}

/** Returns the number that a word means: 2 for "2", "b", "two" and "second". */
function numberOf(language: Language, word: string): number {
  const lower = word.toLowerCase();
  const counted =
    Math.max(
      ...[language.list("numerals"), language.list("ordinals"), ROMAN].map((words) =>
        words.indexOf(lower),
      ),
    ) + 1;
  if (counted > 0) return counted;
  return lower.length === 1 && lower >= "a" && lower <= "h"
    ? lower.charCodeAt(0) - 96
    : parseInt(lower, 10);
}
