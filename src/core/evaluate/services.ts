import type { Tree } from "web-tree-sitter";
import { isNamingGrammar, type GrammarName } from "../assets.js";
import type { Budget } from "./budget.js";
import type { CodeTools } from "../code/code-tools.js";
import { nameValue } from "../code/powershell/names.js";
import { readSyntax } from "../code/read-syntax.js";
import type { Engine } from "./engine.js";
import type { DocumentState } from "./document-state.js";
import type { Observer } from "./observer.js";
import { ParseScope } from "../parse/parse-scope.js";
import type { Captured } from "../query/captured-roles.js";
import { dottedName } from "../query/dotted-name.js";
import { roleOf, type Role, type Roles } from "../query/role.js";
import { fileName } from "../scan.js";
import { appliedRole, runnerLayoutOf } from "../shell/command-layout.js";
import { decodesByOption } from "../shell/flow/decoders.js";
import { readFetch } from "../shell/flow/fetch-destination.js";
import { powershellProgram } from "../shell/flow/powershell-program.js";
import { afterSubcommand, readProgram } from "../shell/flow/read-program.js";
import type { DocumentFiles } from "../shell/document-files.js";
import { globbedPrograms } from "../shell/globs.js";
import type { Words } from "../shell/options.js";
import { prefixOf } from "../shell/prefixes.js";
import type { CommandRoles } from "../shell/shell-run.js";
import { wordValue } from "../shell/word-value.js";
import type { Source } from "../source.js";

/** Gives the stages of one detection access to the engine's grammars, queries and roles of names, within a budget. */
export class Services {
  private readonly scope: ParseScope;

  constructor(
    readonly engine: Engine,
    private readonly budget: Budget,
    private readonly observer: Observer | null = null,
  ) {
    this.scope = new ParseScope(engine.parsers, budget);
  }

  /**
   * Returns the result of `use` for a shell text's tree; null if a limit was hit.
   * @param isRead true if no limit is recorded for a text that cannot be parsed, because it is also read in another way
   */
  withShellTree<T>(text: string, use: (tree: Tree) => T, isRead = false): T | null {
    return this.scope.with("bash", text, use, isRead);
  }

  /** Returns the captures of the shell's patterns in the tree of a text; `source` maps the text to the document. */
  captured(tree: Tree, text: string, source: Source | null = null): Captured {
    const captured = this.engine.queries.search("bash", tree.rootNode, {
      wordValue,
      stop: () => this.budget.expired(),
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

  /**
   * Like `commands`, but for lines that are also read as PowerShell: PowerShell commands that fetch or execute get no role of the
   * extended profile.
   */
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

  /** Yields the offsets of fetchers, interpreters and builtins that execute, in a text that cannot be parsed. */
  *commandStarts(text: string): Generator<number> {
    const vocabulary = this.engine.queries.vocabularyOf("bash");
    const captures = ["source.fetcher", "sink.interpreter", "sink.builtin"];
    for (const match of text.matchAll(/(?<![\w.$/-])[\w./-]+/g)) {
      const name = fileName(match[0]);
      if (captures.some((capture) => vocabulary.has(capture, name))) yield match.index;
    }
  }

  /** Returns the role and index of the word that reads standard input as a program, also after a launcher (`wsl bash`); null if none does. */
  interprets(words: Words, at: number): { readonly role: Role; readonly at: number } | null {
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

  /** Returns the tools of the code stage. */
  codeTools(stdinIsRemote: boolean, state: DocumentState): CodeTools {
    const { queries } = this.engine;
    const stop = (): boolean => this.budget.expired();
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
      expired: stop,
      interprets: (words) => this.interprets(words, 0),
      fetches: (words) => {
        if (this.engine.profile !== "extended") return null;
        const role = appliedRole(this.commands.named(words[0] ?? ""), "source.fetcher", words);
        if (role === null) return null;
        const { destination, files } = readFetch(role, words, 1, words[0] ?? "");
        return {
          role,
          isOutput: destination === "stdout",
          files: files.flatMap(({ at, offset }) => words[at]?.slice(offset) ?? []),
        };
      },
      decodes: (words) => {
        if (this.engine.profile !== "extended") return null;
        const name = words[0] ?? "";
        const role = appliedRole(this.commands.named(name), "source.payload", words);
        return role !== null && decodesByOption(name, role, words) ? role : null;
      },
      sumsUp: ([name]) => {
        const roles = this.commands.named(name ?? "");
        return roles.some(({ capture }) => capture === "flow.barrier" || capture === "flow.digest");
      },
      program: (words) => powershellProgram(words, 0),
      mentions: (text) => this.engine.gate.mentions(text) || this.engine.executes(text),
      lowered: state.lowered,
      downloads: state.downloads,
      ...(this.engine.profile === "extended" && {
        writes: (path: string, text: Source | null, appends: boolean) => {
          this.writeFile(state.files, path, text, appends);
        },
      }),
      budget: this.budget.code,
    };
  }

  /** Records a file to which a program of any language writes a text. */
  private writeFile(
    files: DocumentFiles,
    path: string,
    text: Source | null,
    appends: boolean,
  ): void {
    const isKept = text !== null && (appends || this.engine.gate.mentions(text.text));
    if (!isKept) return void files.write(path, null, appends);
    const [from, to] = text.origin(0, text.text.length);
    if (!files.write(path, { source: text, variables: [], from, to }, appends))
      this.budget.limit("size", "the files that the document writes are longer than the limit", [
        from,
        to,
      ]);
  }
}
