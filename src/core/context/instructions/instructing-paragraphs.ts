import type { Span } from "../../model.js";
import { once, oncePerName } from "../../once.js";
import { insideAny } from "../../text-search.js";
import { hasListing } from "../../segment/independent-parts.js";
import { fencesOf } from "../../segment/markdown/fences.js";
import { shapeNames, type Language } from "../language/prose-language.js";
import { ANY_ADDRESS, BOUNDARY, FILE_ADDRESS, PASTE_ADDRESS } from "../sentence/mask-characters.js";
import { byLine, type Prefilter } from "./prefilter.js";
import { flatText, linkTargets } from "./flat-text.js";
import { ENTERED, ENTERS, INSTALLS, RUNS, verbWords } from "./verb-words.js";

/** Maximum number of spaces, tabs and carriage returns on a line that separates paragraphs. */
const MAX_SPACES = 8;
/** Matches a heading line, or the line break and the indentation before a line that may begin another block. */
const BLOCK = /((?:^|\n) {0,3}#[^\n]{0,500}\n)|\n[ \t>]{0,20}(?=[-*+#|=~`<]|\d{1,9}[.)])/g;
const BEFORE_LINE = new RegExp(`^(${BOUNDARY}?)[ \\t>|+*-]+`, "gm");
const CODE_ELEMENT = /<(?:pre|script|style|textarea)\b/i;
/** Matches a paragraph of whole sentences, which cannot continue unmarked code. */
const SENTENCES =
  /^(?:[ \t\r]{0,8}\n){0,4} {0,3}(?:[-*+] {1,3})?[A-Z][a-z]{0,20} [^|<>{}$=]{0,2000}[a-z)][.!?]\s{0,8}$/;

