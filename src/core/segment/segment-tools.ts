import type { Dismissal, Language, Limit, Limits, Span } from "../model.js";
import { oncePer } from "../once.js";
import type { Vocabulary } from "../query/vocabulary.js";
import { lowerBound } from "../text-search.js";
import type { Source } from "../source.js";
import { normalizeSpaces } from "./normalize-spaces.js";
import { isAddressed } from "./formats/key-meanings.js";
import { firstNonBlank, type TextRange } from "../lex/lines.js";
import type { Region } from "./region.js";
import { Heads } from "./running/command-or-prose.js";
import { CommandFinder } from "./running/command-finder.js";
import { MAX_DEPTH, prepareShell, shownAs, type Snippet } from "./snippet.js";

/** The functions and data of other stages that are required to find regions. */
export interface SegmentTools {
  readonly vocabulary: Vocabulary;
  /**
   * Whether a text may contain a trigger word, which is cheap to test; other text is not read.
   * @param shown set if everything in the text is only shown
   */
  readonly mentions: (text: string, shown?: Dismissal) => boolean;
  /** The objects whose values under {@link isAddressed} keys are read as prose: definitions of tools and skills, or every object. */
  readonly addressed?: "definitions" | "all";
  /** The parts of the document that cannot contain a finding, in order; they are not read. */
  readonly closedParts?: readonly Span[];
  /** Returns the index of the argument at which the code of a `powershell` command begins; null if it has no code. */
  readonly powershellCode: (words: readonly string[]) => number | null;
  readonly limits: Limits;
}

/** The objects that depend only on a vocabulary and are created once for it. */
const made = oncePer((vocabulary: Vocabulary) => ({
  finder: new CommandFinder(vocabulary),
  heads: new Heads(vocabulary),
  knowsWindows: vocabulary.expressions("source.encoded").length > 0,
}));

/** Returns the lookup of first words of commands, which also knows the functions that a text defines. */
export function headsOf(text: string, vocabulary: Vocabulary): Heads {
  return made(vocabulary).heads.within(text);
}

/** Returns the offset after which a text consists of closed parts only; the length of the text if its last part is not closed. */
function endOfOpen(closed: readonly Span[], length: number): number {
  let end = length;
  for (let at = closed.length - 1; at >= 0; at--) {
    const [start, until] = closed[at] ?? [end, 0];
    if (until < end) break;
    end = Math.min(end, start);
  }
  return end;
}

/** The state that the readers of one document share, with the regions that they found. */
export class Tools {
  /** The regions that were found; those of one block may not be in document order. */
  readonly regions: Region[] = [];
  /** Functions that record the inline code of paragraphs that are not read, for the context stage. */
  readonly unread: (() => void)[] = [];
  /** For each limit, the end of the last range that was checked. */
  private readonly limitedUntil = new Map<string, number>();
  readonly vocabulary: Vocabulary;
  readonly finder: CommandFinder;
  readonly heads: Heads;
  /** The end of the last part of the document that is read. */
  readonly readUntil: number;

  /** @param length of the document, which may be longer than `text`: that is without carriage returns */
  constructor(
    text: string,
    length: number,
    private readonly given: SegmentTools,
    private readonly read: (tools: Tools, snippet: Snippet) => void,
  ) {
    const { finder, heads } = made(given.vocabulary);
    this.vocabulary = given.vocabulary;
    this.finder = finder;
    this.heads = heads.within(text);
    this.readUntil = endOfOpen(given.closedParts ?? [], length);
  }

  /** Reads a code block by its tag. The readers of HTML, Markdown and diffs call the other readers through this method. */
  readCode(snippet: Snippet): void {
    this.read(this, snippet);
  }

  /** Reads a document in a document, unless it is nested too deeply. */
  readDocument(snippet: Snippet): void {
    if (this.isWithin(snippet)) this.readCode({ ...snippet, depth: snippet.depth + 1 });
  }

  powershellCode(words: readonly string[]): number | null {
    return this.given.powershellCode(words);
  }

