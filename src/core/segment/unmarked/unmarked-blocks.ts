import type { Source } from "../../source.js";
import { ShellScan } from "../../lex/shell-scan.js";
import { PYTHON_SESSION } from "../formats/python-and-javascript.js";
import {
  firstNonBlank,
  firstLine,
  joinLines,
  lineStart,
  linesOf,
  type TextRange,
} from "../../lex/lines.js";
import { contentLines, type Leaf, type Leaves } from "../markdown/leaves.js";
import { isUnknownCommands } from "../running/command-or-prose.js";
import { shellRuns, type Run } from "../running/shell-lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { hasStatements, isStatementLine, mayExecute, sniffStatements } from "./sniff-language.js";

/** Maximum number of blocks of one script, and of one program or session. */
const MAX_SCRIPT_BLOCKS = 400;
const MAX_BLOCKS = 60;
/** Maximum number of characters of a line that are read to classify it. */
const LOOK = 400;

/**
 * Reads code without any marks, which Markdown splits: a blank line ends a paragraph, indented text below it is a block, a
 * comment is a heading, a prompt a quotation. Blocks that together are a shell script, a session of an interpreter or a program
 * are read as one region.
 */
export class UnmarkedBlocks {
  /** The number of blocks that may still be searched without finding the end of a script, so that the time is bounded. */
  private budget = 4 * MAX_SCRIPT_BLOCKS;
  /** The leaves before this index belong to a script without a trigger word. */
  private silentUntil = 0;
  /** The index of the last searched leaf with a trigger word; no fence is between the requested leaf and that one. */
  private namedAt = -1;
  /** The leaves before this index, which is that of a fence or of the end of the search, have no trigger word. */
  private namelessUntil = 0;
  /** The leaves before this index do not belong to a relevant program; null until the first paragraph is read. */
  private plainUntil: number | null = null;

  constructor(
    private readonly tools: Tools,
    private readonly snippet: Snippet,
    private readonly leaves: Leaves,
  ) {}

  /** Reads the code that begins with leaf `at`. Returns the index of its last leaf; -1 if no code begins there. */
  read(at: number): number {
    const leaf = this.leaves.at(at);
    if (leaf === undefined || !this.mayName(at)) return -1;
    const script = this.script(leaf, at);
    if (script > at) return script;
    const session = this.session(leaf, at);
    if (session >= at || leaf.name !== "Paragraph") return session;
    this.plainUntil ??= mayExecute(this.text, this.tools.heads) ? 0 : Infinity;
    return at < this.plainUntil ? -1 : this.program(leaf, at);
  }

  /** Whether a leaf, or one between it and the next fence, has a trigger word; unmarked code does not extend past a fence. */
  private mayName(at: number): boolean {
    if (at < this.namelessUntil) return false;
    if (at <= this.namedAt) return true;
    let next = at;
    for (; next < at + MAX_SCRIPT_BLOCKS; next++) {
      const leaf = this.leaves.at(next);
      if (leaf === undefined || leaf.name === "FencedCode") break;
      if (!this.isUnread(leaf) && this.tools.mentions(this.textOf(leaf))) {
        this.namedAt = next;
        return true;
      }
    }
    this.namelessUntil = next;
    return false;
  }

  private isUnread({ start, end }: Leaf): boolean {
    return this.tools.isUnread(this.snippet.source.origin(start, end));
  }

  private get text(): string {
    return this.snippet.source.text;
  }

  /** Returns the index of the last leaf up to which all leaves after `at` meet the condition. */
  private lastWhile(at: number, condition: (leaf: Leaf) => boolean): number {
    let last = at;
    const next = (): Leaf | undefined => this.leaves.at(last + 1);
    for (
      let leaf = next();
      leaf !== undefined && last < at + MAX_BLOCKS && condition(leaf);
      leaf = next()
    )
      last++;
    if (last === at + MAX_BLOCKS)
      this.recordLimit("a program of too many blocks", this.leaves.at(at)?.start ?? 0, last);
    return last;
  }

  /** Records a limit: the blocks up to leaf `last`, or up to the end of the text, are read separately. */
  private recordLimit(what: string, start: number, last?: number): void {
    const end = last === undefined ? undefined : this.leaves.at(last)?.end;
    const message = `${what} is read block by block`;
    this.tools.limit("size", message, this.snippet.source, start, end);
  }

  private textOf(leaf: Leaf): string {
    return this.text.slice(leaf.start, leaf.end);
  }

