import { oncePer } from "../../once.js";
import { nextHash } from "../../scan.js";
import type { Language } from "../language/prose-language.js";

/** Kinds of words in a paragraph, as bits: verbs of running, entering or installing, and names of programs that text is entered into. */
export const RUNS = 1;
export const ENTERS = 2;
export const ENTERED = 4;
export const INSTALLS = 8;

/** Returns the words of each kind in a language. */
function wordsByKind(language: Language): readonly (readonly [kind: number, readonly string[]])[] {
  return [
    [RUNS, language.list("running-verbs.base+running-verbs.ing+running-verbs.participle")],
    [RUNS, language.list("opening-verbs.base")],
    [ENTERS, language.list("entering-verbs.base+entering-verbs.ing")],
    [ENTERED, language.list("entered-programs")],
    [
      INSTALLS,
      language.list("installing-verbs.base+installing-verbs.ing+installing-verbs.participle"),
    ],
  ];
}

/** The kinds of words of a paragraph in one language. */
export interface Mention {
  readonly paragraph: number;
  kinds: number;
}

interface Meaning {
  readonly language: number;
  readonly kind: number;
  /** The other words of a phrase, which are near its longest word. */
  readonly others: readonly string[];
}

/** Maximum number of characters between the longest word of a phrase and the ends of its other words. */
const MAX_PHRASE_DISTANCE = 60;

/** The classes of characters. */
const SEPARATOR = 0;
const LETTER = 1;
/** A character that is removed from flat text, so that it may be between the letters of a word. */
const MARK = 2;
/** A letter of a script that does not separate words by spaces. */
const UNSPACED = 3;

const IN_WORDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z]/i.test(character) ? LETTER : "*~_[]".includes(character) ? MARK : SEPARATOR;
});

function classOf(code: number): number {
  if (code < 128) return IN_WORDS[code] ?? SEPARATOR;
  if (code < 0xc0) return SEPARATOR;
  if (code < 0xe00) return LETTER;
  if (code < 0x1e00) return UNSPACED;
  if (code < 0x2000) return LETTER;
  return code >= 0x2e80 && code < 0xd800 ? UNSPACED : SEPARATOR;
}

/** Returns the code unit of the lower-case form of a Latin or Cyrillic letter. */
function lowerLetter(code: number): number {
  return code < 0x410 || code > 0x42f ? code | 32 : code + 32;
}

/** The size of the filter, a power of two. */
const FILTER_SIZE = 16384;
const BACKSLASH = 92;

/** Finds, in one pass, the words of all languages by which paragraphs that may be instructions are recognized. */
class VerbWords {
  /** The meanings of words, by hash; a collision only means that a paragraph is examined in vain. */
  private readonly meanings = new Map<number, Meaning[]>();
  /** Whether a word may have the hash, by its lower bits. */
  private readonly filter = new Uint8Array(FILTER_SIZE);
  private readonly unspaced: (Meaning & { readonly word: string })[] = [];

  constructor(private readonly languages: readonly Language[]) {
    for (const [language, each] of languages.entries())
      for (const [kind, words] of wordsByKind(each))
        for (const phrase of words) {
          const [longest = "", ...others] = byLength(phrase);
          this.add(longest, { language, kind, others });
        }
  }

  /**
   * Returns, for each language, the paragraphs that contain some of its words, in order.
   * @param starts the offsets at which the paragraphs begin
   */
  in(text: string, starts: readonly number[]): readonly (readonly Mention[])[] {
    const found = this.languages.map((): Mention[] => []);
    let paragraph = 0;
    let end = starts[1] ?? Infinity;
    let hash = 0;
    let isUnspaced = false;
    const { filter } = this;
    const { length } = text;
    for (let at = 0; at <= length; at++) {
      const code = at < length ? text.charCodeAt(at) : 0;
      const kind = code < 128 ? IN_WORDS[code] : classOf(code);
      if (kind === LETTER) {
        hash = nextHash(hash, code < 128 ? code | 32 : lowerLetter(code));
        continue;
      }
      if (kind === MARK) continue;
      if (hash !== 0) {
        if (filter[hash & (FILTER_SIZE - 1)] === 1)
          for (const meaning of this.meanings.get(hash) ?? [])
            if (areNear(meaning.others, text, at)) note(found, meaning, paragraph);
        hash = 0;
      }
      if (kind === UNSPACED) isUnspaced = true;
      // flat text has a space for an escaped line feed or tab
      else if (code === BACKSLASH && isControl(text[at + 1])) at++;
      if (at + 1 < end && at < length) continue;
      if (isUnspaced) this.noteUnspaced(text.slice(starts[paragraph], end), paragraph, found);
      isUnspaced = false;
      paragraph++;
      end = starts[paragraph + 1] ?? Infinity;
    }
    return found;
  }

  private add(word: string, meaning: Meaning): void {
    let hash = 0;
    for (let at = 0; at < word.length; at++) {
      if (classOf(word.charCodeAt(at)) === UNSPACED) {
        this.unspaced.push({ ...meaning, word });
        return;
      }
      hash = nextHash(hash, lowerLetter(word.charCodeAt(at)));
    }
    const meanings = this.meanings.get(hash) ?? [];
    this.meanings.set(hash, [...meanings, meaning]);
    this.filter[hash & (FILTER_SIZE - 1)] = 1;
  }

  private noteUnspaced(written: string, paragraph: number, found: readonly Mention[][]): void {
    const text = unmarked(written);
    for (const { word, ...meaning } of this.unspaced)
      if (text.includes(word)) note(found, meaning, paragraph);
  }
}

function note(found: readonly Mention[][], { language, kind }: Meaning, paragraph: number): void {
  const mentions = found[language];
  const last = mentions?.at(-1);
  if (last?.paragraph === paragraph) last.kinds |= kind;
  else mentions?.push({ paragraph, kinds: kind });
}

function isControl(character = ""): boolean {
  return character !== "" && "nrtNRT".includes(character);
}

/** Returns the words of a phrase, the longest first, which is the most specific. */
function byLength(phrase: string): string[] {
  const words = phrase.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.sort((a, b) => b.length - a.length);
}

/** Whether the text around an offset contains all words. */
function areNear(words: readonly string[], text: string, at: number): boolean {
  if (words.length === 0) return true;
  const around = unmarked(
    text.slice(Math.max(0, at - 2 * MAX_PHRASE_DISTANCE), at + MAX_PHRASE_DISTANCE),
  );
  return words.every((word) => around.includes(word));
}

/** Returns a text in lower case without the marks that flat text does not contain. */
function unmarked(text: string): string {
  return text.toLowerCase().replace(/[*~_[\]]+/g, "");
}

/** The words of some languages, prepared once for each list of languages. */
export const verbWords = oncePer((languages: readonly Language[]) => new VerbWords(languages));
