import type { Dismissal, Language } from "../../model.js";
import { familyOf } from "../../languages/index.js";
import { oncePer } from "../../once.js";
import { Source } from "../../source.js";
import { isCloudConfig } from "./cloud-config.js";
import {
  sniffProgram,
  sniffStatements,
  sniffTag,
  startsProcess,
} from "../unmarked/sniff-language.js";
import { hasPowershell } from "../unmarked/sniff-family.js";
import { shownAs, type Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { looksLikeShell } from "../running/command-or-prose.js";
import { execForm, execWords, withArguments, type ExecWord } from "./exec-form.js";
import { scalarSource, type Dialect, type FlowNode } from "./flow-collections.js";
import {
  isCommandKey,
  isDescriptive,
  isForbidding,
  isReturned,
  isTextKey,
  shownByKey,
  decidingKey,
} from "./key-meanings.js";

/** Keys that begin a command array, and those that continue it. */
const HEAD_KEY = /^(?:command|cmd|entrypoint|exec|program|path|executable|runtimeExecutable)$/i;
const TAIL_KEY = /^(?:args|arguments|command|cmd)$/i;

/** Matches the option before code in a list of arguments whose program is named elsewhere, such as in a container image. */
const CODE_OPTION = /^-[a-z]{0,4}c$/;

/** Match the Ansible modules that take a command, and their parameters, which may follow the command. */
const COMMAND_MODULE = /(?:^|\.)(?:shell|(?:win_)?command|raw|script)$/;
const PARAMETER = /^(?:chdir|creates|removes|executable|warn|stdin)=/;

/** Whether a YAML file is an Ansible file; cached, since each command asks for it. */
const isAnsible = oncePer(({ source: { text } }: Snippet) =>
  [
    " hosts:",
    " become:",
    " register:",
    " changed_when:",
    " gather_facts:",
    " delegate_to:",
    " ansible.",
  ].some((key) => text.includes(key)),
);
/** The text before the first shell operator. */
const BEFORE_OPERATOR = /^(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^|;&<>"'\\])*/s;

/** A JSON object in a string. */
const OBJECT = /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:/;

/** Values of `role` or `type` that mark a turn of a conversation as a tool's result. */
const ANSWERS: ReadonlySet<string> = new Set([
  "tool",
  "function",
  "tool_result",
  "function_call_output",
]);

/** Keys of the text that a report on a place in a file quotes from there. */
const QUOTES: ReadonlySet<string> = new Set(["content", "snippet", "match"]);

/** Matches a fence line; a string with one is a Markdown document. */
const FENCE = /^[ \t]{0,3}(?:```|~~~)[\w+-]*[ \t]*$/m;

/** Whether a list is in another list, and whether it is below a key of commands. */
interface Around {
  readonly nested?: boolean;
  readonly command?: boolean;
}

/** Reads the values of a data format as commands, as descriptions, or not at all. */
export class ValueReader {
  constructor(
    private readonly tools: Tools,
    private readonly snippet: Snippet,
    private readonly dialect: Dialect,
  ) {}

  /** Reads a whole tree of values; `key` is the key of the root. */
  tree(root: FlowNode, key: string | null): void {
    const pending: { node: FlowNode; key: string | null; command: boolean; nested?: boolean }[] = [
      { node: root, key, command: isCommandKey(key) },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { node, key: own } = next;
      if (node.kind === "scalar") this.scalar(own, this.content(node), next.command);
      else if (
        node.kind === "array" &&
        node.items.length > 0 &&
        node.items.every(({ kind }) => kind === "scalar")
      )
        this.words(own, execWords(this.snippet.source, node.items, this.dialect), next);
      else {
        const joined =
          node.kind === "object" && !isForbidding(own)
            ? this.commandWithArguments(node)
            : new Set<FlowNode>();
        const isDefinition = node.kind === "object" && isToolDefinition(node);
        for (const item of node.items) {
          if (item.kind === "scalar" && this.addressed(item.key, item, isDefinition)) continue;
          const itemKey = this.isQuoted(item, node)
            ? "tool_result"
            : decidingKey(own, item.key, item.kind === "scalar");
          const command = isCommandKey(itemKey) || (next.command && item.kind !== "object");
          if (!joined.has(item))
            pending.push({ node: item, key: itemKey, command, nested: node.kind === "array" });
        }
      }
    }
  }

  /** Reads a value that is addressed to a model, such as the description of a tool, as prose; returns false for any other value. */
  private addressed(key: string | null, node: FlowNode, isDefinition: boolean): boolean {
    if (!this.tools.isAddressed(key, isDefinition)) return false;
    this.prose(this.content(node));
    return true;
  }

  /** Reads a text that is addressed to a model as Markdown. */
  prose(content: Source): void {
    this.tools.readDocument({ ...this.snippet, source: content, tag: "markdown" });
  }

  /** Whether a member of an object is what a tool returned: its result in a conversation, or the line of a file that it reports. */
  private isQuoted({ key }: FlowNode, object: FlowNode): boolean {
    if (key === null) return false;
    return (
      (key === "content" && this.isAnswer(object)) || (QUOTES.has(key) && this.isReport(object))
    );
  }

  /** Whether a JSON object reports a place in a file: `{ "file": "a.sh", "line": 12, … }`. */
  private isReport({ items }: FlowNode): boolean {
    const has = (name: string, value: RegExp): boolean =>
      items.some(
        (item) =>
          item.kind === "scalar" && item.key === name && value.test(this.content(item).text),
      );
    return this.dialect === "json" && has("file", /\S/) && has("line", /^\d+$/);
  }

  /** Whether an object is a tool's result in a conversation: `{ "role": "tool", … }`, `{ "type": "tool_result", … }`. */
  private isAnswer({ items }: FlowNode): boolean {
    const isKind = ({ key, kind }: FlowNode): boolean =>
      kind === "scalar" && (key === "role" || key === "type");
    return items.some((item) => isKind(item) && ANSWERS.has(this.content(item).text));
  }

  /** Reads a single value. In JSON only commands are read; in YAML and TOML every value may be one. */
  scalar(key: string | null, content: Source, command: boolean): void {
    const { tools, snippet } = this;
    if (!tools.mentions(content.text)) return;
    const shown = this.shownBy(key, content, command);
    if (shown !== undefined) tools.addShown(snippet, content, shown);
    else if (
      this.dialect === "json" &&
      (FENCE.test(content.text) || (key === "content" && content.text.includes("`")))
    )
      tools.readDocument({ ...snippet, source: content, tag: "markdown" });
    else if (isCloudConfig(content.text))
      tools.readDocument({ ...snippet, source: content, tag: "yaml" });
    else if (OBJECT.test(content.text))
      tools.readDocument({ ...snippet, source: content, tag: "json" });
    else if (
      this.dialect !== "json" ||
      command ||
      looksLikeShell(content.text, { start: 0, end: content.text.length }, tools.heads)
    ) {
      this.program(this.dialect === "yaml" ? this.task(key ?? "", content) : content, "shell");
    }
    // Every value is searched for code that decodes and executes.
    else if (tools.vocabulary.isNamedIn(content.text, "source.decoder"))
      this.program(content, sniffStatements(content.text) ?? "unknown");
  }

  /**
   * Returns what an Ansible module runs: the command without its parameters, and for modules without a shell, only up to the
   * first shell operator.
   */
  private task(key: string, content: Source): Source {
    if (!COMMAND_MODULE.test(key)) return content;
    const command = withoutParameters(content);
    if (!key.endsWith("command") || !isAnsible(this.snippet)) return command;
    return command.slice(0, BEFORE_OPERATOR.exec(command.text)?.[0].length ?? 0);
  }

  /** Returns why a value is only shown: because of its key, as a tool's output, or in JSON as prose; undefined if it may be run. */
  private shownBy(key: string | null, content: Source, command: boolean): Dismissal | undefined {
    const shown = shownByKey(key, content);
    // Below a JSON key of commands, the other keys do not matter; in YAML, `command` is true for every value.
    if (shown !== undefined || key === null || (command && this.dialect === "json")) return shown;
    if (isReturned(key)) return shownAs("output", `is a tool's output, under "${key}"`, content);
    const isText = this.dialect === "json" && isTextKey(key) && !OBJECT.test(content.text);
    return isText
      ? shownAs("description", `is the value of the descriptive key "${key}"`, content)
      : undefined;
  }

  /** Reads a list of scalars, which are the words of one command, or one command each. A list in a list is one command. */
  words(
    key: string | null,
    given: readonly ExecWord[],
    { nested = false, command = false }: Around = {},
  ): void {
    // the list of a health check begins with CMD or CMD-SHELL
    const words = ["CMD", "CMD-SHELL"].includes(given[0]?.content.text ?? "")
      ? given.slice(1)
      : given;
    if (!this.mayMatter(key, words, nested)) return;
    const code = words[1]?.content;
    if (isDescriptive(key) || isForbidding(key))
      for (const word of words) this.scalar(key, word.content, false);
    else if (
      this.dialect !== "toml" &&
      code !== undefined &&
      CODE_OPTION.test(words[0]?.content.text ?? "")
    )
      this.scalar(key, code, true);
    else if (this.isCommandLine(key, words, nested))
      this.tools.add(this.snippet, "shell", execForm(this.snippet.source, words));
    else if (this.dialect === "json")
      for (const word of words) this.scalar(key, word.content, command || isCommandKey(key));
    else
      this.program(
        Source.joined(
          words.map((word) => word.content),
          "\n",
        ),
        "shell",
      );
  }

  /** Whether a list may contain a finding: in one word, or as a command line (`npx` and the URL it runs). */
  private mayMatter(key: string | null, words: readonly ExecWord[], nested: boolean): boolean {
    if (words.some((word) => this.tools.mentions(word.content.text))) return true;
    return (
      this.isCommandLine(key, words, nested) &&
      this.tools.mentions(words.map((word) => word.content.text).join(" "))
    );
  }

  private isCommandLine(key: string | null, words: readonly ExecWord[], nested: boolean): boolean {
    if (!isExecForm(words)) return false;
    if (nested || HEAD_KEY.test(key ?? "") || TAIL_KEY.test(key ?? "")) return true;
    const [first, second] = words;
    if (second?.content.text.startsWith("-") === true) return true;
    const kind = this.tools.heads.kind(first?.content.text ?? "");
    return kind !== null && kind !== "known";
  }

  /** Reads `command: sh` and `args: [-c, …]` as one command line; returns the members that were read. */
  private commandWithArguments(node: FlowNode): Set<FlowNode> {
    const head = node.items.find((item) => HEAD_KEY.test(item.key ?? ""));
    const tail = node.items.find(
      (item) => item !== head && TAIL_KEY.test(item.key ?? "") && item.kind === "array",
    );
    if (head === undefined || tail === undefined || head.kind === "object") return new Set();
    const program = head.kind === "array" ? head.items : [head];
    if ([...program, ...tail.items].some((item) => item.kind !== "scalar")) return new Set();
    const { source } = this.snippet;
    const [words, others] = [program, tail.items].map((items) =>
      execWords(source, items, this.dialect),
    );
    this.words(head.key, withArguments(source, words ?? [], others ?? []));
    return new Set([head, tail]);
  }

  private program(content: Source, otherwise: Language): void {
    if (this.tools.knowsWindows && hasPowershell(content.text))
      return this.tools.readCode({ ...this.snippet, source: content, tag: "powershell" });
    const tag = sniffTag(content.text);
    if (tag !== null && familyOf(tag) === "other")
      return this.tools.readCode({ ...this.snippet, source: content, tag });
    const program =
      sniffProgram(content.text) ??
      (startsProcess(content.text) ? sniffStatements(content.text) : null);
    this.tools.add(this.snippet, program ?? otherwise, content);
  }

  private content(node: FlowNode): Source {
    return scalarSource(this.snippet.source, node, this.dialect);
  }
}

