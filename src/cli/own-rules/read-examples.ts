import type { Marks } from "../suppress/comment-marks.js";

/** An example in an example file: a text with expectations. */
export interface Example {
  /** Line of the first `match:` or `no-match:` comment, from 1. */
  readonly line: number;
  /** The analyzed text: the lines below the comments, without the annotations. */
  readonly text: string;
  readonly expected: readonly Expectation[];
  readonly places: readonly PlaceAssertion[];
}

/** Whether a rule matches in an example. */
export interface Expectation {
  /** Line of the comment, from 1. */
  readonly line: number;
  readonly rule: string;
  readonly matches: boolean;
}

/** An annotation that asserts a capture, or a finding of a rule, at a position in the line above. */
export interface PlaceAssertion {
  /** Line of the annotation, from 1. */
  readonly line: number;
  /** The name of a capture (`source.fetcher`) or the id of a rule (`acme/no-pipe`). */
  readonly name: string;
  /** Offset in the example's text, in UTF-16 code units. */
  readonly start: number;
  /** Offset of the end; null if only the start is asserted (`<-`). */
  readonly end: number | null;
  /** Whether the capture or finding must begin at `start`; false if it must not begin there (`!NAME`). */
  readonly present: boolean;
}

/** A mistake in an example file, at a line from 1. */
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
 * Returns the examples of a file in order. A comment `match: RULE` or `no-match: RULE` begins an example, which ends before the next
 * such comment. Below a line of the example, `# ^^^^ NAME` asserts that NAME begins and ends at the carets, `# <- NAME` that it begins
 * at the comment mark, and `!NAME` instead of NAME that it does not begin there.
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
  /** Column of the comment mark, from 0. */
  readonly column: number;
  /** Column of the text after the comment mark and spaces, from 0. */
  readonly textColumn: number;
  readonly text: string;
}

/** Returns the comment on a line that contains nothing else; null for any other line. */
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

/** Returns the assertion in an annotation; null for an ordinary comment, and if the example has no line above the comment. */
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
