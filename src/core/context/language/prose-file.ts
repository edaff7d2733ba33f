import type { QueryFile } from "../../assets.js";
import { queryErrorAt, type QueryErrorCode } from "../../query/query-error.js";
import { shareContinuations } from "./share-continuations.js";

/** The base form, -ing form and past participle of a verb, as far as the language has them, and its marks. */
export interface Verb {
  readonly forms: readonly string[];
  readonly marks: readonly string[];
}

/** A group of phrases or verbs, or a shape. */
type Content =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "verbs"; readonly verbs: readonly Verb[] }
  | { readonly kind: "shape"; readonly source: string; readonly flags: string };

/** An entry with its file and offset. */
export type Entry = Content & { readonly file: QueryFile; readonly start: number };

/** A line of a file, with its offset. */
interface Line {
  readonly text: string;
  readonly start: number;
}

/** Matches the first line of a group or shape: `limits:`, `negators hasty:`, `verbs verbs:`, `seems =`, `turn g =`. */
const HEADER = /^(?<name>[a-z][a-z-]*)(?: (?<word>[a-z]+))?\s*(?<sign>[:=])$/;

/**
 * Reads the words and shapes of one language. A file contains groups and shapes, each below a comment that shows its purpose:
 *
 *     ; Directly before a negator these make it harmless: "why not run X".
 *     harmless-before:
 *       why | so as | in order
 *
 *     ; "looks dangerous, but …": what only seems so.
 *     seems =
 *       ^\s*(?:looks?|
 *       seems?)\b
 *
 * Phrases are in lower case, separated by ` | ` or on separate lines; a space matches any run of whitespace. In a `hasty` group
 * the apostrophe of "n't" may be missing. Each phrase of a `verbs` group is a verb: its forms separated by slashes, then its marks
 * in parentheses, `run / running / run (executes)`. The lines of a shape are one expression, in which `{limits}` matches any phrase
 * of that group, or the shape of that name.
 * @throws QueryError for the first error
 */
export function readProse(files: readonly QueryFile[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const file of files) new ProseReader(file, entries).read();
  return entries;
}

class ProseReader {
  private commented = false;

  constructor(
    private readonly file: QueryFile,
    private readonly entries: Map<string, Entry>,
  ) {}

  read(): void {
    let header: Line | null = null;
    let body: Line[] = [];
    const close = (): void => {
      if (header !== null) this.add(header, body);
      header = null;
      body = [];
    };
    let start = 0;
    for (const text of this.file.text.split("\n")) {
      const line = { text, start };
      start += text.length + 1;
      const begin = text.trimStart().charAt(0);
      if (begin === "" || begin === ";") {
        close();
        this.commented = begin !== "" || this.commented;
      } else if (begin !== text.charAt(0)) {
        if (header === null)
          throw this.refused(
            line.start,
            "query-syntax",
            "this line belongs to no group or shape",
            "write the name of a group or a shape above it",
          );
        body.push(line);
      } else {
        close();
        header = line;
      }
    }
    close();
  }

  private add({ text, start }: Line, body: readonly Line[]): void {
    const { name, word = "", sign } = HEADER.exec(text.trimEnd())?.groups ?? {};
    const refused = (problem: string, advice: string): Error =>
      this.refused(start, "query-syntax", problem, advice);
    if (name === undefined)
      throw refused(
        "this begins neither a group nor a shape",
        "write a name with : or =, and its phrases on indented lines",
      );
    if (!this.commented)
      throw refused(
        `"${name}" has no example`,
        "write a comment with an example sentence above it",
      );
    if (this.entries.has(name))
      throw this.refused(start, "query-name", `"${name}" is listed twice`, "keep one of the two");
    if (body.length === 0)
      throw refused(
        `"${name}" is empty`,
        "write its phrases on indented lines below, or remove it",
      );
    if (sign !== "=" && !["", "hasty", "verbs"].includes(word))
      throw refused(`a group cannot be "${word}"`, 'remove it, or write "hasty" or "verbs"');
    this.entries.set(name, {
      file: this.file,
      start,
      ...this.contentOf(sign === "=" ? "shape" : word, word, body),
    });
    this.commented = false;
  }

  /** Reads the lines below the name of a shape, with its flags, or below the name of a group. */
  private contentOf(kind: string, flags: string, body: readonly Line[]): Content {
    if (kind === "shape")
      return {
        kind,
        source: shareContinuations(body.map(({ text }) => text.trim()).join("")),
        flags,
      };
    const phrases = this.phrases(body);
    if (kind === "verbs") return { kind, verbs: phrases.map(verbOf) };
    return { kind: "words", words: kind === "hasty" ? phrases.map(hasty) : phrases };
  }

  private phrases(lines: readonly Line[]): string[] {
    const phrases = new Set<string>();
    for (const { text, start } of lines) {
      let at = text.length - text.trimStart().length;
      for (const phrase of text.trim().split(" | ")) {
        if (phrases.has(phrase))
          throw this.refused(
            start + at,
            "query-name",
            `"${phrase}" is listed twice`,
            "keep one of the two",
          );
        phrases.add(phrase);
        at += phrase.length + " | ".length;
      }
    }
    return [...phrases];
  }

  private refused(start: number, code: QueryErrorCode, problem: string, advice: string): Error {
    return queryErrorAt(this.file, start, code, problem, advice);
  }
}

function verbOf(text: string): Verb {
  const [, forms = "", marks = ""] = /^([^(]*)(?:\(([^)]*)\))?$/.exec(text) ?? [];
  return { forms: forms.split("/").map((form) => form.trim()), marks: marks.split(/,?\s+/) };
}

/** Returns a pattern in which the apostrophe may be missing, as in hasty writing: "you shouldnt run". */
function hasty(phrase: string): string {
  return phrase.replaceAll("n't", "n(?:')?t");
}