const TOOL_KEYS: ReadonlySet<string> = new Set(["inputSchema", "input_schema", "parameters"]);

/** Whether an object is the definition of a tool for a model: `{ "name": …, "inputSchema": {…} }`. */
function isToolDefinition({ items }: FlowNode): boolean {
  return (
    items.some(({ key, kind }) => key === "name" && kind === "scalar") &&
    items.some(({ key }) => key !== null && TOOL_KEYS.has(key))
  );
}

/** Returns a command without the parameters after it. */
function withoutParameters(content: Source): Source {
  let end = content.text.length;
  for (const word of content.text.split(/(?=\s)/).reverse()) {
    if (word.trim() !== "" && !PARAMETER.test(word.trim())) break;
    end -= word.length;
  }
  return content.slice(0, end);
}

/** Whether the values of two keys of an object are one command line: that of `head`, then that of `tail`. */
export function joinsArguments(head: string | null, tail: string | null): boolean {
  return (
    head !== null && tail !== null && HEAD_KEY.test(head) && TAIL_KEY.test(tail) && head !== tail
  );
}

/** Whether a list can be the words of one command: it has several values, and the first is a bare word. */
export function isExecForm(words: readonly ExecWord[]): boolean {
  const first = words[0]?.content.text.trim() ?? "";
  return words.length > 1 && first.length > 0 && !/^#|[\s|;&]/.test(first);
}
