import { isAbsolute } from "node:path";
import { Lines } from "../report/lines.js";
import { lineEnd, type Edit } from "./rewrite.js";

const AROUND = 3;

/** Lines that go and lines that come, from a line on. */
interface Change {
  readonly first: number;
  readonly last: number;
  readonly put: readonly string[];
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
    return { first, last, put: whole.split(/\r\n|\n|\r/) };
  });
  const name = path.replace(/^(?:\.\/)+/, "");
  // a name with a blank ends at a tab, as Git writes it: patch reads it up to the blank otherwise
  const end = /\s/.test(name) ? "\t" : "";
  const [before, after] = (
    isAbsolute(path) || name.startsWith("..") ? [path, path] : [`a/${name}`, `b/${name}`]
  ).map((each) => `${each}${end}`);
  return `--- ${before ?? ""}\n+++ ${after ?? ""}\n${[...hunksOf(changes, new Shown(text))].join("")}`;
}

/** The lines of a text in a patch: each ends with LF, and a line without a line end is marked. */
class Shown {
  /** In a patch only LF ends a line; a CR before it is part of its line. */
  private readonly rows: readonly string[];
  private readonly isOpen: boolean;
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

  line(mark: string, row: number): string {
    return `${mark}${this.rows[row - 1] ?? ""}\n${this.isOpen && row === this.last ? NO_END : ""}`;
  }

  /** @param row the line of the text whose end follows, if this is the last line in its place */
  put(text: string, row: number | null): string {
    if (row === null) return `+${text}${this.carriage}\n`;
    const isOpen = this.isOpen && row === this.last;
    return `+${text}${this.rows[row - 1]?.endsWith("\r") === true ? "\r" : ""}\n${isOpen ? NO_END : ""}`;
  }
}

const NO_END = "\\ No newline at end of file\n";

function* hunksOf(changes: readonly Change[], shown: Shown): Generator<string> {
  let grown = 0;
  for (let i = 0; i < changes.length; ) {
    let end = i + 1;
    while (
      end < changes.length &&
      (changes[end]?.first ?? 0) - (changes[end - 1]?.last ?? 0) <= 2 * AROUND
    )
      end++;
    const group = changes.slice(i, end);
    const first = Math.max(1, (group[0]?.first ?? 1) - AROUND);
    const last = Math.min(shown.last, (group.at(-1)?.last ?? 1) + AROUND);
    const body: string[] = [];
    let at = first;
    for (const change of group) {
      for (; at < change.first; at++) body.push(shown.line(" ", at));
      for (; at <= change.last; at++) body.push(shown.line("-", at));
      change.put.forEach((text, n) =>
        body.push(shown.put(text, n === change.put.length - 1 ? change.last : null)),
      );
    }
    for (; at <= last; at++) body.push(shown.line(" ", at));
    const more = group.reduce(
      (sum, change) => sum + change.put.length - (change.last - change.first + 1),
      0,
    );
    const old = last - first + 1;
    yield `@@ -${first},${old} +${first + grown},${old + more} @@\n${body.join("")}`;
    grown += more;
    i = end;
  }
}
