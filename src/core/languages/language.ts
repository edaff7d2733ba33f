import type { Syntax } from "./string-syntax.js";

/** The families of languages. One reader of `segment/` reads each family; `other` contains the languages that have no grammar here. */
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
  | "patterns"
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
  /** Strings that begin like a comment but are not one: `#[`. */
  readonly none: readonly string[];
}

/** The string that opens a comment, and where it does so. */
export interface Mark {
  readonly open: string;
  /** Whether it opens a comment only at the beginning of a line. */
  readonly first: boolean;
  /** Whether it must be a whole word, in upper or lower case: `REM`. */
  readonly word: boolean;
}

/** A language, or a format. */
export interface Language {
  /** The name, which is also a tag. */
  readonly name: string;
  readonly family: Family;
  /** Tags of fences, in lower case. */
  readonly tags: readonly string[];
  /** Names of files, in lower case: whole names (`gemfile`) and extensions (`.rb`). */
  readonly files: readonly string[];
  /** Programs that a `#!` line names to run a script of the language, without a version. */
  readonly programs: readonly string[];
  readonly comments: Comments;
  /** The quotes of plain strings, each of which closes itself. */
  readonly quotes: string;
  /** The syntax of strings and calls; null if the language has a grammar or its syntax is not known. */
  readonly syntax: Syntax | null;
  /** The language in `queries/` whose patterns name the calls that pass text to a shell; null if there is none. */
  readonly calls: string | null;
  /** Patterns for the first line of code, none of which matches a first line of prose or of another language. */
  readonly opening: readonly RegExp[];
  /** Patterns for any line of code, none of which matches a line of another language. */
  readonly lines: readonly RegExp[];
  /** Global patterns that end where a command line of a shell begins; after a quote, the command line is the string. */
  readonly commands: readonly RegExp[];
}

/** The properties of a language that are needed to find its comments. */
export type CodeMarks = Pick<Language, "comments" | "quotes">;

/**
 * Parses the comments of a language in the notation of `languages.json`, which separates them by spaces. `/*..*\/` has an opening and a
 * closing, and `__END__..` extends to the end of the text. `^=pod` and capital letters (`REM`) open a comment only at the beginning
 * of a line. `!#[` is not a comment.
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
