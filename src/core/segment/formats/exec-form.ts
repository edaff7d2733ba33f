import { PLAIN_WORD } from "../../lex/quoting.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { TextRange } from "../../lex/lines.js";
import { scalarSource, type Dialect, type FlowNode } from "./flow-collections.js";

/** One word of a command array: its decoded text, and its range, including quotes, in the array's source. */
export interface ExecWord extends TextRange {
  readonly content: Source;
}

/** Returns the words of an array of scalars. */
export function execWords(
  source: Source,
  items: readonly FlowNode[],
  dialect: Dialect,
): ExecWord[] {
  return items.map((item) => ({
    content: scalarSource(source, item, dialect),
    start: item.start,
    end: item.end,
  }));
}

/**
 * Returns the words of a command whose arguments are in another list. If the arguments come first in the text, the words before
 * them get an empty range at the first argument, since offsets must increase along a command line.
 */
export function withArguments(
  source: Source,
  head: readonly ExecWord[],
  tail: readonly ExecWord[],
): ExecWord[] {
  const [first] = head;
  const [argument] = tail;
  if (first === undefined || argument === undefined || first.start < argument.start)
    return [...head, ...tail];
  const at = argument.start;
  const moved = head.map(({ content }) => ({
    content: new SourceBuilder(source).replace(content.text, at, at).build(),
    start: at,
    end: at,
  }));
  return [...moved, ...tail];
}

/**
 * Returns a command array (`["sh", "-c", "…"]`) as the shell command line with the same words. A word of plain characters is
 * copied; any other one is in single quotes, which map to the quotes in the array. The space between two words maps to their
 * separator.
 */
export function execForm(source: Source, words: readonly ExecWord[]): Source {
  const builder = new SourceBuilder(source);
  let before: number | null = null;
  for (const word of words) {
    if (before !== null) builder.replace(" ", before, word.start);
    before = word.end;
    if (PLAIN_WORD.test(word.content.text)) builder.append(word.content);
    else {
      builder.replace("'", word.start, Math.min(word.start + 1, word.end));
      // a single quote inside single quotes: close the quotes, add an escaped quote, open them again
      builder.append(word.content.rewritten(/'/g, () => "'\\''"));
      builder.replace("'", Math.max(word.start, word.end - 1), word.end);
    }
  }
  return builder.build();
}
