/** A simple command in shell code. */
export interface SimpleCommand {
  /** The words of the command, without quotes. */
  readonly words: readonly string[];
  /** The files to which output is redirected. */
  readonly writes: readonly string[];
  /** The content of the here-document or here-string; null if there is none. */
  readonly input: string | null;
  /** The command whose output is piped into this one; null if there is none. */
  readonly from: SimpleCommand | null;
  /** The subshell or substitution that contains the command; a change of directory applies only within it. */
  readonly scope: CommandScope;
}

export interface CommandScope {
  readonly parent: CommandScope | null;
}

const TOKEN =
  /(?<blank>[ \t\r]+|\\\r?\n)|(?<comment>(?<![^\s;&|(){}])#[^\n]*)|(?<output>\d?>{1,2}[|&]?|&>>?)|(?<document><<-?(?!<))|(?<string><<<)|(?<input><)|(?<located>\$\((?:command[ \t]+-v|which|type[ \t]+-[pP])[ \t]+[\w.-]+\))|(?<open>\$\(|\(|<\(|>\()|(?<close>\))|(?<line>\n)|(?<end>[;&|}`]|\{(?!\w*\}))|(?<word>(?:\\[^]|\$?'[^']*'|"(?:\\[^]|[^"\\])*"|\$\{[^{}]*\}|\{\w*\}|(?!\$\()[^\s;&|(){}<>`'"\\])+)|(?<rest>[^])/gy;

/** Maximum nesting of substitutions in double quotes. */
const MAX_DEPTH = 4;

/** A here-document whose body begins after the current line. */
interface PendingDocument {
  readonly end: string;
  readonly stripsTabs: boolean;
  readonly command: Draft;
}

/** A command that is being read. */
interface Draft {
  words: string[];
  writes: string[];
  input: string | null;
  from: Draft | null;
  scope: CommandScope;
}

/**
 * Returns the simple commands in shell code, with a simple scanner that needs no grammar. Commands in substitutions are included, those in
 * comments and here-documents are not.
 */
export function simpleCommands(
  text: string,
  scope: CommandScope = { parent: null },
): SimpleCommand[] {
  return new Reader(text, scope, 0).read();
}

class Reader {
  private readonly commands: Draft[] = [];
  private pending: PendingDocument[] = [];
  private draft: Draft;
  /** What the next word is: a word of the command, or the operand of a redirection. */
  private expected: "word" | "write" | "read" | "document" | "tabbed document" | "string" = "word";

  constructor(
    private readonly text: string,
    private scope: CommandScope,
    private readonly depth: number,
  ) {
    this.draft = this.emptyDraft();
  }

  read(): SimpleCommand[] {
    return this.drafts().filter(({ words, writes }) => words.length > 0 || writes.length > 0);
  }

  drafts(): Draft[] {
    for (let at = 0; at < this.text.length; ) {
      TOKEN.lastIndex = at;
      const { 0: token = "", groups = {} } = TOKEN.exec(this.text) ?? {};
      at += Math.max(1, token.length);
      if (groups["word"] !== undefined || groups["located"] !== undefined) this.word(token);
      else if (groups["output"] !== undefined) this.expected = "write";
      else if (groups["input"] !== undefined) this.expected = "read";
      else if (groups["string"] !== undefined) this.expected = "string";
      else if (groups["document"] !== undefined)
        this.expected = token.endsWith("-") ? "tabbed document" : "document";
      else if (groups["open"] !== undefined) this.enter();
      else if (groups["close"] !== undefined) this.leave();
      else if (groups["end"] !== undefined) this.flush(token === "|");
      else if (groups["line"] !== undefined) {
        this.flush();
        at = this.afterDocuments(at);
      }
    }
    this.flush();
    return this.commands;
  }

  private emptyDraft(): Draft {
    return { words: [], writes: [], input: null, from: null, scope: this.scope };
  }

  private enter(): void {
    this.flush();
    this.scope = { parent: this.scope };
    this.draft = this.emptyDraft();
  }

  private leave(): void {
    this.flush();
    this.scope = this.scope.parent ?? this.scope;
    this.draft = this.emptyDraft();
  }

  private flush(isPiped = false): void {
    const { draft } = this;
    this.commands.push(draft);
    this.draft = { ...this.emptyDraft(), from: isPiped ? draft : null };
    this.expected = "word";
  }

  private word(token: string): void {
    const { expected } = this;
    this.expected = "word";
    const word = unquoted(token);
    if (expected === "document" || expected === "tabbed document")
      this.pending.push({
        end: word,
        stripsTabs: expected === "tabbed document",
        command: this.draft,
      });
    else if (expected === "string") this.draft.input = word;
    else if (expected === "write") {
      if (!/^\d$|^-$/.test(word)) this.draft.writes.push(word);
    } else if (expected === "word") this.draft.words.push(word);
    for (const inner of this.depth < MAX_DEPTH ? substitutionsIn(token) : [])
      this.commands.push(...new Reader(inner, { parent: this.scope }, this.depth + 1).drafts());
  }

  /** Reads the bodies of pending here-documents, and returns the offset after the last one. */
  private afterDocuments(from: number): number {
    let at = from;
    for (const { end, stripsTabs, command } of this.pending) {
      const start = at;
      for (;;) {
        const lineEnd = this.text.indexOf("\n", at);
        const line = this.text.slice(at, lineEnd < 0 ? undefined : lineEnd).replace(/\r$/, "");
        const isEnd = (stripsTabs ? line.replace(/^\t+/, "") : line) === end;
        if (isEnd || lineEnd < 0) {
          command.input = this.text.slice(start, isEnd ? at : undefined);
          at = lineEnd < 0 ? this.text.length : lineEnd + 1;
          break;
        }
        at = lineEnd + 1;
      }
    }
    this.pending = [];
    return at;
  }
}

function unquoted(word: string): string {
  return word.replace(
    /\\\r?\n|\\([^])|\$?'([^']*)'|"((?:\\[^]|[^"\\])*)"/g,
    (_, escaped?: string, single?: string, double?: string) =>
      escaped ?? single ?? (double ?? "").replace(/\\([$`"\\\n])/g, "$1"),
  );
}

/** Returns for each double-quoted part of a word the text from the start of its first substitution to the end of its last one. */
function substitutionsIn(word: string): string[] {
  return [...word.matchAll(/\\[^]|'[^']*'|"((?:\\[^]|[^"\\])*)"/g)].flatMap(([, quoted = ""]) => {
    const [start, end] = [quoted.indexOf("$("), quoted.lastIndexOf(")")];
    return start >= 0 && end > start ? [quoted.slice(start + 2, end)] : [];
  });
}
