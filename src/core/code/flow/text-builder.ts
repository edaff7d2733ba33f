import { containsLetter } from "../../scan.js";
import { PLAIN_WORD, splitWords, type SplitWord } from "../../lex/quoting.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { Hole, Place } from "../ir.js";
import { itemOf, UNKNOWN, type Item, type KnownText, type Value } from "./value.js";

/** The word that replaces an unknown part of a string. */
const PLACEHOLDER = "value";

/** Limits of a concatenated string, at which it is truncated. Without them, strings that grow in steps would have quadratic cost. */
export const LIMITS = { pieces: 20_000, length: 200_000, perPiece: 128 };

/** The part of the engine that is needed to build strings. */
export interface TextMaker {
  /** The source that contains the parts. */
  readonly source: Source;
  /** Charges characters before they are added; returns false if too few are left. */
  spendCharacters(length: number): boolean;
  /** Charges the characters of a literal before they are added; returns false if too few are left. */
  spendLiteral(length: number): boolean;
  /** Returns the word by which a shell starts the interpreter that a value names (`sys.executable`); null for any other value. */
  interpreterOf(value: Value, place: Place): string | null;
}

/** Returns a string without quotes. */
export function plainText(source: Source): KnownText {
  return { source, open: null, close: null, pieces: 1 };
}

/** Returns a known string as an item. */
export function textItem(text: KnownText, place: Place): Item {
  return itemOf({ ...UNKNOWN, texts: [text] }, place);
}

/** Builds a string from known and unknown parts. Parts that would make it too large are omitted. */
export class TextBuilder {
  private readonly builder: SourceBuilder;
  private isEmpty = true;
  private pieces = 0;
  private isCut = false;
  /** Whether a part is a placeholder for an unknown one. */
  isPartial = false;

  constructor(private readonly maker: TextMaker) {
    this.builder = new SourceBuilder(maker.source);
  }

  /** Adds a part of a literal as it is written. */
  copy(place: Place): this {
    if (this.written(place.end - place.start)) this.builder.copy(place.start, place.end);
    return this;
  }

  /** Adds the decoded characters of an escape in a literal. */
  escape(text: string, place: Place): this {
    if (this.written(text.length)) this.builder.replace(text, place.start, place.end);
    return this;
  }

  /** Adds text whose origin is a range of the source. */
  replace(text: string, place: Place): this {
    if (this.fits(1, text.length)) this.builder.replace(text, place.start, place.end);
    return this;
  }

  /** Adds a known string that is used at `place`. It keeps its origin if it is written there; otherwise its origin is `place`. */
  use(known: KnownText, place: Place): this {
    this.inherit(known);
    if (this.builder.size === 0) this.first ??= known;
    if (!this.writtenWithin(known.source, place)) return this.replace(known.source.text, place);
    return this.append(known.source, known.pieces);
  }

  /** Adds a known string at the beginning, with its own origin. */
  begin(known: KnownText): this {
    this.inherit(known);
    this.first ??= known;
    return this.append(known.source, known.pieces);
  }

  private inherit({ cut, isPartial }: KnownText): void {
    this.isCut ||= cut === true;
    this.isPartial ||= isPartial === true;
  }

  append(known: Source, pieces = 1): this {
    if (this.fits(pieces, known.text.length)) this.builder.append(known);
    return this;
  }

  /** Records that a part of the string is missing, or that it has more alternatives. */
  cut(): this {
    this.isCut = true;
    return this;
  }

  /** Charges a part of a literal, and returns whether it can be added. The literal is never longer than the source. */
  private written(length: number): boolean {
    this.isEmpty &&= length === 0;
    this.pieces++;
    this.isCut ||= !this.maker.spendLiteral(length);
    return !this.isCut;
  }

