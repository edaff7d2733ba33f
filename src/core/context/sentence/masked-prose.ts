import type { Language } from "../language/prose-language.js";
import { LruCache } from "../lru-cache.js";
import type { Span } from "../../model.js";
import { lowerBound } from "../../text-search.js";
import { splitSentences } from "./sentence-boundaries.js";
import type { Neighbours } from "./contradiction.js";
import { maskProse, type ProseKind } from "./mask.js";
import { Sentence } from "./sentence.js";
import { COMMAND } from "./mask-characters.js";

/** The number of cached sentences; commands are judged in order, and need a few sentences before them. */
const CACHE_SIZE = 64;
/** Maximum number of characters of a paragraph that are masked again for commands that do not look like commands. */
const BUDGET = 1_000_000;

/**
 * A run of prose (paragraph, heading, cell, comment) in which commands are masked. Its sentences are read when they are needed,
 * each once.
 */
export abstract class MaskedProse {
  protected mask: string;
  protected spans: readonly Span[] = [];
  private sentences = new LruCache<number, Sentence>(CACHE_SIZE);
  /** The spans of commands in the mask. */
  protected commands: readonly Span[] = [];
  private budget = BUDGET;

  /** `span` is the range of the prose in `text`; `inlineCode` are its code spans, including marks. */
  constructor(
    readonly language: Language,
    protected readonly text: string,
    readonly span: Span,
    inlineCode: readonly Span[],
    kind: ProseKind,
    private readonly beyond: Neighbours | null = null,
  ) {
    this.mask = maskProse(language, text, span, inlineCode, kind);
    this.divide();
  }

  /** Masks the given spans of the document as commands, even if they do not look like commands. */
  reveal(...places: readonly Span[]): void {
    const before = this.mask;
    for (const place of places) {
      const [start, end] = [
        Math.max(0, place[0] - this.span[0]),
        Math.min(before.length, place[1] - this.span[0]),
      ];
      const run = this.commandEndingAfter(start) ?? [end, end];
      if ((start < run[0] || run[1] < end) && end > start && (this.budget -= before.length) >= 0)
        this.mask = this.mask.slice(0, start) + COMMAND.repeat(end - start) + this.mask.slice(end);
    }
    if (this.mask !== before) this.divide();
  }

  private divide(): void {
    this.spans = splitSentences(this.language, this.mask);
    this.sentences = new LruCache(CACHE_SIZE);
    this.commands = Array.from(
      this.language.each("commands", this.mask),
      ({ index, 0: { length } }) => [index, index + length],
    );
  }

  /** Whether a shape matches in the mask. */
  test(shape: string): boolean {
    return this.language.test(shape, this.mask);
  }

  get isOneSentence(): boolean {
    return this.spans.length === 1;
  }

  /** The number of commands that are recognized in the paragraph. */
  get commandCount(): number {
    return this.commands.length;
  }

  /** The words, lower-case, without code. */
  get words(): string {
    return this.mask.replace(this.language.expression("no-letters"), " ").trim();
  }

  /** Whether only marks precede a command. */
  opensWith(place: Span): boolean {
    return this.language.test(
      "item-opens",
      this.mask.slice(0, Math.min(this.commandAt(place)[0], 400)),
    );
  }

  /** Whether `place` is the last command of the paragraph. */
  isLast(place: Span): boolean {
    const last = this.commands.at(-1);
    return last === undefined || last[0] <= this.commandAt(place)[0];
  }

  protected sentence(index: number): Sentence | undefined {
    const span = this.spans[index];
    if (span === undefined) return undefined;
    return this.sentences.get(
      index,
      () =>
        new Sentence(
          this.language,
          this.mask,
          span[0],
          span[1],
          this.text.slice(this.span[0] + span[0], this.span[0] + span[1]),
          {
            before: () => this.textOf(index - 1) ?? this.beyond?.before() ?? "",
            after: () => this.textOf(index + 1) ?? this.beyond?.after() ?? "",
          },
        ),
    );
  }

  private textOf(index: number): string | null {
    const span = this.spans[index];
    return span === undefined ? null : this.mask.slice(...span);
  }

  /** The whole prose, as a mask. */
  get whole(): string {
    return this.mask;
  }

  /** The first sentence, as a mask. */
  get opening(): string {
    return this.textOf(0) ?? "";
  }

  /** The last sentence, as a mask. */
  get ending(): string {
    return this.textOf(this.spans.length - 1) ?? "";
  }

  /** Returns the command's whole extent in the mask: its code marks, or the words that read as one. */
  protected commandAt(place: Span): Span {
    const start = place[0] - this.span[0];
    const end = place[1] - this.span[0];
    const run = this.commandEndingAfter(start);
    return run !== undefined && run[0] < end
      ? [Math.min(run[0], start), Math.max(run[1], end)]
      : [start, end];
  }

  /** The offset of the first command in the mask; `Infinity` if there is none. */
  protected get firstCommand(): number {
    return this.commands[0]?.[0] ?? Infinity;
  }

  private commandEndingAfter(position: number): Span | undefined {
    return this.commands[
      lowerBound(this.commands.length, (index) => (this.commands[index]?.[1] ?? 0) > position)
    ];
  }

  protected indexOfSentence(position: number): number {
    return lowerBound(this.spans.length, (index) => (this.spans[index]?.[1] ?? 0) > position);
  }

  protected inDocument({ start }: Sentence, [from, to]: Span): Span {
    return [this.span[0] + start + from, this.span[0] + start + to];
  }
}