/** Matches text that may be a URL or a link. */
const LINK = /(?:https?|ftp):\/\/|\bwww\.|[a-z\d-]\.[a-z]{2,8}\/\w|\][[(]|\bhref/i;
const ADDRESS = new RegExp(ANY_ADDRESS);
/** The character of a URL of a paste or a file, which "install" requires. */
const DIRECT = new RegExp(`[${PASTE_ADDRESS}${FILE_ADDRESS}]`);

/** Number of characters before a paragraph that are also used to determine its language. */
const LANGUAGE_CONTEXT = 600;
const RUNNING = shapeNames("instruction-run", "instruction-paste");
const INSTALLING = shapeNames("instruction-install");
const GETTING = shapeNames("instruction-save", "instruction-open", "instruction-copy");

/**
 * Returns, for each language, the paragraphs that may tell the reader to run something from a URL, in order. The URL is in the
 * paragraph or shortly before it. Every instruction in the text ends in one of the paragraphs. Takes time proportional to the length
 * of the text.
 * @param near the maximum number of consecutive sentences over which one instruction extends
 */
export function instructingParagraphs(
  text: string,
  languages: readonly Language[],
  near: number,
): (readonly [Language, readonly Span[]])[] {
  const [first] = languages;
  if (first === undefined) return [];
  const layout = new ParagraphLayout(text, first);
  const mentions = verbWords(languages).in(text, layout.starts);
  return languages.flatMap((language, at) => {
    const paragraphs = new Paragraphs(language, layout, near);
    const spans = (mentions[at] ?? [])
      .filter(({ paragraph, kinds }) => paragraphs.mayInstruct(paragraph, kinds))
      .map(({ paragraph }) => layout.span(paragraph));
    return spans.length === 0 ? [] : [[language, spans] as const];
  });
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

/** The last paragraph with some property. Each paragraph is tested once, since requests only move forward. */
class Latest {
  private until = 0;
  private last = -1;

  constructor(private readonly hasProperty: (index: number) => boolean) {}

  /** Whether any of the paragraphs from `first` to `last` has the property. */
  isIn(first: number, last: number): boolean {
    for (let at = Math.max(first, this.until); at <= last; at++)
      if (this.hasProperty(at)) this.last = at;
    this.until = Math.max(this.until, last + 1);
    return first <= this.last;
  }
}

/**
 * The paragraphs of a text, and their content, which does not depend on the language. Each paragraph is read at most once, when it is
 * first needed.
 */
class ParagraphLayout {
  readonly starts: number[] = [0];
  readonly mayLink = oncePerName((index: number) => LINK.test(this.written(index)));
  readonly flat = oncePerName(
    (index: number) => flatText(this.language, this.text, this.span(index), this.targets()).text,
  );
  readonly readings = oncePerName((index: number) => this.read(index));
  /** Whether a paragraph consists of whole sentences and is certainly not in a code block. */
  readonly isSentences = oncePerName(
    (index: number) =>
      SENTENCES.test(this.written(index)) && !this.isInFence()(this.span(index)[0]),
  );
  /** Whether code may extend over several paragraphs anywhere. */
  readonly hasCode = once(() => CODE_ELEMENT.test(this.text) || hasListing(this.text));
  private readonly targets = once(() => linkTargets(this.text));
  private readonly isInFence = once(() => insideAny(fencesOf(this.text)));

  /** @param language any of the languages, since all of them recognize the same URLs */
  constructor(
    readonly text: string,
    private readonly language: Language,
  ) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      let end = at + 1;
      while (end - at <= MAX_SPACES && isBlank(text.charCodeAt(end))) end++;
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

  /**
   * Returns the flat text of a paragraph, with `BOUNDARY` before each line that may begin another block, and also without these
   * characters if there are any. Each sentence begins on a new line.
   */
  private read(index: number): readonly string[] {
    const written = this.written(index).replace(
      BLOCK,
      (_line, heading: string | undefined) => (heading ?? "\n") + BOUNDARY,
    );
    const flat = flatText(this.language, written, [0, written.length], this.targets())
      .text.replace(BEFORE_LINE, "$1")
      .replace(/([.!?…]["'”’)]{0,3})\s/g, "$1\n")
      // a value of JSON begins after a quotation mark
      .replace(/["\\]+/g, "\n");
    return flat.includes(BOUNDARY) ? [flat, flat.replaceAll(BOUNDARY, "")] : [flat];
  }
}

/** The paragraphs of a text in one language. They are requested in order. */
class Paragraphs {
  /** The indices of paragraphs of whole sentences, in order; empty if code may extend over several paragraphs anywhere. */
  private readonly sentences: number[] = [];
  private looked = 0;
  private readonly link = new Latest((index) => this.layout.mayLink(index));
  private readonly address = new Latest((index) => this.isLinked(index, ADDRESS));
  private readonly direct = new Latest((index) => this.isLinked(index, DIRECT));
  private readonly mayGet = new Latest((index) => this.mayContain(GETTING, index));
  private readonly getting = new Latest((index) => this.contains(GETTING, index));

  constructor(
    private readonly language: Language,
    private readonly layout: ParagraphLayout,
    private readonly near: number,
  ) {}

  /**
   * Whether a paragraph may be an instruction.
   * @param kinds the kinds of words in the paragraph, as bits
   */
  mayInstruct(index: number, kinds: number): boolean {
    const { text } = this.layout;
    const [start, end] = this.layout.span(index);
    const runs = (kinds & RUNS) !== 0 || ((kinds & ENTERS) !== 0 && (kinds & ENTERED) !== 0);
    // a name or a quotation in a language does not make it the document's language
    const around = text.slice(Math.max(0, start - LANGUAGE_CONTEXT), end);
    if (!this.language.test("instruction-language", around)) return false;
    // compiling all shapes takes longer than reading most texts
    if (runs && this.mayContain(RUNNING, index)) {
      const first = this.firstNear(index);
      const mayRun = this.link.isIn(first, index) && this.mayGet.isIn(first, index);
      if (mayRun && this.contains(RUNNING, index))
        return this.address.isIn(first, index) && this.getting.isIn(first, index);
    }
    // "install the helper from https://paste…": one verb gets and runs
    return (
      (kinds & INSTALLS) !== 0 &&
      this.mayContain(INSTALLING, index) &&
      this.direct.isIn(this.firstNear(index), index) &&
      this.contains(INSTALLING, index)
    );
  }

  /** Returns the index of the first paragraph that may contain the beginning of an instruction that ends in paragraph `index`. */
  private firstNear(index: number): number {
    if (this.layout.hasCode()) return 0;
    for (; this.looked < index; this.looked++)
      if (this.layout.isSentences(this.looked)) this.sentences.push(this.looked);
    return this.sentences.at(1 - this.near) ?? 0;
  }

  /** Whether one of the shapes matches in a paragraph. */
  private contains(shapes: readonly string[], index: number): boolean {
    const readings = this.layout.readings(index);
    return shapes.some((shape) => readings.some((text) => this.byLine(shape).test(text)));
  }

  /** Whether {@link contains} may return true; this test is faster. */
  private mayContain(shapes: readonly string[], index: number): boolean {
    const readings = this.layout.readings(index);
    return shapes.some((shape) => readings.some((text) => this.byLine(shape).mayTest(text)));
  }

  private byLine(shape: string): Prefilter {
    return byLine(this.language.expression(shape));
  }

  private isLinked(index: number, pattern: RegExp): boolean {
    return this.layout.mayLink(index) && pattern.test(this.layout.flat(index));
  }
}
