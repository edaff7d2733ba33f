import type { Dismissal, Language, SnippetKind } from "../model.js";
import type { Vocabulary } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import { normaliseBlanks } from "./blanks.js";
import { firstInk, type Stretch } from "./lines.js";
import type { BlockNode } from "./markdown/blocks.js";
import { maskEntryHeads } from "./entry-heads.js";
import { maskPlaceholders } from "./placeholders.js";
import type { Region } from "./region.js";

/** A part of a document on its way to regions: what is known about it so far. */
export interface Snippet {
  readonly source: Source;
  readonly kind: SnippetKind;
  /** As written, lower-cased; null where there is none. */
  readonly tag: string | null;
  readonly block: BlockNode;
  readonly shown?: Dismissal;
  /** See {@link Region.amongText}. */
  readonly amongText?: boolean;
  /** How many documents (Markdown in Markdown, HTML in Markdown …) it lies in. */
  readonly depth: number;
}

/** Documents inside documents are read to this depth; deeper ones are left as text. */
export const MAX_DEPTH = 6;

/** What those who look for regions need of the stages around them. */
export interface SegmentTools {
  readonly vocabulary: Vocabulary;
  /** A cheap test whether a stretch of text can hold a trigger word; what fails it is not looked at. */
  readonly mentions: (text: string) => boolean;
  /** Whether the time for reading is used up: what was not reached until then is left. */
  readonly expired: () => boolean;
}

/** Takes the regions of one document. */
export class Collector {
  /** Mostly, but not always, in document order. */
  readonly regions: Region[] = [];

  constructor(private readonly tools: SegmentTools) {}

  get vocabulary(): Vocabulary {
    return this.tools.vocabulary;
  }

  /** Whether the words of PowerShell and of Windows' programs are among those that are looked for. */
  get knowsWindows(): boolean {
    return this.vocabulary.expressions("source.encoded").length > 0;
  }

  /** Whether no more regions are taken: a reader of something long stops then. */
  get closed(): boolean {
    return this.tools.expired();
  }

  /** Whether a text is worth looking at. */
  mentions(text: string): boolean {
    return !this.closed && this.tools.mentions(text);
  }

  /** Adds a region, unless its text cannot hold a match. */
  add(snippet: Snippet, language: Language, source: Source = snippet.source, shown: Dismissal | undefined = snippet.shown): void {
    if (!this.mentions(source.text)) return;
    const ready = language === "shell" ? prepareShell(source) : normaliseBlanks(source);
    const { kind, tag, block } = snippet;
    const [start] = ready.origin(0, 1);
    const amongText = snippet.amongText === true && { amongText: true };
    this.regions.push({ kind, language, tag, source: ready, start, block, ...(shown && { shown }), ...amongText });
  }

  /** Adds a line that was printed, or typed once: all in it is only shown. */
  addOutput(snippet: Snippet, stretch: Stretch, message: string): void {
    this.addStretch(snippet, stretch, "output", message);
  }

  /** Adds a stretch of a snippet in which everything is only shown. */
  addStretch(snippet: Snippet, { start, end }: Stretch, reason: Dismissal["reason"], message: string): void {
    this.addShown(snippet, snippet.source.slice(start, end), shownAs(reason, message, snippet.source, start, end));
  }

  /** Adds a line that is a comment, without its marks. */
  addComment(snippet: Snippet, { start, end }: Stretch, message = "stands in a comment"): void {
    const { source } = snippet;
    const ink = firstInk(source.text, { start, end });
    const marks = /^(?:<?#+!?|\/\/+)\s*/.exec(source.text.slice(ink, Math.min(end, ink + 200)))?.[0].length ?? 0;
    this.addShown(snippet, source.slice(ink + marks, end), shownAs("comment", message, source, start, end));
  }

  /** Adds a region in which everything is only shown. */
  addShown(snippet: Snippet, source: Source, shown: Dismissal): void {
    this.add(snippet, "shell", source, snippet.shown ?? shown);
  }
}

/** A source as the shell grammar wants it: ordinary blanks and line ends, placeholders as words, schedules and unit keys left out. */
export function prepareShell(source: Source): Source {
  return maskEntryHeads(maskPlaceholders(normaliseBlanks(source)));
}

/** The reasons this stage knows, with the evidence as a document span. */
export function shownAs(reason: Dismissal["reason"], message: string, source: Source, start: number, end: number): Dismissal {
  return { reason, message, evidence: source.origin(start, end) };
}