  /** Returns the block directly below the document that is a leaf or contains it. */
  private topOf(at: number): Leaf["block"] | undefined {
    return this.leaves.at(at)?.block.topBelow(this.snippet.block);
  }

  private script(leaf: Leaf, at: number): number {
    const { snippet, tools } = this;
    if (
      this.budget <= 0 ||
      at < this.silentUntil ||
      leaf.block.parent !== snippet.block ||
      leaf.block.inlineCode.length > 0
    )
      return at;
    if (!this.beginsScript(leaf)) return at;
    const last = this.lastOfScript(at);
    if (last === at) return at;
    const end = this.leaves.at(last) ?? leaf;
    if (!tools.mentions(this.text.slice(leaf.start, end.end))) {
      this.silentUntil = last;
      return at;
    }
    const block = snippet.block.merge(leaf.block.index, end.block.topBelow(snippet.block).index);
    tools.add(
      { ...snippet, block, tag: null, kind: "prose" },
      "shell",
      snippet.source.slice(leaf.start, end.end),
    );
    return last;
  }

  private beginsScript(leaf: Leaf): boolean {
    if (!["Paragraph", "CodeBlock", "SetextHeading1", "SetextHeading2"].includes(leaf.name))
      return false;
    // A paragraph may be a heading because its here-document contains dashes; that of indented lines may continue without indentation.
    const isText = leaf.name === "Paragraph" || endsInHereDocument(this.textOf(leaf));
    return isText && ["shell", "mixed"].includes(this.contentOf(leaf));
  }

  /**
   * Returns what all lines of a paragraph look like: shell, whose last command may be unfinished; shell with unknown commands;
   * only unknown commands.
   */
  private contentOf(leaf: Leaf): "shell" | "mixed" | "unknown" | "text" {
    const text = this.textOf(leaf);
    const kinds = new Set<Run["kind"]>();
    for (const run of shellRuns(text, this.tools.heads, { running: true })) {
      const isText = run.kind === "text" && !isUnknownCommands(text, run, this.tools.heads);
      if (isText || (run.kind === "comment" && leaf.name !== "CodeBlock")) return "text";
      kinds.add(run.kind);
    }
    if (kinds.size > 1) return "mixed";
    return kinds.has("shell") ? "shell" : "unknown";
  }

  private lastOfScript(at: number): number {
    const { leaves, text } = this;
    const scan = new ShellScan();
    let last = at;
    let read = leaves.at(at)?.start ?? 0;
    let next = at;
    for (; next < at + MAX_SCRIPT_BLOCKS; next++) {
      const leaf = leaves.at(next);
      if (
        leaf === undefined ||
        leaf.name === "FencedCode" ||
        (!scan.open && next > at && !this.continues(last, next))
      )
        break;
      for (const line of linesOf(text, read, leaf.end)) scan.line(text, line.start, line.end);
      read = Math.min(text.length, leaf.end + 1);
      // a script ends where a block of the document ends
      if (
        !scan.open &&
        !isComment(leaf) &&
        (next === at || !this.isBetween(leaf)) &&
        this.topOf(next + 1) !== this.topOf(next)
      )
        last = next;
    }
    const begin = leaves.at(at)?.start ?? 0;
    if (next === at + MAX_SCRIPT_BLOCKS)
      this.recordLimit("a script of too many blocks", begin, next);
    if (this.budget > 0 && (this.budget -= next - 1 - last) <= 0)
      this.recordLimit("text that may begin scripts", begin);
    return last;
  }

  /**
   * Whether a finished script continues with the leaf `next`: another script paragraph, or a comment line without a blank line
   * around.
   */
  private continues(last: number, next: number): boolean {
    const leaf = this.leaves.at(next);
    const before = this.leaves.at(next - 1);
    if (leaf === undefined || before === undefined) return false;
    if (isComment(leaf)) return this.isAdjacent(before, leaf);
    if (
      leaf.block.parent !== this.snippet.block ||
      leaf.name !== "Paragraph" ||
      this.contentOf(leaf) === "text"
    )
      return false;
    return next - 1 === last || this.isAdjacent(before, leaf) || this.isBetween(before);
  }

  /** Whether a leaf is only unknown commands, which are part of a script that continues after them. */
  private isBetween(leaf: Leaf): boolean {
    return leaf.name === "Paragraph" && this.contentOf(leaf) === "unknown";
  }

  private isAdjacent(before: Leaf, after: Leaf): boolean {
    return !/\n[ \t]*\n/.test(this.text.slice(before.end, after.start));
  }

