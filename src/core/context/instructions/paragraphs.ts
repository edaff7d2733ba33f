import type { Span } from "../../model.js";
import { once, oncePer } from "../../once.js";
import { insideAny, lowerBound } from "../../text-search.js";
import { escaped } from "../../scan.js";
import { holdsListing } from "../../segment/independent-parts.js";
import { fencesOf } from "../../segment/markdown/fences.js";
import { group, shape, type Shape } from "../language/spoken.js";
import { byLine, FirstLook } from "./first-look.js";
import { flatText, linkTargets } from "./flat-text.js";

/** Marks that a flat text leaves out, which may stand between the letters of a word. A small limit takes long to compile. */
const MARKS = "[*~_[\\]]*";
/** The same, blanks and elements, between the words of a phrase. */
const GAP = "(?:[^a-z\\d<]|<[^<>\\n]{0,200}>){1,12}";

const BLANK_LINE = /\n[ \t\r]{0,8}\n/g;
/** The end of a heading, and the beginning of a line that may begin another block. */
const BLOCK = /((?:^|\n) {0,3}#[^\n]{0,500}\n)|\n[ \t>]{0,20}(?=[-*+#|=~`<]|\d{1,9}[.)])/g;
/** What no sentence goes across. */
const BREAK = "\uE00F";
const BEFORE_LINE = /^(\uE00F?)[ \t>|+*-]+/gm;
const CODE_ELEMENT = /<(?:pre|script|style|textarea)\b/i;
/** A paragraph of whole sentences, which no script without marks goes on with. */
const SENTENCES =
  /^(?:[ \t\r]{0,8}\n){0,4} {0,3}(?:[-*+] {1,3})?[A-Z][a-z]{0,20} [^|<>{}$=]{0,2000}[a-z)][.!?]\s{0,8}$/;

