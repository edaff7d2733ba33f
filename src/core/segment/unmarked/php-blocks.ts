import type { TextRange } from "../../lex/lines.js";
import { SourceBuilder, type Source } from "../../source.js";
import { FENCE } from "./guess.js";

/** A tag that opens PHP at the beginning of a line or after another tag. `<?xml` opens none. */
const OPENING = /(?<=^[ \t]*|>)<\?(?:php\b|=|(?=[\s$@/]))/gim;

/** The next string, comment or closing tag of PHP; in a comment of one line a closing tag counts. */
const TOKEN =
  /'[^'\\]*(?:\\[^][^'\\]*)*'|"[^"\\]*(?:\\[^][^"\\]*)*"|\/\*[^]*?\*\/|(?:\/\/|#)(?:[^\n?]|\?(?!>))*|\?>/g;

/** Yields the blocks of PHP, with their tags, in a text without fences; an unclosed one extends to the end of the text. */
export function* phpBlocks(text: string): Generator<TextRange> {
  if (!text.includes("<?") || FENCE.test(text)) return;
  const opening = new RegExp(OPENING);
  const token = new RegExp(TOKEN);
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    token.lastIndex = opening.lastIndex;
    let found = token.exec(text);
    while (found !== null && found[0] !== "?>") found = token.exec(text);
    const end = found === null ? text.length : token.lastIndex;
    yield { start: open.index, end };
    opening.lastIndex = end;
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
