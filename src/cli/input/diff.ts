/** A file in a diff. */
export interface DiffFile {
  readonly path: string;
  /** The unchanged and the added lines that the diff shows, with an empty line between hunks. */
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly text: string;
  /** The number of the line in the new file. */
  readonly number: number;
  readonly added: boolean;
}

export interface Diff {
  readonly files: readonly DiffFile[];
  /** The text between the files, such as a commit message, with its line numbers in the diff. */
  readonly rest: readonly DiffLine[];
}

const HEADER =
  /^(?:diff |index [0-9a-f]|--- |\+\+\+ |@@+ |new file mode|deleted file mode|old mode|new mode|similarity index|dissimilarity index|rename (?:from|to) |copy (?:from|to) |Binary files |GIT binary patch|\\ No newline|Index: |={3,}$)/;
const START =
  /^\s*(?:diff --(?:git|cc|combined) |--- \S.*\r?\n\+\+\+ |Index: \S|commit [0-9a-f]{7,}\b|From [0-9a-f]{40} )/;
const HUNK = /^(?<marks>@@+)(?<old>(?: -\d+(?:,\d+)?)+) \+(?<start>\d+)(?:,(?<count>\d+))? @@/;

/** Whether a text begins like a diff, or like a commit that contains a diff. */
export function beginsAsDiff(text: string): boolean {
  return START.test(text.slice(0, 5000));
}

/** Parses a unified or combined diff. Returns null if the text contains no hunk. */
export function parseDiff(text: string): Diff | null {
  const reader = new DiffReader();
  text.split("\n").forEach((line, i) => reader.read(line, i + 1));
  return reader.hunks === 0 ? null : { files: reader.files, rest: reader.rest };
}

/** The state of a hunk that is being read. */
interface Hunk {
  /** Number of columns with marks at the start of each line; more than one in a combined diff. */
  readonly columns: number;
  /** Number of lines of the old file that the hunk has left. */
  oldLeft: number;
  /** Number of lines of the new file that the hunk has left. */
  newLeft: number;
  /** Number of the next line in the new file. */
  number: number;
}

class DiffReader {
  readonly files: { path: string; lines: DiffLine[] }[] = [];
  readonly rest: DiffLine[] = [];
  hunks = 0;
  private before: string | null = null;
  private file: { path: string; lines: DiffLine[] } | null = null;
  private hunk: Hunk | null = null;

  read(line: string, number: number): void {
    if (this.hunk !== null && this.readInside(line, this.hunk)) return;
    this.hunk = null;
    const hunk = HUNK.exec(line)?.groups;
    if (hunk !== undefined && this.file !== null) this.open(hunk);
    else if (line.startsWith("--- ")) this.before = nameIn(line);
    else if (line.startsWith("+++ ")) this.name(nameIn(line));
    else if (!HEADER.test(line)) this.rest.push({ text: line, number, added: true });
  }

  private name(after: string): void {
    this.file = { path: withoutPrefix(after, this.before ?? "/dev/null"), lines: [] };
    // a deleted file has no added lines
    if (after !== "/dev/null") this.files.push(this.file);
  }

  private open({
    marks = "",
    old = "",
    start = "0",
    count = "1",
  }: Readonly<Record<string, string | undefined>>): void {
    this.hunks++;
    const columns = marks.length - 1;
    const removed = columns > 1 ? 0 : Number(/,(\d+)/.exec(old)?.[1] ?? "1");
    this.hunk = { columns, oldLeft: removed, newLeft: Number(count), number: Number(start) };
    // an empty line separates hunks, which are not adjacent in the file
    if ((this.file?.lines.length ?? 0) > 0)
      this.file?.lines.push({ text: "", number: Number(start), added: false });
  }

  /** Reads a line of a hunk; returns false if the line does not belong to the hunk. */
  private readInside(line: string, hunk: Hunk): boolean {
    const marks =
      line === "" || line === "\r" ? " ".repeat(hunk.columns) : line.slice(0, hunk.columns);
    if (line.startsWith("\\")) return true;
    if (marks.length < hunk.columns || !/^[-+ ]+$/.test(marks)) return false;
    if (marks.includes("-")) {
      if (hunk.columns === 1 && hunk.oldLeft-- <= 0) return false;
      return true;
    }
    if (hunk.newLeft-- <= 0) return false;
    if (!marks.includes("+")) hunk.oldLeft--;
    this.file?.lines.push({
      text: line.slice(hunk.columns),
      number: hunk.number++,
      added: marks.includes("+"),
    });
    return true;
  }
}

/** Returns the file name after `--- ` or `+++ `, without a timestamp; quoted names have the escapes of C. */
function nameIn(line: string): string {
  const written = line.slice(4).replace(/\r$/, "");
  const quoted = /^"((?:\\.|[^"\\])*)"/u.exec(written)?.[1];
  if (quoted === undefined) return written.replace(/\t.*$/, "");
  const bytes: number[] = [];
  for (const [, octal, escape, plain] of quoted.matchAll(/\\([0-7]{1,3})|\\(.)|([^"\\]+)/gu)) {
    if (octal !== undefined) bytes.push(parseInt(octal, 8));
    else
      bytes.push(
        ...Buffer.from(escape === undefined ? (plain ?? "") : (ESCAPES[escape] ?? escape)),
      );
  }
  return Buffer.from(bytes).toString("utf8");
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

/**
 * Returns the path after `+++ ` without Git's prefix such as `b/`. If both paths begin with the same letter and a slash, these are the
 * name of a folder instead of a prefix.
 */
function withoutPrefix(after: string, before: string): string {
  const prefix = /^[a-z]\/(?=.)/.exec(after)?.[0];
  const other = /^[a-z]\/(?=.)/.exec(before)?.[0];
  if (prefix === undefined) return after;
  return before === "/dev/null"
    ? /^[bciow]\/$/.test(prefix)
      ? after.slice(2)
      : after
    : other !== undefined && other !== prefix
      ? after.slice(2)
      : after;
}
