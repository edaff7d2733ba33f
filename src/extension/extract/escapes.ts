/**
 * Matches literal text that would hide the text after it if it were read as HTML: comments, declarations, processing instructions and
 * the tags of some elements. Other tags are not escaped: an answer that shows `<pre>curl …</pre>` is read as HTML.
 */
const HIDING_HTML = /<(?:[!?]|(?:noscript|style|svg|template|textarea|title|xmp)(?=[\s/>]))/gi;

/** Matches a character reference, which the page shows literally. */
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi;

/** Matches the beginning of a line that Markdown would read as markup. Group 1: number of a list item, if any; group 2: the markup. */
const LINE_MARK =
  /^[ \t]*(\d{1,9}(?=[.)](?:\s|$))|)(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|(?<=\d)[.)]|=+[ \t]*$|-{2,}[ \t]*$|`{3,}|~{3,})/gm;

const NONE: ReadonlySet<number> = new Set();

/** Matches a text that may need escapes; most texts do not. */
const SUSPECT = /[<&`|>#~=+*-]|^[ \t]*\d+[.)]/m;

/**
 * Returns the offsets at which a backslash must be inserted so that plain text stays plain text when it is read as Markdown: the page
 * shows `# x` as text only if the answer's author escaped the `#`.
 */
export function escapesOf(text: string, atLineStart: boolean, cell: boolean): ReadonlySet<number> {
  if (!SUSPECT.test(text)) return NONE;
  const at = new Set<number>();
  for (const match of text.matchAll(HIDING_HTML)) at.add(match.index);
  for (const match of text.matchAll(ENTITY)) at.add(match.index);
  for (const match of text.matchAll(LINE_MARK)) {
    if (match.index === 0 && !atLineStart) continue;
    at.add(match.index + match[0].length - (match[2] ?? "").length);
  }
  for (const position of pairedBackticks(text)) at.add(position);
  if (cell)
    for (let pipe = text.indexOf("|"); pipe !== -1; pipe = text.indexOf("|", pipe + 1))
      at.add(pipe);
  return at;
}

/**
 * Returns the offsets of literal backticks that Markdown could read as the delimiters of inline code. A run of backticks with a unique
 * length is not escaped, since Markdown reads it as text.
 */
function pairedBackticks(text: string): number[] {
  const runs = [...text.matchAll(/`+/g)];
  const byLength = new Map<number, number>();
  for (const run of runs) byLength.set(run[0].length, (byLength.get(run[0].length) ?? 0) + 1);
  return runs
    .filter((run) => (byLength.get(run[0].length) ?? 0) > 1)
    .flatMap((run) => Array.from(run[0], (_, offset) => run.index + offset));
}

/** Returns the smallest length of a run of backticks that occurs neither in the code nor in the text of the block around it. */
export function shortestFreeRun(code: string, around: string): number {
  if (!code.includes("`") && !around.includes("`")) return 1;
  const taken = new Set<number>();
  for (const run of `${code}\uFFFC${around}`.matchAll(/`+/g)) taken.add(run[0].length);
  let length = 1;
  while (taken.has(length)) length++;
  return length;
}
