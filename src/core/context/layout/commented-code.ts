import type { Span } from "../../model.js";
import type { Language } from "../language/prose-language.js";
import { answeredBefore } from "./answers.js";
import { firstWord } from "./blocks.js";
import type { CommentPatterns } from "./comment-patterns.js";
import { Paragraph } from "../sentence/paragraph.js";
import { accountAhead, accountOfCell, type Account } from "../sentence/report-or-instruction.js";
import { hereDelimiter } from "../../lex/shell-scan.js";
import { LruCache } from "../lru-cache.js";
import { once } from "../../once.js";
import { lowerBound } from "../../text-search.js";
import { linesOf, type TextRange } from "../../lex/lines.js";
import { against, NEUTRAL, type Neighbour, type Verdict } from "../verdict.js";

/** Matches the arrows of a comment such as "# ^^^ unsafe", which is about the line above, like a comment at the end of that line. */
const ARROWS = /^[^\w\n^↑]{0,80}[\^↑]+[^\w\n]*/;

interface Line extends TextRange {
  /** Whether it is a comment, or in one. */
  readonly isComment: boolean;
  /** The comments above and below; a comment is judged when a match needs it. */
  above: (() => Comment) | null;
  below: (() => Comment) | null;
}

/** What a comment says about the lines below and above it. */
interface Comment {
  /** The span of a comment that may name a command below it; null if it is about the lines above. */
  readonly comment: Span | null;
  /** The verdict on the lines below, if there is one. */
  readonly down: Verdict | null;
  /** The verdict on the lines above, if there is one. */
  readonly up: Verdict | null;
}

/** The number of cached comments; matches are judged in order. */
const CACHE_SIZE = 8;

/** Each sentence of a comment may introduce the code below. */
const COMMENT = { open: true, through: true, antecedent: false } as const;

/** The comments of one code block, and the lines that they warn against or recommend. */
export class CommentedCode {
  private readonly lines: readonly Line[];
  private readonly read = new LruCache<Span, Paragraph>(CACHE_SIZE);
  private readonly named = new LruCache<string, Verdict>(CACHE_SIZE);

  constructor(
    private readonly language: Language,
    private readonly text: string,
    span: Span,
    private readonly comments: CommentPatterns,
  ) {
    // most blocks have no comment, which one scan shows
    this.lines = comments.any.test(text.slice(...span)) ? commentedLines(text, span, comments) : [];
    this.linkComments();
  }

  /** Yields the comments around a match: the one after it, the one above, and one below that points up. */
  *around(match: Span): Iterable<Neighbour> {
    yield { relation: "beside", read: () => this.trailing(match) };
    const line = this.lineAt(match[0]);
    if (line === undefined) return;
    yield {
      relation: "introduces",
      read: () => {
        const above = line.above?.();
        const comment = above?.comment ?? null;
        return above?.down ?? (comment === null ? NEUTRAL : this.naming(comment, match));
      },
    };
    yield { relation: "follows", read: () => line.below?.().up ?? NEUTRAL };
  }

  /** Yields whether the comment after a match, and then the one above it, reports the match or instructs the reader to run it. */
  *accounts(match: Span): Iterable<{ readonly account: Account; readonly evidence: Span }> {
    const line = this.lineAt(match[1] - 1);
    const rest = line === undefined ? "" : this.text.slice(match[1], line.end);
    const trailing = this.comments.trailing.exec(rest);
    if (line !== undefined && trailing !== null) {
      const evidence: Span = [match[1] + trailing.index, line.end];
      const { whole } = new Paragraph(this.language, this.text, evidence, [], this.comments);
      yield { account: accountOfCell(this.language, whole.trim()), evidence };
    }
    const above = this.lineAt(match[0])?.above?.().comment ?? null;
    if (above !== null)
      yield {
        account: accountAhead(this.language, this.paragraphOf(above).ending, true),
        evidence: above,
      };
  }

  /** Returns the verdict of a comment that names the match's command: "Don't use eval", above a line that begins with `eval`. */
  private naming(comment: Span, match: Span): Verdict {
    const word = firstWord(this.text, match);
    return this.named.get(`${comment[0]} ${word}`, () =>
      this.paragraphOf(comment).introduces({ ...COMMENT, word }),
    );
  }

