import type { Syntax } from "./string-syntax.js";

/** The families of languages, each read by one reader of `segment/`; `other` contains languages without a grammar or format here. */
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

/** The comments of a language. */
export interface Comments {
  /** Openings of comments that end with their line. */
  readonly line: readonly Mark[];
  /** Openings and closings of comments over several lines; one without a closing reaches to the end of the text. */
  readonly block: readonly (Mark & { readonly close: string })[];
  /** Texts that begin like a comment but are not one: `#[`. */
  readonly none: readonly string[];
}

export interface Mark {
  readonly open: string;
  /** Whether it is only valid at the beginning of a line. */
  readonly first: boolean;
  /** Whether it is a whole word, in any case: `REM`. */
  readonly word: boolean;
}

/** A language, or a format. */
export interface Language {
  /** The name, which is also a tag. */
  readonly name: string;
  readonly family: Family;
  /** Tags of fences, in lower case. */
  readonly tags: readonly string[];
  /** Names of files, in lower case: whole ones (`gemfile`) and suffixes (`.rb`). */
  readonly files: readonly string[];
  /** Programs that run its scripts, as in a first line `#!…`, without a version. */
  readonly programs: readonly string[];
  readonly comments: Comments;
  /** The quotes of plain strings, each of which closes itself. */
  readonly quotes: string;
  /** The syntax of strings and calls; null if a grammar reads it or nothing is known. */
  readonly syntax: Syntax | null;
  /** The language of `queries/` that lists the calls that pass text to a shell. */
  readonly calls: string | null;
  /** Matches first lines of code with which no other language and no prose begins. */
  readonly opening: readonly RegExp[];
  /** Matches lines that no other language has, at any place. */
  readonly lines: readonly RegExp[];
}

/** The part of a language that distinguishes code from comments. */
export type CodeMarks = Pick<Language, "comments" | "quotes">;

/**
 * Reads the notation of the table: openings separated by spaces. `/*..*\/` has an opening and a closing, `__END__..` reaches
 * to the end of the text; `^=pod` must begin a line; letters must be a whole word (`REM`); `!#[` is not a comment.
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
