/** A file as a diff shows it: the lines that were there or came, with their numbers in the file. */
export interface DiffFile {
  readonly path: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly text: string;
  /** Its number in the new file. */
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

/** Whether a text begins as diffs do. */
export function beginsAsDiff(text: string): boolean {
  return START.test(text.slice(0, 5000));
}

/** Reads a unified or combined diff; null if it has no hunk. */
export function parseDiff(text: string): Diff | null {
  const reader = new Reader();
  text.split("\n").forEach((line, i) => reader.read(line, i + 1));
  return reader.hunks === 0 ? null : { files: reader.files, rest: reader.rest };
}

/** A hunk that is being read: how many lines of it are still to come, and the columns of its marks. */
interface Hunk {
  readonly columns: number;
  old: number;
  left: number;
  number: number;
}

class Reader {
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
    this.hunk = { columns, old: removed, left: Number(count), number: Number(start) };
    // hunks are their own parts
    if ((this.file?.lines.length ?? 0) > 0)
      this.file?.lines.push({ text: "", number: Number(start), added: false });
  }

  /** Whether the line belongs to the hunk. */
  private readInside(line: string, hunk: Hunk): boolean {
    const marks =
      line === "" || line === "\r" ? " ".repeat(hunk.columns) : line.slice(0, hunk.columns);
    if (line.startsWith("\\")) return true;
    if (marks.length < hunk.columns || !/^[-+ ]+$/.test(marks)) return false;
    if (marks.includes("-")) {
      if (hunk.columns === 1 && hunk.old-- <= 0) return false;
      return true;
    }
    if (hunk.left-- <= 0) return false;
    if (!marks.includes("+")) hunk.old--;
    this.file?.lines.push({
      text: line.slice(hunk.columns),
      number: hunk.number++,
      added: marks.includes("+"),
    });
    return true;
  }
}

/** Returns the name after `--- ` or `+++ `, without a time; quoted names use the escapes of C. */
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

/** Returns a path without the `b/` that Git writes before it; where both sides have the same first letter, it is a folder. */
function withoutPrefix(after: string, before: string): string {
  const [mark] = /^[a-z]\/(?=.)/.exec(after) ?? [];
  const other = /^[a-z]\/(?=.)/.exec(before)?.[0];
  if (mark === undefined) return after;
  return before === "/dev/null"
    ? /^[bciow]\/$/.test(mark)
      ? after.slice(2)
      : after
    : other !== undefined && other !== mark
      ? after.slice(2)
      : after;
}
