import type { Span } from "../../model.js";
import { once, oncePerName } from "../../once.js";
import { insideAny } from "../../text-search.js";
import { holdsListing } from "../../segment/independent-parts.js";
import { fencesOf } from "../../segment/markdown/fences.js";
import { shape, speaking, type Shape } from "../language/spoken.js";
import type { Language } from "../language/warning-language.js";
import { byLine } from "./first-look.js";
import { flatText, linkTargets } from "./flat-text.js";
import { ENTERED, ENTERS, INSTALLS, RUNS, verbWords } from "./verb-words.js";

/** A line of more blanks separates no paragraphs. */
const MOST_BLANKS = 8;
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

function isInAny(shapes: readonly Shape[], texts: readonly string[]): boolean {
  return shapes.some(({ expression }) => texts.some((text) => byLine(expression).test(text)));
}

/** Whether it is worth while to ask {@link isInAny}. */
function mayBeInAny(shapes: readonly Shape[], texts: readonly string[]): boolean {
  return shapes.some(({ expression }) => texts.some((text) => byLine(expression).maybe(text)));
}

/**
 * Returns for each language in which a text may tell its reader to run what an address gives the paragraphs that may tell so,
 * in order; the address is in them or shortly before. A sentence that is an instruction is in one of them. Takes time in
 * proportion to the length.
 * @param near sentences that belong together
 */
export function instructingParagraphs(
  text: string,
  languages: readonly Language[],
  near: number,
): (readonly [Language, readonly Span[]])[] {
  const layout = new ParagraphLayout(text);
  const mentions = verbWords(languages).in(text, layout.starts);
  return languages.flatMap((language, at) => {
    const spans = speaking(language, () => {
      const paragraphs = new Paragraphs(layout, near);
      return (mentions[at] ?? [])
        .filter(({ paragraph, kinds }) => paragraphs.mayInstruct(paragraph, kinds))
        .map(({ paragraph }) => layout.span(paragraph));
    });
    return spans.length === 0 ? [] : [[language, spans] as const];
  });
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
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

/** The paragraphs of a text, and what they hold in any language; each is read once, when it is first asked for. */
class ParagraphLayout {
  readonly starts: number[] = [0];
  readonly mayLink = oncePerName((index: number) => LINK.test(this.written(index)));
  readonly flat = oncePerName(
    (index: number) => flatText(this.text, this.span(index), this.targets()).text,
  );
  readonly readings = oncePerName((index: number) => this.read(index));
  /** Whether a paragraph holds whole sentences, and is surely no part of a block of code. */
  readonly isSentences = oncePerName(
    (index: number) =>
      SENTENCES.test(this.written(index)) && !this.isInFence()(this.span(index)[0]),
  );
  /** Whether code may extend over paragraphs anywhere. */
  readonly holdsCode = once(() => CODE_ELEMENT.test(this.text) || holdsListing(this.text));
  private readonly targets = once(() => linkTargets(this.text));
  private readonly isInFence = once(() => insideAny(fencesOf(this.text)));

  constructor(readonly text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      let end = at + 1;
      while (end - at <= MOST_BLANKS && isBlank(text.charCodeAt(end))) end++;
      if (text[end] !== "\n") continue;
      this.starts.push(at + 1);
      at = end;
    }
  }

  span(index: number): Span {
    return [this.starts[index] ?? 0, this.starts[index + 1] ?? this.text.length];
  }

  private written(index: number): string {
    return this.text.slice(...this.span(index));
  }

  /** The flat text of a paragraph as one block, and as the blocks that its lines may begin; each sentence begins a line. */
  private read(index: number): readonly string[] {
    const written = this.written(index).replace(
      BLOCK,
      (_line, heading: string | undefined) => (heading ?? "\n") + BREAK,
    );
    const flat = flatText(written, [0, written.length], this.targets())
      .text.replace(BEFORE_LINE, "$1")
      .replace(/([.!?…]["'”’)]{0,3})\s/g, "$1\n")
      // behind a quotation mark a value of JSON begins
      .replace(/["\\]+/g, "\n");
    return flat.includes(BREAK) ? [flat, flat.replaceAll(BREAK, "")] : [flat];
  }
}

/** The paragraphs of a text as the language that is spoken reads them. They are asked for in order. */
class Paragraphs {
  /** The last paragraphs of whole sentences, in order; empty where code may extend over paragraphs anywhere. */
  private readonly sentences: number[] = [];
  private looked = 0;
  private readonly link = new Latest((index) => this.layout.mayLink(index));
  private readonly address = new Latest((index) => this.isLinked(index, ADDRESS));
  private readonly direct = new Latest((index) => this.isLinked(index, DIRECT));
  private readonly mayGet = new Latest((index) => mayBeInAny(GETTING, this.layout.readings(index)));
  private readonly getting = new Latest((index) => isInAny(GETTING, this.layout.readings(index)));

  constructor(
    private readonly layout: ParagraphLayout,
    private readonly near: number,
  ) {}

  /**
   * Whether a paragraph may be an instruction.
   * @param kinds which words it holds
   */
  mayInstruct(index: number, kinds: number): boolean {
    const { text, readings } = this.layout;
    const [start, end] = this.layout.span(index);
    const runs = (kinds & RUNS) !== 0 || ((kinds & ENTERS) !== 0 && (kinds & ENTERED) !== 0);
    // a name or a quotation of a language makes a document none of it
    if (!LANGUAGE.test(text.slice(Math.max(0, start - LEAD), end))) return false;
    // all of the shapes take longer to compile than most texts to read
    if (runs && mayBeInAny(RUNNING, readings(index))) {
      const first = this.firstNear(index);
      const mayRun = this.link.isIn(first, index) && this.mayGet.isIn(first, index);
      if (mayRun && isInAny(RUNNING, readings(index)))
        return this.address.isIn(first, index) && this.getting.isIn(first, index);
    }
    // "install the helper from https://paste…": one verb gets and runs
    return (
      (kinds & INSTALLS) !== 0 &&
      mayBeInAny(INSTALLING, readings(index)) &&
      this.direct.isIn(this.firstNear(index), index) &&
      isInAny(INSTALLING, readings(index))
    );
  }

  /** The first paragraph that may hold one of the sentences directly before those of another one. */
  private firstNear(index: number): number {
    if (this.layout.holdsCode()) return 0;
    for (; this.looked < index; this.looked++)
      if (this.layout.isSentences(this.looked)) this.sentences.push(this.looked);
    return this.sentences.at(1 - this.near) ?? 0;
  }

  private isLinked(index: number, sign: RegExp): boolean {
    return this.layout.mayLink(index) && sign.test(this.layout.flat(index));
  }
}
