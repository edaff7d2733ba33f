import type { Source } from "../../source.js";
import { firstNonBlank, linesOf, type Line } from "../../lex/lines.js";
import { PLAIN_WORD } from "../../lex/quoting.js";
import { isDefinition } from "../markdown/front-matter.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { execWords, withArguments, type ExecWord } from "./exec-form.js";
import { decidingKey } from "./key-meanings.js";
import { parseFlow, scalarSource } from "./flow-collections.js";
import { undoubled } from "./decode-strings.js";
import { isExecForm, joinsArguments, ValueReader } from "./value-reader.js";
import { BLOCK_HEADER, readBlockScalar, readPlainScalar } from "./yaml-scalars.js";

const KEY =
  /^(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s#'"[\]{},&*!|>%@`-][^#\n]*?|-[^\s#][^#\n]*?|[$<*&]\S*?))[ \t]*:(?=[ \t]|$)/;
const PROPERTIES = /^(?:[&!][^\s,[\]{}]*[ \t]+)+/;

/** Compose and Kubernetes double the `$` of the shell's variables and substitutions. In a shell script, `$$NAME` is of no use. */
const DOUBLED = /\$\$(?=[\w({])/g;

/** The tag of the front matter of a Markdown document. */
export const FRONT_MATTER_TAG = "front-matter";

/** A list of plain values under one key, while it is read. */
interface List {
  readonly key: string | null;
  readonly indent: number;
  readonly words: ExecWord[];
}

/** Reads YAML: every value may be a command, except under descriptive keys. */
export function readYaml(tools: Tools, snippet: Snippet): void {
  new YamlReader(tools, { ...snippet, source: undoubled(snippet.source, DOUBLED) }).read();
}

class YamlReader {
  private readonly values: ValueReader;
  private readonly source: Source;
  private readonly text: string;
  private readonly lines: readonly Line[];
  /** Whether the fields define a skill or an agent: front matter with a name and a description. */
  private readonly isDefinition: boolean;
  /** The keys that enclose the current line, with their indentation. */
  private readonly keys: { indent: number; key: string }[] = [];
  private list: List | null = null;
  /** The words of `command:`, `entrypoint:` or `args:`, which an adjacent list may continue. */
  private pending: List | null = null;

  constructor(
    private readonly tools: Tools,
    private readonly snippet: Snippet,
  ) {
    this.values = new ValueReader(tools, snippet, "yaml");
    this.source = snippet.source;
    this.text = snippet.source.text;
    this.lines = [...linesOf(this.text)];
    this.isDefinition = snippet.tag === FRONT_MATTER_TAG && isDefinition(this.text);
  }

  read(): void {
    for (let at = 0; at < this.lines.length; ) {
      const line = this.lines[at];
      if (line === undefined) break;
      const textStart = firstNonBlank(this.text, line);
      if (textStart === line.end) at++;
      else if (this.text[textStart] === "#") {
        this.tools.addComment(this.snippet, line);
        at++;
      } else at = this.entry(line, at, textStart);
    }
    this.endList();
    this.endPending();
  }

  /** Reads one line from `textStart` on: its list marks, its key, its value. Returns the index of the next line to read. */
  private entry(line: Line, at: number, textStart: number): number {
    let start = textStart;
    let dash = -1;
    while (
      this.text[start] === "-" &&
      [" ", "\t", "\n", ""].includes(this.text.slice(start + 1, start + 2))
    ) {
      dash = start - line.start;
      start = firstNonBlank(this.text, { start: start + 1, end: line.end });
    }
    const indent = start - line.start;
    const content = this.text.slice(start, line.end);
    const key = KEY.exec(content);
    this.leave(dash >= 0 ? dash : indent, dash >= 0);
    if (key === null) return this.value(at, start, dash, dash >= 0 ? dash : indent - 1, null);
    this.endList();
    const name = key[1] ?? key[2] ?? key[3] ?? "";
    if (dash >= 0) this.leave(indent, false);
    const enclosing = this.owner();
    this.keys.push({ indent, key: decidingKey(enclosing, name, false) ?? name });
    return this.value(at, start + key[0].length, -1, indent, decidingKey(enclosing, name, true));
  }

  /** Forgets the keys that do not enclose an entry at `indent`; list items may be indented as far as their key. */
  private leave(indent: number, isItem: boolean): void {
    if (this.list !== null && (!isItem || this.list.indent !== indent)) this.endList();
    if (this.pending !== null && indent < this.pending.indent) this.endPending();
    this.keys.length =
      1 +
      this.keys.findLastIndex((key) => key.indent < indent || (isItem && key.indent === indent));
  }

  private value(
    at: number,
    from: number,
    dash: number,
    parent: number,
    key: string | null,
  ): number {
    const line = this.lines[at];
    if (line === undefined) return at + 1;
    let start = firstNonBlank(this.text, { start: from, end: line.end });
    start += PROPERTIES.exec(this.text.slice(start, line.end))?.[0].length ?? 0;
    const rest = this.text.slice(start, line.end);
    if (rest === "" || rest.startsWith("#")) return at + 1;
    const header = BLOCK_HEADER.exec(rest);
    if (header !== null) {
      const scalar = readBlockScalar(this.source, this.lines, at, parent, header);
      const first = this.lines[at + 1] ?? line;
      const end = Math.max(first.start, (this.lines[scalar.next - 1] ?? first).end);
      return this.found(scalar.content, first.start, end, dash, key, scalar.next);
    }
    if ("\"'[{".includes(rest.charAt(0))) return this.flow(at, start, dash, key);
    const scalar = readPlainScalar(this.source, this.lines, at, start, parent);
    return this.found(
      scalar.content,
      start,
      (this.lines[scalar.next - 1] ?? line).end,
      dash,
      key,
      scalar.next,
    );
  }

  private flow(at: number, start: number, dash: number, key: string | null): number {
    const node = parseFlow(this.text, start, "yaml");
    let next = at + 1;
    while (next < this.lines.length && (this.lines[next]?.start ?? Infinity) < node.end) next++;
    if (node.kind === "scalar")
      return this.found(
        scalarSource(this.source, node, "yaml"),
        node.start,
        node.end,
        dash,
        key,
        next,
      );
    const owner = key ?? this.owner();
    if (
      node.kind === "array" &&
      node.items.every((item) => item.kind === "scalar") &&
      node.items.length > 0
    ) {
      const words = execWords(this.source, node.items, "yaml");
      if (dash >= 0) this.values.words(owner, words, { nested: true });
      else this.endWords({ key: owner, indent: this.ownIndent, words });
    } else this.values.tree(node, owner);
    return next;
  }

  /** Handles a scalar: an item of a list, or the value of a key. */
  private found(
    content: Source,
    start: number,
    end: number,
    dash: number,
    key: string | null,
    next: number,
  ): number {
    if (dash >= 0) {
      this.list ??= { key: this.owner(), indent: dash, words: [] };
      this.list.words.push({ content, start, end });
      // a program's name, which the adjacent list of arguments continues
    } else if (key !== null && PLAIN_WORD.test(content.text) && joinsArguments(key, "args"))
      this.endWords({ key, indent: this.ownIndent, words: [{ content, start, end }] });
    else if (key !== null) this.keyed(key, content);
    else this.values.scalar(this.owner(), content, true);
    return next;
  }

  private keyed(key: string, content: Source): void {
    const around = this.keys.at(-2)?.key ?? "";
    if (this.tools.isAddressed(key, this.isDefinition && this.keys.length === 1))
      return this.values.prose(content);
    const isSalt = key === "name" && around === "cmd.run";
    // a module's `cmd` parameter is read like the module's own value
    this.values.scalar(
      isSalt ? "cmd" : key === "cmd" && around.endsWith("command") ? around : key,
      content,
      true,
    );
  }

  private owner(): string | null {
    return this.keys.at(-1)?.key ?? null;
  }

  private endList(): void {
    const { list } = this;
    this.list = null;
    if (list !== null) this.endWords({ ...list, indent: this.ownIndent });
  }

  private get ownIndent(): number {
    return this.keys.at(-1)?.indent ?? 0;
  }

  /** Ends a list: reads it together with an adjacent one, keeps it until an adjacent one follows, or reads it alone. */
  private endWords(list: List): void {
    const { pending } = this;
    const sibling = pending !== null && pending.indent === list.indent ? pending : null;
    const isHead = joinsArguments(list.key, "args");
    const waits = isHead
      ? isExecForm(list.words) || list.words.length === 1
      : joinsArguments("command", list.key);
    if (sibling !== null && joinsArguments(sibling.key, list.key)) {
      this.pending = null;
      this.values.words(sibling.key, [...sibling.words, ...list.words]);
    } else if (sibling !== null && joinsArguments(list.key, sibling.key)) {
      this.pending = null;
      this.values.words(list.key, withArguments(this.source, list.words, sibling.words));
    } else if (waits) {
      this.endPending();
      this.pending = list;
    } else this.values.words(list.key, list.words);
  }

  private endPending(): void {
    if (this.pending !== null) this.values.words(this.pending.key, this.pending.words);
    this.pending = null;
  }
}
