import type { Span } from "../model.js";
import type { Place } from "../segment/region.js";
import { answeredAhead } from "./answers.js";
import { Passage } from "./passage.js";
import { Recent } from "./recent.js";
import { lowerBound } from "../search.js";
import type { Stance } from "./stance.js";

/** The marks that open a comment, by family of language; each matches at the start of a comment. */
const MARKS = {
  hash: "@?#+(?!!)",
  slashes: "//+|\\{?/\\*+|\\*(?=\\s)",
  dashes: "--+",
  rem: "(?:@?rem(?=\\s)|::+)",
  semicolon: ";+",
  angle: "<!--",
  percent: "%+",
} as const;
type Mark = keyof typeof MARKS;

const FAMILIES: readonly { readonly marks: readonly Mark[]; readonly tags: readonly string[] }[] = [
  { marks: ["slashes"], tags: ["json", "jsonc", "json5", "css", "scss", "less"] },
  { marks: ["hash", "slashes"], tags: ["php", "hcl", "terraform", "tf", "nix"] },
  // the second mark is that of the shell in their strings of many lines
  { marks: ["slashes", "hash"], tags: ["js", "javascript", "mjs", "cjs", "jsx", "ts", "typescript", "tsx", "java", "c", "cpp", "c++", "h", "cs", "csharp", "go", "golang", "rust", "rs", "swift", "kotlin", "kt", "scala", "dart", "groovy", "jenkinsfile", "gradle", "zig"] },
  { marks: ["dashes"], tags: ["sql", "psql", "mysql", "plsql", "postgresql", "sqlite", "lua", "haskell", "hs", "elm", "ada", "vhdl", "applescript"] },
  { marks: ["rem"], tags: ["bat", "batch", "cmd", "dos", "batchfile"] },
  { marks: ["semicolon", "hash"], tags: ["ini", "cfg", "conf", "systemd", "service", "desktop", "registry"] },
  { marks: ["semicolon"], tags: ["asm", "nasm", "lisp", "clojure", "clj", "scheme", "elisp", "racket"] },
  { marks: ["angle", "slashes"], tags: ["html", "xml", "svg", "vue", "svelte", "md", "markdown", "htm", "xhtml"] },
  { marks: ["percent"], tags: ["tex", "latex", "matlab", "erlang", "prolog"] },
];
const EVERY_MARK: readonly Mark[] = ["hash", "slashes", "dashes", "rem", "semicolon", "angle"];
const MARGIN = String.raw`[ \t>|+]*(?:-\s+)?(?:[\w@:~()\\/. -]{0,60}?[$%❯>]\s+)?`;

/** "# ^^^ unsafe": the comment speaks of the line above, as one behind it would. */
const ARROWS = /^[^\w\n^↑]{0,80}[\^↑]+[^\w\n]*/;

