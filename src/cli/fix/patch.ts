import { isAbsolute } from "node:path";
import { Lines } from "../report/lines.js";
import { lineEnd, type Edit } from "./rewrite.js";

/** Unchanged lines that a patch shows before and after a change. */
const CONTEXT_LINES = 3;

/** The lines from `first` to `last`, counted from 1, and the lines that replace them. */
interface Change {
  readonly first: number;
  readonly last: number;
  readonly replacement: readonly string[];
}

/** Returns the result of edits of a file as a patch for `git apply` and `patch -p1`. The edits are in order and share no lines. */
export function patchOf(path: string, text: string, edits: readonly Edit[]): string {
  const lines = new Lines(text);
  const changes = edits.map((edit): Change => {
    const first = lines.row(edit.span[0]);
    const last = lines.row(edit.span[1]);
    const whole =
      text.slice(lines.bounds(first).start, edit.span[0]) +
      edit.text +
      text.slice(edit.span[1], lines.bounds(last).end);
    return { first, last, replacement: whole.split(/\r\n|\n|\r/) };
  });
  const name = path.replace(/^(?:\.\/)+/, "");
  // like Git, end a name that contains whitespace with a tab: patch would read only the part before the whitespace
  const end = /\s/.test(name) ? "\t" : "";
  const [before, after] = (
    isAbsolute(path) || name.startsWith("..") ? [path, path] : [`a/${name}`, `b/${name}`]
  ).map((each) => `${each}${end}`);
  return `--- ${before ?? ""}\n+++ ${after ?? ""}\n${[...hunksOf(changes, new PatchLines(text))].join("")}`;
}

/** Formats the lines of a text for a patch: each ends with LF, and a last line without a line end is marked. */
class PatchLines {
  /** The lines of the text. In a patch only LF ends a line, and a CR before LF is part of the line. */
  private readonly rows: readonly string[];
  /** Whether the last line has no line end. */
  private readonly isOpen: boolean;
  /** `\r` if the lines of the text end with CR LF, otherwise empty. */
  private readonly carriage: string;

  constructor(text: string) {
    const rows = text.split("\n");
    this.isOpen = rows.at(-1) !== "";
    this.rows = this.isOpen ? rows : rows.slice(0, -1);
    this.carriage = lineEnd(text) === "\r\n" ? "\r" : "";
  }

  get last(): number {
    return this.rows.length;
  }

  /** Returns an unchanged or removed line. */
  line(mark: string, row: number): string {
    return `${mark}${this.rows[row - 1] ?? ""}\n${this.isOpen && row === this.last ? NO_END : ""}`;
  }

  /** Returns an added line. @param row the replaced line whose line end it gets; null for the usual line end */
  added(text: string, row: number | null): string {
    if (row === null) return `+${text}${this.carriage}\n`;
    const isOpen = this.isOpen && row === this.last;
    return `+${text}${this.rows[row - 1]?.endsWith("\r") === true ? "\r" : ""}\n${isOpen ? NO_END : ""}`;
  }
}

const NO_END = "\\ No newline at end of file\n";

function* hunksOf(changes: readonly Change[], lines: PatchLines): Generator<string> {
  let addedLines = 0;
  for (let i = 0; i < changes.length; ) {
    let end = i + 1;
    while (
      end < changes.length &&
      (changes[end]?.first ?? 0) - (changes[end - 1]?.last ?? 0) <= 2 * CONTEXT_LINES
    )
      end++;
    const group = changes.slice(i, end);
    const first = Math.max(1, (group[0]?.first ?? 1) - CONTEXT_LINES);
    const last = Math.min(lines.last, (group.at(-1)?.last ?? 1) + CONTEXT_LINES);
    const body: string[] = [];
    let at = first;
    for (const change of group) {
      for (; at < change.first; at++) body.push(lines.line(" ", at));
      for (; at <= change.last; at++) body.push(lines.line("-", at));
      change.replacement.forEach((text, n) =>
        body.push(lines.added(text, n === change.replacement.length - 1 ? change.last : null)),
      );
    }
    for (; at <= last; at++) body.push(lines.line(" ", at));
    const more = group.reduce(
      (sum, change) => sum + change.replacement.length - (change.last - change.first + 1),
      0,
    );
    const old = last - first + 1;
    yield `@@ -${first},${old} +${first + addedLines},${old + more} @@\n${body.join("")}`;
    addedLines += more;
    i = end;
  }
}