  /** Reads a session, up to the last block that begins with a prompt. Returns the index of its last leaf; -1 if there is none. */
  private session(leaf: Leaf, at: number): number {
    if (!this.beginsWithPrompt(leaf)) return -1;
    const last = this.lastWhile(at, (next) => this.beginsWithPrompt(next));
    // a part of a quote or a list is not a session
    if (this.topOf(last + 1) === this.topOf(last)) return -1;
    const source = this.snippet.source.slice(
      lineStart(this.text, leaf.start),
      this.leaves.at(last)?.end ?? leaf.end,
    );
    const block = this.snippet.block.merge(
      this.topOf(at)?.index ?? 0,
      this.topOf(last)?.index ?? 0,
    );
    this.tools.readCode({ ...this.snippet, block, tag: "pycon", kind: "prose", source });
    return last;
  }

  /** Whether a leaf begins with a statement after a prompt; without a statement, `>>>` could also be a nested quotation. */
  private beginsWithPrompt(leaf: Leaf): boolean {
    if (leaf.name !== "Paragraph") return false;
    const { source, block } = this.snippet;
    const line = { start: lineStart(source.text, leaf.start), end: leaf.end };
    const first = firstLine(source.text.slice(line.start, Math.min(line.end, line.start + LOOK)));
    const prompt = PYTHON_SESSION.exec(first)?.[0];
    if (prompt === undefined || !hasStatements(first.slice(prompt.length))) return false;
    const [start] = source.origin(firstNonBlank(source.text, line), line.end);
    return leaf.block.topBelow(block).start === start;
  }

  /**
   * Reads a program that decodes something or runs a shell, and has several lines, or one line that cannot be a sentence. Returns
   * the index of its last leaf; -1 if there is none.
   */
  private program(leaf: Leaf, at: number): number {
    const { parent } = leaf.block;
    if (parent === null || !this.isPart(leaf, parent)) return -1;
    const last = this.lastWhile(at, (next) => this.isPart(next, parent));
    this.plainUntil = last + 1;
    const parts = Array.from(
      { length: last - at + 1 },
      (_, index) => this.leaves.at(at + index) ?? leaf,
    );
    const source = codeOf(this.snippet.source, parts);
    const { text } = source;
    const isCode =
      this.tools.mentions(text) &&
      mayExecute(text, this.tools.heads) &&
      (text.includes("\n") || isStatementLine(text));
    const program = isCode ? sniffStatements(text) : null;
    if (program === null) return -1;
    const block = parent.merge(leaf.block.index, (parts[parts.length - 1] ?? leaf).block.index);
    this.tools.add({ ...this.snippet, block, tag: null, kind: "prose" }, program, source);
    return last;
  }

  /** Whether a leaf below `parent` consists of statements. */
  private isPart(leaf: Leaf, parent: Leaf["block"]): boolean {
    if (leaf.block.parent !== parent || (leaf.name !== "Paragraph" && leaf.name !== "CodeBlock"))
      return false;
    const own = codeOf(this.snippet.source, [leaf]).text;
    return !own.includes("`") && hasStatements(own);
  }
}

/** Whether a leaf is `# …`: a heading in Markdown and a comment in a shell. */
function isComment(leaf: Leaf): boolean {
  return leaf.name.startsWith("ATXHeading");
}

function endsInHereDocument(text: string): boolean {
  const scan = new ShellScan();
  for (const line of linesOf(text)) scan.line(text, line.start, line.end);
  return scan.inHereDocument;
}

/** Returns the lines of leaves, with a blank line between two. */
function codeOf(source: Source, leaves: readonly Leaf[]): Source {
  const { text } = source;
  const first = leaves[0]?.start ?? 0;
  const indent = first - lineStart(text, first);
  const blank = ({ start }: Leaf): TextRange => ({ start, end: start });
  return joinLines(
    source,
    leaves.flatMap((leaf, at) => [
      ...(at === 0 ? [] : [blank(leaf)]),
      ...codeLines(text, leaf, indent),
    ]),
  );
}

/** Yields the lines of a leaf without quote marks and the space after them, and without the indentation of an enclosing list. */
function* codeLines(text: string, leaf: Leaf, indent: number): Generator<TextRange> {
  const start = leaf.name === "CodeBlock" ? lineStart(text, leaf.start) : leaf.start;
  for (const line of contentLines(text, { ...leaf, start })) {
    const margin =
      line.from > line.start
        ? line.from + 1
        : line.start === leaf.start
          ? line.start
          : line.start + indent;
    yield { start: Math.min(line.textStart, margin), end: line.end };
  }
}
