import { SourceBuilder, type Source } from "../../source.js";
import { firstNonBlank, type Line } from "../../lex/lines.js";

/** A block scalar's header: style, indentation indicator, chomping. */
export const BLOCK_HEADER = /^([|>])([1-9]?)[+-]?([1-9]?)[ \t]*(?:#.*)?$/;

/** A scalar of whole lines, and the index of the first line after it. */
export interface LineScalar {
  readonly content: Source;
  readonly next: number;
}

/**
 * Reads a block scalar whose header is on line `at`: the lines indented deeper than `parent`, without their indentation. In a
 * folded scalar, line ends become spaces, except around empty lines and lines that are indented deeper.
 */
export function readBlockScalar(
  source: Source,
  lines: readonly Line[],
  at: number,
  parent: number,
  header: RegExpExecArray,
): LineScalar {
  const [, style, before = "", after = ""] = header;
  const indents: (number | null)[] = [];
  for (let line = lines[at + 1]; line !== undefined; line = lines[at + 1 + indents.length]) {
    const indent = indentOf(source.text, line);
    if (indent !== null && indent <= parent) break;
    indents.push(indent);
  }
  const last = indents.findLastIndex((indent) => indent !== null);
  const own = indents.find((indent) => indent !== null) ?? 0;
  const margin = before + after === "" ? own : Math.max(0, parent) + Number(before || after);
  const isFoldable = (index: number): boolean => (indents[index] ?? Infinity) <= margin;
  const builder = new SourceBuilder(source);
  lines.slice(at + 1, at + last + 2).forEach((line, index) => {
    const folds = style === ">" && index < last && isFoldable(index) && isFoldable(index + 1);
    builder
      .copy(Math.min(line.start + margin, line.end), line.end)
      .replace(folds ? " " : "\n", line.end, line.next);
  });
  return { content: builder.build(), next: at + last + 2 };
}

/** Returns the indentation of a line; null for a blank line. */
function indentOf(text: string, line: Line): number | null {
  const textStart = firstNonBlank(text, line);
  return textStart === line.end ? null : textStart - line.start;
}

/** Reads a plain scalar that begins at `start` on line `at` and continues on deeper lines that do not begin an entry. */
export function readPlainScalar(
  source: Source,
  lines: readonly Line[],
  at: number,
  start: number,
  parent: number,
): LineScalar {
  const { text } = source;
  const builder = new SourceBuilder(source);
  let next = at;
  for (let line = lines[next]; line !== undefined; line = lines[next]) {
    const from = next === at ? start : firstNonBlank(text, line);
    const content = text.slice(from, line.end);
    if (next > at && (content === "" || from - line.start <= parent || ENTRY.test(content))) break;
    if (next > at) builder.replace(" ", (lines[next - 1] ?? line).end, from);
    // a comment begins at a `#` after a space
    const comment = content.search(/(?<!\s)\s+#/);
    builder.copy(from, from + (comment < 0 ? content.trimEnd().length : comment));
    next++;
    if (comment >= 0) break;
  }
  return { content: builder.build(), next };
}

const ENTRY = /^(?:#|-(?:\s|$)|(?:"[^"]*"|'[^']*'|[\w.$/-]+)\s*:(?:\s|$))/;