  /** Whether the vocabulary contains words of PowerShell and of Windows programs. */
  get knowsWindows(): boolean {
    return made(this.vocabulary).knowsWindows;
  }

  /** Whether the value of a key is prose that a model reads; `isDefinition` is true in the definition of a tool or a skill. */
  isAddressed(key: string | null, isDefinition: boolean): boolean {
    const { addressed } = this.given;
    return (
      isAddressed(key) && (addressed === "all" || (addressed === "definitions" && isDefinition))
    );
  }

  /** Whether the time limit has passed, so that readers stop. */
  get closed(): boolean {
    return this.given.limits.expired();
  }

  /** Whether a range of the document is in a part that is not read. */
  isUnread([start, end]: Span): boolean {
    const { closedParts = [] } = this.given;
    if (closedParts.length === 0) return false;
    const at = lowerBound(closedParts.length, (index) => (closedParts[index]?.[1] ?? end) >= end);
    const [from, to] = closedParts[at] ?? [end, start];
    return from <= start && end <= to;
  }

  /** Whether a nested document is read as a document; records a limit if it is nested too deeply. */
  isWithin({ depth, source }: Snippet): boolean {
    if (depth < MAX_DEPTH) return true;
    this.limit("depth", "documents are nested too deeply", source);
    return false;
  }

  /** Records a limit for a range of a source that was not read, or not read completely, if it contains a trigger word. */
  limit(
    limit: Limit["limit"],
    message: string,
    source: Source,
    start = 0,
    end = source.text.length,
  ): void {
    const span = source.origin(start, end);
    // ranges that end at the same position are nested: one check is enough
    if (span[1] <= (this.limitedUntil.get(message) ?? -1)) return;
    this.limitedUntil.set(message, span[1]);
    if (this.mentions(source.text.slice(start, end))) this.given.limits.limit(limit, message, span);
  }

  /** Records a limit for a source, even if it contains no trigger word, because it may become any command. */
  limitAny(limit: Limit["limit"], message: string, source: Source): void {
    this.given.limits.limit(limit, message, source.origin(0, source.text.length));
  }

  /**
   * Whether a text may contain a trigger word and the time limit has not passed.
   * @param shown set if everything in the text is only shown
   */
  mentions(text: string, shown?: Dismissal): boolean {
    return !this.closed && this.given.mentions(text, shown);
  }

  /** Adds a region, unless its text contains no trigger word. */
  add(
    snippet: Snippet,
    language: Language,
    source: Source = snippet.source,
    shown: Dismissal | undefined = snippet.shown,
  ): void {
    if (!this.mentions(source.text, shown)) return;
    const ready = language === "shell" ? prepareShell(source) : normalizeSpaces(source);
    const { kind, tag, block } = snippet;
    const [start] = ready.origin(0, 1);
    const amongText = snippet.amongText && { amongText: snippet.amongText };
    this.regions.push({
      kind,
      language,
      tag,
      source: ready,
      start,
      block,
      ...(shown && { shown }),
      ...amongText,
    });
  }

  /** Adds a region in which everything is only shown. */
  addShown(snippet: Snippet, source: Source, shown: Dismissal): void {
    this.add(snippet, "shell", source, snippet.shown ?? shown);
  }

  /** Adds a part of a snippet in which everything is only shown. */
  addShownRange(
    snippet: Snippet,
    { start, end }: TextRange,
    reason: Dismissal["reason"],
    message: string,
  ): void {
    this.addShown(
      snippet,
      snippet.source.slice(start, end),
      shownAs(reason, message, snippet.source, start, end),
    );
  }

  /** Adds a line that is a comment, without its marks. */
  addComment(snippet: Snippet, { start, end }: TextRange, message = "is in a comment"): void {
    const { source } = snippet;
    const textStart = firstNonBlank(source.text, { start, end });
    const marks =
      /^(?:<?#+!?|\/\/+)\s*/.exec(source.text.slice(textStart, Math.min(end, textStart + 200)))?.[0]
        .length ?? 0;
    this.addShown(
      snippet,
      source.slice(textStart + marks, end),
      shownAs("comment", message, source, start, end),
    );
  }
}
