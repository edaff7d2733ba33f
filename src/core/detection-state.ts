import { DocumentFiles } from "./shell/document-files.js";
import { globbedPrograms } from "./shell/globs.js";
import type { Tree } from "web-tree-sitter";
import { CodeBudget } from "./code/code-budget.js";
import { nameValue } from "./code/powershell/names.js";
import { readSyntax } from "./code/read-syntax.js";
import type { CodeTools } from "./code/code-tools.js";
import { isNamingGrammar, type GrammarName } from "./assets.js";
import { Downloads } from "./downloads.js";
import type { Engine } from "./create-engine.js";
import type { Limit, Outcome, Span } from "./model.js";
import type { Observer } from "./observer.js";
import { deadlineMessage, ParseScope } from "./parse/scope.js";
import type { Captured } from "./query/captured.js";
import { dottedName } from "./query/dotted-name.js";
import { roleOf, type Role, type Roles } from "./query/role.js";
import { ShellBudget } from "./shell/shell-budget.js";
import type { CommandRoles } from "./shell/shell-run.js";
import { appliedRole, runnerLayoutOf } from "./shell/command-layout.js";
import type { Words } from "./shell/options.js";
import { prefixOf } from "./shell/prefixes.js";
import { readFetch } from "./shell/flow/fetchers.js";
import { powershellCode, powershellProgram } from "./shell/flow/powershell-program.js";
import { afterSubcommand, readProgram } from "./shell/flow/programs.js";
import { wordValue } from "./shell/word-value.js";
import { fileName } from "./scan.js";
import type { Source } from "./source.js";

/** The shares of the available time after which reading, and checking the context of matches, must be finished. */
const readingShare = 0.75;
const judgingShare = 0.95;
/** The share that is reserved for checking the context of matches, however long the last step of reading took. */
const leastForJudging = 0.1;

/** What one detection shares between its stages: the engine, the remaining time, the budgets, and the limits that were hit. */
export class DetectionState {
  private readonly limits = new Map<string, Limit>();
  private readonly scope: ParseScope;
  private readonly started = Date.now();
  /** The current part of the document, for limits without a place. */
  private current: Span = [0, 0];

  constructor(
    readonly engine: Engine,
    readonly text: string,
    private readonly deadlineMs = Infinity,
    private readonly observer: Observer | null = null,
  ) {
    this.codeBudget = new CodeBudget(text.length);
    this.scope = new ParseScope(
      engine.parsers,
      this.started + deadlineMs * readingShare,
      (limit, message) => {
        this.limit(limit, message, this.current);
      },
    );
  }

  /** Returns the text up to a length; the rest is reported as not analyzed. */
  within(text: string, length: number): string {
    if (text.length <= length) return text;
    this.limit("size", `only the first ${String(length)} characters were analyzed`, [
      length,
      text.length,
    ]);
    return text.slice(0, length);
  }

  /** Records which part of the document is read next. */
  enter(source: Source): void {
    this.current = source.origin(0, source.text.length);
  }

  /** Whether reading has used its share of the time; if so, a limit is recorded. */
  expired(): boolean {
    return this.scope.expired();
  }

  /** Starts checking the context of matches. Returns a function that returns whether the time for it is over, and then records a limit. */
  judging(): () => boolean {
    const end = Math.max(
      this.started + this.deadlineMs * judgingShare,
      Date.now() + this.deadlineMs * leastForJudging,
    );
    return () => {
      if (Date.now() < end) return false;
      this.limit("deadline", deadlineMessage, this.current);
      return true;
    };
  }

  /** Returns the result of `use` for a shell text's tree; null if a limit was hit. */
  withShellTree<T>(text: string, use: (tree: Tree) => T): T | null {
    return this.scope.with("bash", text, use);
  }

  /** Returns the captures of the shell's patterns in the tree of a text; `source` is its place in the document. */
  captured(tree: Tree, text: string, source: Source | null = null): Captured {
    const captured = this.engine.queries.search("bash", tree.rootNode, {
      wordValue,
      stop: () => this.expired(),
    });
    this.observer?.searched("bash", text, !tree.rootNode.hasError, captured, source);
    return captured;
  }

  /** The roles that the loaded patterns give commands. */
  readonly commands: CommandRoles = {
    named: (name) => this.named("bash", name),
    globbed: (pattern) => this.globbed(pattern),
    mayCapture: (name) => this.engine.queries.mayCapture("bash", name),
    captured: (command) =>
      this.withShellTree(command, (tree) => this.capturedName(tree, command)) ?? [],
  };

  private readonly globbed = globbedPrograms({
    named: (name) => this.engine.queries.named("bash", name),
    listed: () =>
      ["source.fetcher", "sink.interpreter"].flatMap((capture) => [
        ...this.engine.queries.vocabularyOf("bash").words(capture),
      ]),
  });

  private named(language: GrammarName, name: string): Roles {
    const roles = this.engine.queries.named(language, name);
    this.observer?.named(name, roles);
    return roles;
  }

  /** The same roles for shell lines in PowerShell: a command that PowerShell queries name has only the roles of the contract. */
  readonly commandsAmongPowershell: CommandRoles = {
    ...this.commands,
    named: (name) => {
      const own = this.engine.queries.named("powershell", name);
      const roles = this.commands.named(name);
      return own.some(({ capture }) => capture === "source.fetch" || capture === "sink.execute")
        ? roles.filter(({ pattern }) => !pattern.startsWith("extended/"))
        : roles;
    },
  };

