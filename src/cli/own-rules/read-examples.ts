import type { Marks } from "../suppress/marks.js";

/** A text of an example file with its expectations. */
export interface Example {
  /** One-based line of its first `match:` or `no-match:` comment. */
  readonly line: number;
  /** The analyzed text: the lines below the comments, without the annotations. */
  readonly text: string;
  readonly expected: readonly Expectation[];
  readonly places: readonly PlaceAssertion[];
}

export interface Expectation {
  readonly line: number;
  readonly rule: string;
  readonly matches: boolean;
}

/** An annotation below a line: a capture, or the finding of a rule, at an exact place. */
export interface PlaceAssertion {
  readonly line: number;
  /** The name of a capture (`source.fetcher`) or the id of a rule (`acme/no-pipe`). */
  readonly name: string;
  /** UTF-16 offset into the example's text. */
  readonly start: number;
  /** Null where only the start is asserted (`<-`). */
  readonly end: number | null;
  readonly present: boolean;
}

/** Something that is wrong with an example file, at a one-based line. */
export interface ExampleProblem {
  readonly line: number;
  readonly message: string;
}

const EXPECTATION = /^(match|no-match):\s*(\S*)\s*$/;
const PLACE = /^(\^+|<-)\s+(!?)([\w./-]+)\s*$/;

interface Draft {
  readonly line: number;
  readonly lines: string[];
  readonly expected: Expectation[];
  readonly places: PlaceAssertion[];
}

/**
 * Returns the examples of a file in order. A comment `match: RULE` or `no-match: RULE` begins an example, which ends at the
 * next one. Below a line of it, `# ^^^^ NAME` asserts what begins and ends at the carets, `# <- NAME` what begins at the comment
 * mark, and `!NAME` that nothing of this name begins there.
 * @param marks the comment marks of the file's language
 */
export function readExamples(
  text: string,
  marks: Marks,
): { readonly examples: readonly Example[]; readonly problems: readonly ExampleProblem[] } {
  const drafts: Draft[] = [];
  const problems: ExampleProblem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const number = index + 1;
    const comment = commentIn(line, marks);
    const current = drafts.at(-1);
    const [, kind, rule] = EXPECTATION.exec(comment?.text ?? "") ?? [];
    if (kind !== undefined && rule !== undefined) {
      if (rule === "")
        problems.push({
          line: number,
          message: `name the rule after "${kind}:", such as ${kind}: acme/no-pipe`,
        });
      const draft = current !== undefined && isBlank(current) ? current : begin(drafts, number);
      draft.expected.push({ line: number, rule, matches: kind === "match" });
    } else if (current !== undefined) {
      const place = comment === null ? null : placeIn(comment, current.lines, number);
      if (place === null) current.lines.push(line);
      else current.places.push(place);
    } else if (comment === null && line.trim() !== "") {
      problems.push({
        line: number,
        message:
          'this line belongs to no example; write a comment "match: RULE" or "no-match: RULE" above it',
      });
    }
  }
  for (const draft of drafts.filter(isBlank))
    problems.push({
      line: draft.line,
      message: "the example has no text; write it below this line",
    });
  return { examples: drafts.filter((draft) => !isBlank(draft)).map(finish), problems };
}

function begin(drafts: Draft[], line: number): Draft {
  const draft: Draft = { line, lines: [], expected: [], places: [] };
  drafts.push(draft);
  return draft;
}

function isBlank({ lines }: Draft): boolean {
  return lines.every((line) => line.trim() === "");
}

function finish({ line, lines, expected, places }: Draft): Example {
  return { line, text: `${lines.join("\n").trimEnd()}\n`, expected, places };
}

interface Comment {
  /** Column of the comment mark. */
  readonly column: number;
  /** Column of the text after the comment mark and its spaces. */
  readonly textColumn: number;
  readonly text: string;
}

/** Returns the comment that fills a line; null for any other line. */
function commentIn(line: string, marks: Marks): Comment | null {
  const body = line.trimStart();
  const column = line.length - body.length;
  for (const [open, close] of marks) {
    if (!body.startsWith(open)) continue;
    const inside = body.slice(open.length).trimEnd();
    if (close !== null && !inside.endsWith(close)) continue;
    const text = close === null ? inside : inside.slice(0, -close.length).trimEnd();
    const start = text.trimStart();
    return { column, textColumn: column + open.length + text.length - start.length, text: start };
  }
  return null;
}

/** Returns the place that an annotation asserts; null for an ordinary comment, and if no line is above it. */
function placeIn(
  { column, textColumn, text }: Comment,
  lines: readonly string[],
  line: number,
): PlaceAssertion | null {
  const [, marker, not, name] = PLACE.exec(text) ?? [];
  if (marker === undefined || name === undefined || lines.length === 0) return null;
  const lineStart = lines.slice(0, -1).reduce((sum, each) => sum + each.length + 1, 0);
  const at = lineStart + (marker === "<-" ? column : textColumn);
  const end = marker === "<-" ? null : at + marker.length;
  return { line, name, start: at, end, present: not === "" };
}
