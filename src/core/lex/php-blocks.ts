import { FENCE, lineEnd, type TextRange } from "./lines.js";
import { SourceBuilder, type Source } from "../source.js";
import { Closers } from "../text-search.js";

/** Matches a tag that opens PHP; `<?xml` does not. */
const OPENING = /<\?(?:php\b|=|(?=[\s$@/]))/gi;

/** Yields the blocks of PHP, with their tags, in a text without fences; an unclosed one extends to the end of the text. */
export function* phpBlocks(text: string): Generator<TextRange> {
  if (!text.includes("<?") || FENCE.test(text)) return;
  const opening = new RegExp(OPENING);
  const closers = new PhpClosers(text);
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    if (!isInPage(text, open.index)) continue;
    const end = closers.tag(opening.lastIndex);
    yield { start: open.index, end };
    opening.lastIndex = end;
  }
}

/** Whether a position is at the beginning of a line or after another tag: in a sentence, a tag is only mentioned. */
function isInPage(text: string, at: number): boolean {
  if (text[at - 1] === ">") return true;
  let start = at;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  return start === 0 || text[start - 1] === "\n";
}

/** Finds closing tags of PHP in time that is linear in the length of the text, even if strings and comments are not closed. */
class PhpClosers {
  private readonly closers: Closers;
  private readonly unclosed = new Set<string>();

  constructor(private readonly text: string) {
    this.closers = new Closers(text);
  }

  /** Returns the end of the next closing tag outside strings and block comments; the end of the text if there is none. */
  tag(from: number): number {
    const mark = /['"]|\/\*|\/\/|#|\?>/g;
    mark.lastIndex = from;
    for (let found = mark.exec(this.text); found !== null; found = mark.exec(this.text)) {
      if (found[0] === "?>") return mark.lastIndex;
      mark.lastIndex = this.after(found[0], mark.lastIndex);
    }
    return this.text.length;
  }

  /** Returns the end of the string or comment whose opening mark ends at `from`. A line comment also ends before a closing tag. */
  private after(mark: string, from: number): number {
    if (mark === "/*") return this.closers.after("*/", from);
    if (mark === "'" || mark === '"') return this.string(mark, from);
    const end = lineEnd(this.text, from);
    const tag = this.text.slice(from, end).indexOf("?>");
    return tag < 0 ? end : from + tag;
  }

  /** Returns the end of a string; `from` if it is not closed, such as an apostrophe in a here-document. */
  private string(quote: string, from: number): number {
    if (this.unclosed.has(quote)) return from;
    const next = quote === "'" ? /['\\]/g : /["\\]/g;
    next.lastIndex = from;
    for (let found = next.exec(this.text); found !== null; found = next.exec(this.text)) {
      if (found[0] === quote) return next.lastIndex;
      next.lastIndex++;
    }
    this.unclosed.add(quote);
    return from;
  }
}

/** Returns the blocks of PHP in a page as one program, and the page without them. */
export function withoutPhp(
  page: Source,
  blocks: readonly TextRange[],
): [program: Source, rest: Source] {
  const program = new SourceBuilder(page);
  const rest = new SourceBuilder(page);
  let done = 0;
  for (const { start, end } of blocks) {
    rest.copy(done, start).replace("\n", start, end);
    program.copy(start, end).insertAt("\n", page.origin(end, end)[1]);
    done = end;
  }
  return [program.build(), rest.copy(done, page.text.length).build()];
}
