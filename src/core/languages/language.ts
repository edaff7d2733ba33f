import type { Syntax } from "./string-syntax.js";

/**
 * The readers of `segment/`: languages of one family are read by the same one; `other` by that of languages with no grammar and
 * no format here.
 */
export type Family =
  | "shell"
  | "console"
  | "python"
  | "javascript"
  | "component"
  | "dockerfile"
  | "yaml"
  | "toml"
  | "json"
  | "make"
  | "systemd"
  | "crontab"
  | "batch"
  | "powershell"
  | "diff"
  | "html"
  | "markdown"
  | "output"
  | "diagram"
  | "text"
  | "bazel"
  | "puppet"
  | "tex"
  | "other";

/** How a language writes comments. */
export interface Comments {
  /** What opens one that ends with its line. */
  readonly line: readonly Mark[];
  /** What opens one that goes over lines, and what closes it; without that it reaches to the end of the text. */
  readonly block: readonly (Mark & { readonly close: string })[];
  /** What begins like a comment but is not one: `#[`. */
  readonly none: readonly string[];
}

export interface Mark {
  readonly open: string;
  /** Only at the beginning of a line. */
  readonly first: boolean;
  /** A word, in any case: `REM`. */
  readonly word: boolean;
}

/** A language, or a format. */
export interface Language {
  /** What it is called; a tag of it as well. */
  readonly name: string;
  readonly family: Family;
  /** Tags of fences, lower-cased. */
  readonly tags: readonly string[];
  /** Names of files, lower-cased: whole ones (`gemfile`) and endings (`.rb`). */
  readonly files: readonly string[];
  /** Programs that run its scripts, as a first line `#!…` names them, without a version. */
  readonly programs: readonly string[];
  readonly comments: Comments;
  /** The marks of plain strings, of which each is its own end. */
  readonly quotes: string;
  /** How it writes strings and calls; null if a grammar reads it or nothing is known. */
  readonly syntax: Syntax | null;
  /** The languages of `queries/` whose names say which calls hand text to a shell. */
  readonly calls: string | null;
  /** What the first line of code may be, where no other language and no prose begins so. */
  readonly opening: readonly RegExp[];
  /** Lines that no other language has, wherever they stand. */
  readonly lines: readonly RegExp[];
}

/** What tells code from comments. */
export type CodeMarks = Pick<Language, "comments" | "quotes">;

/**
 * Reads the notation of the table: marks with blanks between them. `/*..*\/` goes from one to the other, `__END__..` to the end
 * of the text; `^=pod` must begin a line; letters must be a whole word (`REM`); `!#[` is not a comment.
 */
export function commentsOf(notation: string): Comments {
  const marks = notation.split(" ").filter((mark) => mark !== "");
  const read = (mark: string): Mark => {
    const word = /^@?[A-Z]+$/.test(mark);
    const first = word || (mark.startsWith("^") && mark.length > 1);
    return { open: first && !word ? mark.slice(1) : mark, first, word };
  };
  const isNone = (mark: string): boolean => mark.startsWith("!") && mark.length > 1;
  return {
    line: marks.filter((mark) => !mark.includes("..") && !isNone(mark)).map(read),
    block: marks
      .filter((mark) => mark.includes(".."))
      .map((mark) => ({
        ...read(mark.slice(0, mark.indexOf(".."))),
        close: mark.slice(mark.indexOf("..") + 2),
      })),
    none: marks.filter(isNone).map((mark) => mark.slice(1)),
  };
}
