import { eachMatch } from "../scan.js";
import { SourceBuilder, type Source } from "../source.js";
import { hereDocument, repairs, type Repair } from "./grammar-repairs.js";

/** The hints of all repairs. Most commands of one line contain none of them, so no expression is tried. */
const HINTS = [...new Set(repairs.map(({ hint }) => hint))];

/** Returns the source with everything replaced that the grammar misreads; the same source if there is nothing to replace. */
export function repaired(source: Source): Source {
  return HINTS.some((hint) => source.text.includes(hint))
    ? withHereEnd(repairs.reduce(applied, source))
    : source;
}

const HERE_START = new RegExp(`^(?:[^#]|(?<=\\S)#)*?(?<!<)${hereDocument}`);

/** Adds the delimiter of a here-document that extends to the end of the text: the grammar requires one, and the shell does not. */
function withHereEnd(source: Source): Source {
  const { text } = source;
  if (!text.includes("<<")) return source;
  let mark: string | null = null;
  for (const line of text.split("\n")) {
    if (mark !== null) {
      if (line.split(/\W+/).includes(mark)) mark = null;
      continue;
    }
    const start = HERE_START.exec(line);
    mark = start?.[1] ?? start?.[2] ?? start?.[3] ?? null;
  }
  if (mark === null || !text.trimEnd().includes("\n")) return source;
  return new SourceBuilder(source)
    .copy(0, text.length)
    .replace(`\n${mark}\n`, text.length, text.length)
    .build();
}

function applied(source: Source, { hint, unless, pattern, replacement }: Repair): Source {
  const { text } = source;
  if (!text.includes(hint) || unless?.test(text) === true) return source;
  const out = new SourceBuilder(source);
  let copied = 0;
  for (const match of eachMatch(text, pattern)) {
    out.copy(copied, match.index);
    copied = match.index + match[0].length;
    if (typeof replacement === "string") writeGroups(out, match, replacement);
    else replacement(out, match);
  }
  return copied === 0 ? source : out.copy(copied, text.length).build();
}

/**
 * Replaces a match by a text: `$1` copies a group, the text before it replaces what is before the group in the match, and the text at
 * the end replaces the rest of the match.
 */
function writeGroups(out: SourceBuilder, match: RegExpExecArray, text: string): void {
  const end = match.index + match[0].length;
  let at = match.index;
  for (const [, written = "", group = ""] of text.matchAll(/(.*?)(?:\$(\d)|$)/gs)) {
    const [from, to] =
      group === "0" ? [at, end] : (match.indices?.[Number(group || NaN)] ?? [end, end]);
    out.replace(written, at, Math.max(at, from)).copy(from, to);
    at = Math.max(at, to);
  }
}