  /** Charges a part, and returns whether it can be added; false for all parts after the first one that is too much. */
  private fits(pieces: number, length: number): boolean {
    this.isEmpty &&= length === 0;
    const isTooMuch =
      this.isFull ||
      this.pieces + pieces > LIMITS.pieces ||
      this.builder.size + length > LIMITS.length ||
      !this.maker.spendCharacters(length + pieces * LIMITS.perPiece);
    if (isTooMuch) this.isCut = this.isFull = true;
    else this.pieces += pieces;
    return !isTooMuch;
  }

  /** Whether a part was too much, so that all later ones are ignored. */
  isFull = false;
  /** The known string with which the text begins, which is the result if not even that can be added. */
  private first: KnownText | null = null;

  /** Adds an unknown part: the output of a command, or else a placeholder. `next` is the character after the part. */
  unknown(place: Place, next: string, value: Value = UNKNOWN): this {
    this.isCut ||= value.cut === true;
    const interpreter = this.maker.interpreterOf(value, place);
    if (interpreter !== null) return this.replace(interpreter, place);
    this.isPartial = true;
    const output = outputOf(value);
    if (output !== null) return this.replace(output, place);
    // at the start, an unknown part is more likely a prefix of a command than its name: `f"{sudo} curl …"`
    if (this.isEmpty && /[a-z ]/.test(next)) return this;
    return this.replace(PLACEHOLDER, place);
  }

  /** Adds an embedded expression of unknown value in a literal of `text`. A plain `$name` is kept: it is also a variable in shell. */
  hole(part: Hole, text: string, value: Value): this {
    const isPlain = text[part.start] === "$" && containsLetter(text[part.start + 1]);
    if (!isPlain) return this.unknown(part, text[part.end] ?? "", value);
    this.isPartial = true;
    return this.copy(part);
  }

  build(open: Place | null = null, close: Place | null = null): KnownText {
    if (this.isFull && this.builder.size === 0 && this.first !== null)
      return { source: this.first.source, open, close, pieces: this.first.pieces, cut: true };
    const text = { source: this.builder.build(), open, close, pieces: this.pieces };
    if (!this.isCut && !this.isPartial) return text;
    return {
      ...text,
      ...(this.isCut && { cut: true }),
      ...(this.isPartial && { isPartial: true }),
    };
  }

  private writtenWithin(known: Source, place: Place): boolean {
    if (known.text === "") return true;
    const [from, to] = this.maker.source.origin(place.start, place.end);
    const [first] = known.origin(0, 1);
    const [, last] = known.origin(known.text.length - 1, known.text.length);
    return from <= first && last <= to;
  }
}

/** Returns a value that is the output of a command as a shell substitution, `$(…)`; null for any other value. */
export function outputOf(value: Value): string | null {
  const command = value.taint?.origin === "command" ? value.taint.command : undefined;
  if (command === undefined) return null;
  // the space prevents a parenthesis from being read as shell arithmetic
  return command.text.startsWith("(") ? `$( ${command.text})` : `$(${command.text})`;
}

/** The maximum number of characters of all alternatives of a string, and the number of alternatives that are always built. */
const ALTERNATIVES = { characters: 50_000, few: 4 };

/** Returns the number of alternatives to build from the parts of a string, and whether alternatives are omitted. */
function alternatives(parts: readonly Item[]): { readonly count: number; readonly cut: boolean } {
  const most = parts.reduce((max, part) => Math.max(max, part.value.texts.length), 1);
  if (most <= ALTERNATIVES.few) return { count: most, cut: false };
  const length = parts.reduce(
    (sum, part) => sum + (part.value.texts[0]?.source.text.length ?? 0) + 1,
    1,
  );
  const count = Math.max(ALTERNATIVES.few, Math.floor(ALTERNATIVES.characters / length));
  return { count: Math.min(most, count), cut: count < most };
}

/** Returns the string for the alternative at an index, or the last one; undefined if there is none. */
function pick(texts: readonly KnownText[], index: number): KnownText | undefined {
  return texts[Math.min(index, texts.length - 1)];
}