  private paragraphOf(comment: Span): Paragraph {
    return this.read.get(
      comment,
      () => new Paragraph(this.language, this.text, comment, [], this.comments),
    );
  }

  private trailing(match: Span): Verdict {
    const line = this.lineAt(match[1] - 1);
    return line === undefined
      ? NEUTRAL
      : trailingVerdict(this.language, this.text, [match[1], line.end], this.comments);
  }

  /** Assigns the comments to the lines below and above them. */
  private linkComments(): void {
    let group: (() => Comment) | null = null;
    let run: Line[] = [];
    let terminator: string | null = null;
    for (let at = 0; at < this.lines.length; at++) {
      const line = this.lines[at];
      if (line === undefined) break;
      const text = this.text.slice(line.start, line.end);
      // A comment inside a here-document is not about the code after it.
      if (terminator !== null && text.replace(/^[\s>]+|\s+$/g, "") === terminator)
        group = terminator = null;
      terminator ??= hereDelimiter(text);
      if (line.isComment) {
        // consecutive comment lines are read as one text
        while (this.lines[at + 1]?.isComment === true) at++;
        const span: Span = [line.start, this.lines[at]?.end ?? line.end];
        group = once(() => this.judge(span));
        for (const before of run) before.below = group;
        run = [];
      } else if (/^[\s>|+]*$/.test(text)) {
        group = null;
        run = [];
      } else {
        line.above = group;
        run.push(line);
      }
    }
  }

  private judge(comment: Span): Comment {
    const paragraph = this.paragraphOf(comment);
    const arrows =
      ARROWS.exec(this.text.slice(comment[0], Math.min(comment[1], comment[0] + 200)))?.[0]
        .length ?? 0;
    const afterArrows =
      arrows === 0
        ? null
        : new Paragraph(
            this.language,
            this.text,
            [comment[0] + arrows, comment[1]],
            [],
            this.comments,
          ).besides();
    const above = afterArrows?.side === "against" ? afterArrows.evidence : paragraph.pointsAbove();
    if (above !== null) return { comment: null, down: null, up: against(above) };
    const verdict = paragraph.introduces(COMMENT);
    if (verdict.side !== "neutral") return { comment, down: verdict, up: null };
    const denied = answeredBefore(this.language, this.text, {
      start: comment[0],
      end: comment[1],
      kind: this.comments,
      inlineCode: [],
    });
    return { comment, down: denied === null ? null : against(denied), up: null };
  }

  private lineAt(position: number): Line | undefined {
    return this.lines[
      lowerBound(this.lines.length, (index) => (this.lines[index]?.end ?? 0) >= position)
    ];
  }
}

/** Returns the verdict of a comment that begins after a command, in the rest of its line or of its inline code. */
export function trailingVerdict(
  language: Language,
  text: string,
  [from, end]: Span,
  comments: CommentPatterns,
): Verdict {
  const rest = text.slice(from, Math.min(end, from + 400));
  const outsideQuotes = rest.replace(/"(?:[^"\\]|\\.){0,4000}"|'[^']{0,4000}'/g, (quoted) =>
    "x".repeat(quoted.length),
  );
  const comment = comments.trailing.exec(outsideQuotes);
  return comment === null
    ? NEUTRAL
    : new Paragraph(language, text, [from + comment.index, end], [], comments).besides();
}

function commentedLines(text: string, [start, end]: Span, comments: CommentPatterns): Line[] {
  let close: string | null = null;
  return Array.from(linesOf(text, start, end), ({ start: at, end: stop }) => {
    const line = text.slice(at, stop);
    const isComment: boolean =
      close !== null || (comments.any.test(line) && comments.line.test(line));
    if (close !== null) close = line.includes(close) ? null : close;
    else if (isComment) close = closeBelow(line, comments);
    return { start: at, end: stop, isComment, above: null, below: null };
  });
}

/** Returns the mark that closes a comment which begins a line and continues after its end; null if there is none. */
function closeBelow(line: string, { line: begins, block }: CommentPatterns): string | null {
  const found = begins.exec(line)?.[0];
  const opened = found === undefined ? undefined : block.find(({ open }) => found.includes(open));
  if (found === undefined || opened === undefined || line.indexOf(opened.close, found.length) >= 0)
    return null;
  return opened.close;
}