/** What may give an address: one, or a link. */
const LINK = /(?:https?|ftp):\/\/|\bwww\.|[a-z\d-]\.[a-z]{2,8}\/\w|\][[(]|\bhref/i;
const ADDRESS = /[\uE003-\uE005]/;
/** An address of a paste or a file, which "install" needs. */
const DIRECT = /[\uE004\uE005]/;

const LANGUAGE = shape("instruction-language");
/** So many characters before a paragraph show its language, too. */
const LEAD = 600;
const RUNNING: readonly Shape[] = [shape("instruction-run"), shape("instruction-paste")];
const INSTALLING: readonly Shape[] = [shape("instruction-install")];
const GETTING: readonly Shape[] = [
  shape("instruction-save"),
  shape("instruction-open"),
  shape("instruction-copy"),
];

const running = group(
  "running-verbs.base+running-verbs.ing+running-verbs.participle+opening-verbs.base",
);
const installing = group("installing-verbs.base+installing-verbs.ing+installing-verbs.participle");
const entering = group("entering-verbs.base+entering-verbs.ing");
const entered = group("entered-programs");

/** Returns an expression for phrases that may have marks between their letters. */
function written(phrases: readonly string[]): string {
  const letters = (word: string): string => Array.from(word, escaped).join(MARKS);
  const each = phrases.map((phrase) =>
    phrase.replaceAll("\\", "").split(" ").map(letters).join(GAP),
  );
  // two letters are compared faster than what may stand between them
  const begins = phrases.map(([first = "", second = ""]) => `${first}[${second}*~_[\\]]`);
  return `(?=${[...new Set(begins)].join("|")})(?:${each.join("|")})(?![a-z\\d])`;
}

/** An expression for what may be a verb, also at the end of a longer word; null where there are none. */
const verbOf = oncePer((verbs: readonly string[]) =>
  verbs.length === 0 ? null : new RegExp(written(verbs), "gi"),
);

/** The same for a verb with a program behind it, into which something is put. */
const entryOf = oncePer((verbs: readonly string[]) => {
  const words =
    "(?:[\\w\\s+'’*~[\\]>`-]|\\]\\([^)\\n]{0,2000}\\)|<[^<>\\n]{0,200}>|&(?:nbsp|#160);){1,400}?";
  const parts = [verbs, entered.list].map(written);
  const each = parts.map((part) => new RegExp(part, "i"));
  return new FirstLook(
    (text) => each.every((part) => part.test(text)),
    () => new RegExp(parts.join(words), "gi"),
  );
});

function isInAny(shapes: readonly Shape[], texts: readonly string[]): boolean {
  return shapes.some(({ expression }) => texts.some((text) => byLine(expression).test(text)));
}

/** Whether it is worth while to ask {@link isInAny}. */
function mayBeInAny(shapes: readonly Shape[], texts: readonly string[]): boolean {
  return shapes.some(({ expression }) => texts.some((text) => byLine(expression).maybe(text)));
}

/**
 * Returns the paragraphs of a text that may tell its reader to run what an address in them, or shortly before them, gives; of
 * the language that is spoken. A sentence that is an instruction is in one of them. Takes time in proportion to the length.
 * @param near sentences that belong together
 */
export function instructingParagraphs(text: string, near: number): readonly Span[] {
  const verb = verbOf(running.list);
  if (verb === null || !LANGUAGE.test(text)) return [];
  const paragraphs = new Paragraphs(text, near);
  const found = [verb, entryOf(entering.list).in(text)].flatMap((each) => paragraphs.holding(each));
  const install = verbOf(installing.list);
  if (install !== null && paragraphs.holdsDirect()) found.push(...paragraphs.holding(install));
  found.sort(([a], [b]) => a - b);
  return found.filter(
    ([start], index) => start !== found[index - 1]?.[0] && paragraphs.mayInstruct(start),
  );
}

/** The last paragraph that holds something. Each paragraph is searched once: what is asked for moves on. */
class Latest {
  private until = 0;
  private last = -1;

  constructor(private readonly holds: (index: number) => boolean) {}

  /** Whether one from `first` to `last` holds it. */
  isIn(first: number, last: number): boolean {
    for (let at = Math.max(first, this.until); at <= last; at++) if (this.holds(at)) this.last = at;
    this.until = Math.max(this.until, last + 1);
    return first <= this.last;
  }
}

/** The paragraphs of a text, with what stands near each. */
class Paragraphs {
  private readonly starts: number[] = [0];
  private readonly targets: ReadonlyMap<string, string>;
  /** The last paragraphs of whole sentences, in order; empty where code may extend over paragraphs anywhere. */
  private readonly sentences: number[] = [];
  private readonly isInFence = once(() => insideAny(fencesOf(this.text)));
  private readonly holdsCode = once(() => CODE_ELEMENT.test(this.text) || holdsListing(this.text));
  private looked = 0;
  private readonly link = new Latest((index) => this.mayLink(index));
  private readonly address = new Latest(
    (index) => this.mayLink(index) && ADDRESS.test(this.flat(index)),
  );
  private readonly direct = new Latest(
    (index) => this.mayLink(index) && DIRECT.test(this.flat(index)),
  );
  private readonly mayGet = new Latest((index) => mayBeInAny(GETTING, this.readings(index)));
  private readonly getting = new Latest((index) => isInAny(GETTING, this.readings(index)));

  constructor(
    private readonly text: string,
    private readonly near: number,
  ) {
    for (const { index } of text.matchAll(BLANK_LINE)) this.starts.push(index + 1);
    this.targets = linkTargets(text);
  }

  /** The paragraphs in which a global expression matches, in order; none for one that does not match. */
  holding(expression: RegExp | null): Span[] {
    const found: Span[] = [];
    if (expression === null) return found;
    expression.lastIndex = 0;
    for (
      let match = expression.exec(this.text);
      match !== null;
      match = expression.exec(this.text)
    ) {
      const paragraph = this.span(this.indexOf(match.index));
      found.push(paragraph);
      expression.lastIndex = Math.max(expression.lastIndex, paragraph[1]);
    }
    return found;
  }

  /** Whether a paragraph gives the address of a paste or a file. */
  holdsDirect(): boolean {
    return this.starts.some((_, index) => this.mayLink(index) && DIRECT.test(this.flat(index)));
  }

  /** Whether a paragraph may be an instruction. It is asked of paragraphs in order. */
  mayInstruct(start: number): boolean {
    const index = this.indexOf(start);
    // a name or a quotation of a language makes a document none of it
    if (!LANGUAGE.test(this.text.slice(Math.max(0, start - LEAD), this.span(index)[1])))
      return false;
    const first = this.firstNear(index);
    if (!this.link.isIn(first, index)) return false;
    const readings = this.readings(index);
    // all of the shapes take longer to compile than most texts to read
    const mayRun = mayBeInAny(RUNNING, readings) && this.mayGet.isIn(first, index);
    if (mayRun && isInAny(RUNNING, readings))
      return this.address.isIn(first, index) && this.getting.isIn(first, index);
    // "install the helper from https://paste…": one verb gets and runs
    return (
      mayBeInAny(INSTALLING, readings) &&
      this.direct.isIn(first, index) &&
      isInAny(INSTALLING, readings)
    );
  }

  /** The flat text of a paragraph as one block, and as the blocks that its lines may begin; each sentence begins a line. */
  private readings(index: number): readonly string[] {
    const written = this.text
      .slice(...this.span(index))
      .replace(BLOCK, (_line, heading: string | undefined) => (heading ?? "\n") + BREAK);
    const flat = flatText(written, [0, written.length], this.targets)
      .text.replace(BEFORE_LINE, "$1")
      .replace(/([.!?…]["'”’)]{0,3})\s/g, "$1\n")
      // behind a quotation mark a value of JSON begins
      .replace(/["\\]+/g, "\n");
    return flat.includes(BREAK) ? [flat, flat.replaceAll(BREAK, "")] : [flat];
  }

  /** The first paragraph that may hold one of the sentences directly before those of another one. */
  private firstNear(index: number): number {
    if (this.holdsCode()) return 0;
    for (; this.looked < index; this.looked++)
      if (this.isSentences(this.looked)) this.sentences.push(this.looked);
    return this.sentences.at(1 - this.near) ?? 0;
  }

  /** Whether a paragraph holds whole sentences, and is surely no part of a block of code. */
  private isSentences(index: number): boolean {
    const [start, end] = this.span(index);
    return SENTENCES.test(this.text.slice(start, end)) && !this.isInFence()(start);
  }

  private mayLink(index: number): boolean {
    return LINK.test(this.text.slice(...this.span(index)));
  }

  private flat(index: number): string {
    return flatText(this.text, this.span(index), this.targets).text;
  }

  private span(index: number): Span {
    return [this.starts[index] ?? 0, this.starts[index + 1] ?? this.text.length];
  }

  private indexOf(offset: number): number {
    return lowerBound(this.starts.length, (index) => (this.starts[index] ?? 0) > offset) - 1;
  }
}