const HERE_DOCUMENT = /<<-?[ \t]*["'\\]?([A-Za-z_]\w*)/;

interface Line {
  readonly start: number;
  readonly end: number;
  /** The comment above, what it says of this line, and what the one below says that points up. */
  comment: Span | null;
  above: Stance | null;
  below: Stance | null;
}

/** How many comments are kept read: matches come in order. */
const KEPT = 8;

/** Each sentence of a comment leads over to the code below. */
const COMMENT = { open: true, through: true, antecedent: false } as const;

/** The comments of one code block: which lines they warn against or favour. */
export class CommentedCode {
  private readonly lines: readonly Line[];
  private readonly read = new Recent<Span, Passage>(KEPT);
  private readonly named = new Recent<string, Stance>(KEPT);

  constructor(private readonly text: string, span: Span, private readonly marks: CommentMarks) {
    // most blocks hold no comment: they are told by one scan
    this.lines = marks.any.test(text.slice(...span)) ? linesOf(text, span) : [];
    this.cover();
  }

  /** What the comments around a match say of it: the trailing one first, then the one above, then one below that points up. */
  stanceOn(match: Span): Stance | null {
    const trailing = this.trailing(match);
    if (trailing !== null && trailing.stance !== "neutral") return trailing;
    const line = this.lineAt(match[0]);
    return line?.above ?? line?.below ?? (line === undefined || line.comment === null ? null : this.naming(line.comment, match));
  }

  /** "Don't use eval", above a line that begins with `eval`. */
  private naming(comment: Span, match: Span): Stance | null {
    const word = firstWord(this.text, match);
    const stance = this.named.get(`${comment[0]} ${word}`, () => this.passageOf(comment).introduces({ ...COMMENT, word }));
    return stance.stance === "neutral" ? null : stance;
  }

  private passageOf(comment: Span): Passage {
    return this.read.get(comment, () => new Passage(this.text, comment, [], "comment"));
  }

  private trailing(match: Span): Stance | null {
    const line = this.lineAt(match[1] - 1);
    return line === undefined ? null : trailingStance(this.text, [match[1], line.end], this.marks);
  }

  private cover(): void {
    let group: { comment: Span | null; stance: Stance | null; up: Stance | null } | null = null;
    let run: Line[] = [];
    let terminator: string | null = null;
    for (let at = 0; at < this.lines.length; at++) {
      const line = this.lines[at];
      if (line === undefined) break;
      const text = this.text.slice(line.start, line.end);
      // What a here-document says is said inside it.
      if (terminator !== null && text.replace(/^[\s>]+|\s+$/g, "") === terminator) group = terminator = null;
      terminator ??= HERE_DOCUMENT.exec(text)?.[1] ?? null;
      if (this.marks.line.test(text)) {
        const last = this.endOfGroup(at);
        group = this.judge([line.start, this.lines[last]?.end ?? line.end]);
        for (const before of run) before.below = group.up;
        run = [];
        at = last;
      } else if (/^[\s>|+]*$/.test(text)) {
        group = null;
        run = [];
      } else {
        line.above = group?.stance ?? null;
        line.comment = group?.comment ?? null;
        run.push(line);
      }
    }
  }

  /** Comment lines that follow each other are read as one text. */
  private endOfGroup(at: number): number {
    let last = at;
    for (let next = at + 1; next < this.lines.length; next++) {
      const line = this.lines[next];
      if (line === undefined || !this.marks.line.test(this.text.slice(line.start, line.end))) break;
      last = next;
    }
    return last;
  }

  private judge(comment: Span): { comment: Span | null; stance: Stance | null; up: Stance | null } {
    const passage = this.passageOf(comment);
    const arrows = ARROWS.exec(this.text.slice(comment[0], Math.min(comment[1], comment[0] + 200)))?.[0].length ?? 0;
    const beside = arrows === 0 ? null : new Passage(this.text, [comment[0] + arrows, comment[1]], [], "comment").besides();
    const above = beside?.stance === "against" ? beside.evidence : passage.pointsAbove();
    if (above !== null) return { comment: null, stance: null, up: { stance: "against", evidence: above } };
    const stance = passage.introduces(COMMENT);
    if (stance.stance !== "neutral") return { comment, stance, up: null };
    const denied = answeredAhead(this.text, { start: comment[0], end: comment[1], kind: "comment", inlineCode: [] });
    return { comment, stance: denied === null ? null : { stance: "against", evidence: denied }, up: null };
  }

  private lineAt(position: number): Line | undefined {
    return this.lines[lowerBound(this.lines.length, (index) => (this.lines[index]?.end ?? 0) >= position)];
  }
}

/** What a comment says that begins behind a command, in the rest of its line or of its inline code. */
export function trailingStance(text: string, [from, end]: Span, { trailing }: CommentMarks): Stance | null {
  const start = trailingComment(text.slice(from, Math.min(end, from + 400)), trailing);
  return start === null ? null : new Passage(text, [from + start, end], [], "comment").besides();
}

/** The word with which a command begins, as a warning may name it. */
export function firstWord(text: string, [start, end]: Span): string {
  return /^\w*/.exec(text.slice(start, Math.min(end, start + 40)))?.[0].toLowerCase() ?? "";
}

function linesOf(text: string, [start, end]: Span): Line[] {
  const lines: Line[] = [];
  let at = start;
  while (at < end) {
    const next = text.indexOf("\n", at);
    const stop = next < 0 || next > end ? end : next;
    lines.push({ start: at, end: stop, comment: null, above: null, below: null });
    at = stop + 1;
  }
  return lines;
}

/** Patterns for a language's comments: whether there may be any, a line that is one, and where one may begin behind code. */
export interface CommentMarks {
  readonly any: RegExp;
  readonly line: RegExp;
  readonly trailing: RegExp;
}

const cache = new Map<string, CommentMarks>();

/** The comment marks of a region's language; of every language where none is named. */
export function commentMarks(place: Pick<Place, "tag" | "language">): CommentMarks {
  const key = `${place.tag ?? ""}\n${place.language}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const sources = marksOf(place).map((mark) => MARKS[mark]).join("|");
  const marks = {
    any: new RegExp(sources, "i"),
    line: new RegExp(`^${MARGIN}(?:${sources})`, "i"),
    trailing: new RegExp(`(?:^|[\\s;&])(?:${sources.replace(";+", ";{1,9}(?=\\s)")})`, "i"),
  };
  if (cache.size < 200) cache.set(key, marks);
  return marks;
}

function marksOf({ tag, language }: Pick<Place, "tag" | "language">): readonly Mark[] {
  const family = FAMILIES.find(({ tags }) => tag !== null && tags.includes(tag));
  if (family !== undefined) return family.marks;
  if (language === "javascript") return ["slashes"];
  if (language === "python" || (tag !== null && language === "shell")) return ["hash"];
  return EVERY_MARK;
}

/** Where a comment begins in the rest of a line, outside quotation marks. */
function trailingComment(rest: string, pattern: RegExp): number | null {
  const outside = rest.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (quoted) => "x".repeat(quoted.length));
  const match = pattern.exec(outside);
  return match === null ? null : match.index;
}