  private capturedName(tree: Tree, command: string): Roles {
    return this.captured(tree, command).at({
      start: 0,
      end: /^\S*/.exec(command)?.[0].length ?? 0,
    });
  }

  /** Yields offsets of fetchers and interpreters in a text that cannot be parsed. */
  *commandStarts(text: string): Generator<number> {
    const vocabulary = this.engine.queries.vocabularyOf("bash");
    const captures = ["source.fetcher", "sink.interpreter", "sink.builtin"];
    for (const match of text.matchAll(/(?<![\w.$/-])[\w./-]+/g)) {
      const name = fileName(match[0]);
      if (captures.some((capture) => vocabulary.has(capture, name))) yield match.index;
    }
  }

  /** Returns the tools of the code stage for this detection. */
  codeTools(stdinIsRemote: boolean): CodeTools {
    const { queries } = this.engine;
    const stop = (): boolean => this.expired();
    return {
      stdinIsRemote,
      innermost: this.engine.profile === "extended",
      named: (language, name) => this.named(language, name),
      language: (name) => queries.language(name),
      vocabulary: (language) => queries.vocabularyOf(language),
      parse: (language, text, use, prefix = "") =>
        this.scope.with(language, prefix + text, (tree, pause) => {
          const search = ({ rootNode }: Tree): Captured => {
            const captured = queries.search(language, rootNode, {
              stop,
              ...(language === "powershell" && { wordValue: nameValue }),
              ...(isNamingGrammar(language) && { wordValue: dottedName }),
            });
            this.observer?.searched(language, text, !rootNode.hasError, captured, null);
            return captured;
          };
          return use(readSyntax(language, tree, pause, search, prefix.length), pause);
        }),
      expired: () => this.expired(),
      interprets: (words) => this.interprets(words, 0),
      fetches: (words) => {
        if (this.engine.profile !== "extended") return null;
        const role = appliedRole(this.commands.named(words[0] ?? ""), "source.fetcher", words);
        return role !== null && readFetch(role, words, 1, words[0] ?? "").destination === "stdout"
          ? role
          : null;
      },
      program: (words) => powershellProgram(words, 0),
      lowered: this.lowered,
      downloads: this.downloads,
      ...(this.engine.profile === "extended" && {
        writes: (path: string, text: Source | null, appends: boolean) => {
          this.writeFile(path, text, appends);
        },
      }),
      budget: this.codeBudget,
    };
  }

  /** Handles a file to which a program of any language writes a text. */
  private writeFile(path: string, text: Source | null, appends: boolean): void {
    const isKept = text !== null && (appends || this.engine.gate.mentions(text.text));
    if (!isKept) return void this.files.write(path, null, appends);
    const [from, to] = text.origin(0, text.text.length);
    if (!this.files.write(path, { source: text, variables: [], from, to }, appends))
      this.limit("size", "the files that the document writes are longer than the limit", [
        from,
        to,
      ]);
  }

  /** Returns the index of the argument at which the code of a `powershell` command begins; null if it has none. */
  powershellCode(words: Words): number | null {
    return powershellCode(words);
  }

  /** Returns the command that makes a command line read its standard input as a program, possibly after a launcher (`wsl bash`). */
  private interprets(
    words: Words,
    at: number,
  ): { readonly role: Role; readonly at: number } | null {
    const command = words.slice(at);
    const roles = this.commands.named(fileName(words[at] ?? ""));
    const launcher = roleOf(roles, "flow.launcher");
    const prefix = launcher === null ? null : prefixOf(launcher, command, 0);
    if (prefix?.kind === "words") return this.interprets(words, at + prefix.next);
    if (launcher !== null && prefix?.kind === "login" && this.engine.profile === "extended")
      return { role: launcher, at };
    const role = appliedRole(roles, "sink.interpreter", command);
    const program =
      role === null
        ? null
        : readProgram(runnerLayoutOf(role), command, afterSubcommand(role, command, 1)).program;
    return role !== null && program?.kind === "stdin" ? { role, at } : null;
  }

  /** The budget of the document's shell texts. */
  readonly shellBudget = new ShellBudget();

  /** The budget of the document's code. */
  private readonly codeBudget: CodeBudget;

  /** Lowered scripts, because a document may be read again. */
  private readonly lowered: NonNullable<CodeTools["lowered"]> = new Map();

  /** The files that the document's commands download. */
  readonly downloads = new Downloads();

  /** The files with known text, and the FIFOs, of the document's commands. */
  readonly files = new DocumentFiles();

  /** The parts of the document that are read as PowerShell separately. */
  readonly powershell: Span[] = [];

  /** Records a limit that was hit; the same one at the same place counts once, and the time limit counts once. */
  limit(limit: Limit["limit"], message: string, [start, end]: Span): void {
    const key = limit === "deadline" ? limit : `${limit} ${String(start)}-${String(end)}`;
    if (this.limits.has(key)) return;
    this.limits.set(key, {
      limit,
      message,
      span: [start, limit === "deadline" ? this.text.length : end],
    });
  }

  /** The number of steps of shell and code so far. */
  get steps(): number {
    return this.shellBudget.used + this.codeBudget.used;
  }

  outcome(): Outcome {
    return this.limits.size === 0
      ? { status: "complete" }
      : { status: "incomplete", limits: [...this.limits.values()] };
  }
}