/** Joins parts, with `separator` between them. The n-th result contains the n-th alternative of each part. */
export function joinTexts(
  maker: TextMaker,
  parts: readonly Item[],
  separator: string,
): KnownText[] {
  if (parts.every((part) => part.value.texts.length === 0 && outputOf(part.value) === null))
    return [];
  const [only, ...more] = parts;
  // a single part is not joined, so that it keeps its quotes and its origin
  if (only !== undefined && more.length === 0 && only.value.texts.length > 0)
    return [...only.value.texts];
  return combined(maker, parts, separator, (builder, part, known, following) => {
    if (known !== undefined) builder.use(known, part);
    else
      builder.unknown(part, separator === "" ? (following?.source.text[0] ?? "") : "", part.value);
  });
}

type Add = (
  builder: TextBuilder,
  part: Item,
  known: KnownText | undefined,
  following: KnownText | undefined,
) => void;

/** Returns the strings that `add` builds from the parts. The n-th string contains the n-th alternative of each part. */
function combined(
  maker: TextMaker,
  parts: readonly Item[],
  separator: string,
  add: Add,
): KnownText[] {
  const { count, cut } = alternatives(parts);
  return Array.from({ length: count }, (_, index) => {
    const builder = new TextBuilder(maker);
    if (cut) builder.cut();
    const known = (part: Item | undefined): KnownText | undefined =>
      part && pick(part.value.texts, index);
    for (const [at, part] of parts.entries()) {
      // the builder ignores what is added after its limit
      if (builder.isFull) break;
      const before = parts[at - 1];
      if (before !== undefined && separator !== "") builder.replace(separator, gap(before, part));
      add(builder, part, known(part), known(parts[at + 1]));
    }
    return builder.build();
  });
}

/**
 * Returns the command lines of a list of words, one for each alternative. Words are quoted if necessary, so that a shell reads exactly
 * these words.
 */
export function commandLines(maker: TextMaker, items: readonly Item[]): KnownText[] {
  if (items.length === 0 || items.every((item) => item.value.texts.length === 0)) return [];
  return combined(maker, items, " ", addWord);
}

function addWord(builder: TextBuilder, item: Item, known: KnownText | undefined): void {
  if (known === undefined) {
    const output = outputOf(item.value);
    builder.replace(output === null ? PLACEHOLDER : `"${output}"`, item);
    return;
  }
  const { source, open, close } = known;
  if (PLAIN_WORD.test(source.text)) {
    builder.use(known, item);
    return;
  }
  const own = open !== null && close !== null && open.start >= item.start && close.end <= item.end;
  builder.replace("'", own ? open : { start: item.start, end: Math.min(item.start + 1, item.end) });
  builder.append(source.rewritten(/'/g, () => "'\\''"));
  builder.replace("'", own ? close : { start: Math.max(item.end - 1, item.start), end: item.end });
}

/** Returns the range between two parts. */
function gap(before: Place, after: Place): Place {
  return { start: Math.min(before.end, after.start), end: Math.max(before.end, after.start) };
}

/**
 * Returns the words of a command line, split at whitespace, as items. Charges each word; if too few characters are left, the rest is
 * one item, which is marked as cut.
 * @param quotes whether quotes are respected and removed
 */
export function wordItems(
  maker: TextMaker,
  source: Source,
  quotes: boolean,
  place: Place,
): readonly Item[] {
  const items: Item[] = [];
  for (const { word, start } of quotes ? splitWords(source) : spacedWords(source)) {
    if (!maker.spendCharacters(word.text.length + LIMITS.perPiece)) {
      const rest = plainText(source.slice(start, source.text.length));
      return [...items, textItem({ ...rest, cut: true }, place)];
    }
    items.push(textItem(plainText(word), place));
  }
  return items;
}

/** Yields the words of a text that are separated by whitespace, without regard to quotes. */
export function* spacedWords(source: Source): Generator<Pick<SplitWord, "word" | "start">> {
  for (const { 0: word, index: start } of source.text.matchAll(/\S+/g))
    yield { word: source.slice(start, start + word.length), start };
}
