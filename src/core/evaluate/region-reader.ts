import { isNamingGrammar } from "../assets.js";
import type { Injection } from "../code/analysis.js";
import type { Budget } from "./budget.js";
import { analyzeCode, findDecodeExecute, partsOf, withoutStrings } from "../code/index.js";
import type { Engine } from "./engine.js";
import type { DocumentState } from "./document-state.js";
import { withoutHereDocuments } from "../lex/here-documents.js";
import { withoutCmdHeads } from "../lex/windows-line.js";
import { languageOf, type Family } from "../languages/index.js";
import type { Language, Match, Note } from "../model.js";
import { grammarOfTag } from "../parse/grammar-of-tag.js";
import { isEncodedText } from "../decode/encoded-command.js";
import { firstLine } from "../lex/lines.js";
import { prepareShell } from "../segment/index.js";
import { definedNames } from "../shell-definitions.js";
import type { Region } from "../segment/region.js";
import type { Services } from "./services.js";
import type { Environment } from "../shell/flow/environment.js";
import type { CodeAnswer } from "../shell/flow/runner.js";
import type { Stream } from "../shell/flow/stream.js";
import { codeOfLine } from "../shell/flow/powershell-program.js";
import { readScript } from "../shell/read-script.js";
import { ShellRun } from "../shell/shell-run.js";
import type { Source } from "../source.js";

/** The results for a region, before context decides which of them to dismiss. */
export interface RegionFindings {
  readonly matches: readonly Match[];
  readonly notes: readonly Note[];
}

/** The services and the state with which the regions of one document are read. */
export interface RegionTools {
  readonly services: Services;
  readonly budget: Budget;
  readonly state: DocumentState;
}

/** Maximum nesting depth of code strings that are read. */
const MAX_INJECTION_DEPTH = 8;

/** Matches a name alone, which executes nothing outside code: a sentence mentions the program. */
const NAME = /^[\w-]+$/;

/** Reads a region in its language, and also searches it for decode-and-execute calls in any language. */
export function readRegion(region: Region, tools: RegionTools): RegionFindings {
  const reader = new RegionReader(tools);
  const { budget } = tools;
  budget.enter(region.source);
  if (!budget.expired()) reader.read(region);
  return reader;
}

/** Matches names without which PowerShell executes no text. */
const EXECUTES_POWERSHELL =
  /\bi`?e`?x\b|invoke-expression|scriptblock|reflection\.assembly|add-type|invokescript|\b(?:powershell|pwsh)\b|set-alias/i;

/** Families of blocks whose commands a reader enters in one shell. */
const SHELLS: ReadonlySet<Family | undefined> = new Set(["shell", "console"]);

/** Returns a source prepared for PowerShell's grammar. */
function asPowershell(source: Source, text = source.text): Source {
  return source.overlay(withoutCmdHeads(text));
}

class RegionReader implements RegionFindings {
  readonly matches: Match[] = [];
  readonly notes: Note[] = [];
  /** The nesting depth of the current code string: the number of calls that it was passed through. */
  private nesting = 0;

  private isSentence = false;
  /** Whether the text is known to be shell. */
  private isShell = false;
  /** Whether a string that may be shell or PowerShell is read as PowerShell. */
  private isEither = false;
  /** Whether the block may use what earlier blocks define, and define something for later ones. */
  private isShared = false;
  /** Whether the text is also read in another language, which it names: what the shell's grammar cannot parse is not shell. */
  private isOther = false;

  private readonly engine: Engine;
  private readonly services: Services;
  private readonly budget: Budget;
  private readonly state: DocumentState;

  constructor({ services, budget, state }: RegionTools) {
    this.engine = services.engine;
    this.services = services;
    this.budget = budget;
    this.state = state;
  }

  read(region: Region): void {
    const mayBeProse = region.kind !== "fence" && region.kind !== "indented";
    if (mayBeProse && NAME.test(region.source.text)) return;
    // a comment runs nothing: only a possible finding in it is worth a note
    if (region.shown?.reason === "comment" && !this.engine.gate.opens(region.source.text)) return;
    this.isSentence = region.kind === "prose" && !this.isWholeLine(region.source);
    this.readAs(region);
  }

  /** Whether a part of the document consists of whole lines. */
  private isWholeLine(source: Source): boolean {
    const { text } = this.state;
    const [start, end] = source.origin(0, source.text.length);
    const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
    return before.trim() === "" && firstLine(text.slice(end, end + 200)).trim() === "";
  }

  private readAs({ source, language, tag, kind, shown }: Region): void {
    const isBlock = kind === "fence" || kind === "indented";
    this.isShared =
      isBlock && shown === undefined && (tag === null || SHELLS.has(languageOf(tag)?.family));
    if (language === "powershell") {
      this.state.addPowershell(source);
      this.code(language, asPowershell(source), tag, null);
      return;
    }
    const begun = this.matches.length;
    this.isShell = language === "shell";
    // a language whose calls are listed by name is not PowerShell
    const isProgram = language === "unknown" && (languageOf(tag)?.calls ?? null) !== null;
    this.isOther =
      isProgram || (language === "unknown" && tag !== null && grammarOfTag(tag) !== null);
    if ((this.isShell || language === "unknown") && !isProgram && this.mayBePowershell(source))
      this.code("powershell", asPowershell(source, withoutHereDocuments(source.text)), tag, null);
    // of two matches with the same span, the first is kept
    const read = this.matches.splice(begun);
    this.matches.push(...read.filter(({ isAnyShells }) => isAnyShells !== true));
    if (language === "shell") this.shellBlock(source);
    else if (language === "unknown")
      this.shell(withoutStrings(source, tag, this.engine.queries.language));
    this.matches.push(...read.filter(({ isAnyShells }) => isAnyShells === true));
    // Text without a tag that looks like shell may be a call in another language that passes a string to a shell.
    if (language !== "shell") this.code(language, source, tag, null);
    else if (tag === null && kind !== "prose")
      this.code("unknown", source.overlay(withoutHereDocuments(source.text)), null, null);
    const tools = this.services.codeTools(false, this.state);
    const { matches, limits } = findDecodeExecute(source, tools, kind, language, tag);
    this.add(matches);
    this.budget.addLimits(limits);
  }

  /** Whether a text that is read as shell may be PowerShell, such as a line in a sentence, after a prompt or in a script of a package. */
  private mayBePowershell(source: Source): boolean {
    if (this.engine.profile !== "extended" || !EXECUTES_POWERSHELL.test(source.text)) return false;
    return !this.state.isPowershell(source);
  }

  /** Whether a shell text may contain a finding, or run a file that another text writes or downloads. */
  private mayFind(text: string): boolean {
    return this.isRead(text, this.engine.executes(text) || this.state.files.mentions(text));
  }

  /** Whether a shell text may define something for later blocks. */
  private mayDefine(text: string): boolean {
    const { mentions } = this.engine.gate;
    return definedNames(text, mentions).next().done === false;
  }

  /** Whether code may contain both a source and a sink, since values do not flow between regions, or may run a downloaded file. */
  private mayPair(text: string, language: Language, tag: string | null): boolean {
    const { gate, runs } = this.engine;
    // words of other languages are values only in strings, which JavaScript must run
    const code = language === "javascript" && tag !== null && !runs(text) ? language : undefined;
    return this.isRead(text, gate.opens(text, code));
  }

  /** Whether a text is read: it may contain a finding, or names a downloaded file. Records any other text as not read. */
  private isRead(text: string, mayContain: boolean): boolean {
    const { downloads } = this.state;
    if (mayContain || downloads.mentions(text)) return true;
    downloads.addUnread(text);
    return false;
  }

  private shell(source: Source, stdin?: Stream, end?: (env: Environment) => void): void {
    const isRead = stdin !== undefined || this.mayFind(source.text);
    if (!isRead && !(end !== undefined && this.mayDefine(source.text))) return;
    const run = this.newRun(source);
    run.region(source, stdin, undefined, end);
    this.addRun(run);
  }

  /**
   * Reads a block of shell: once more with the definitions of earlier blocks if it names one, because a reader may enter both in one
   * shell. The second reading only adds matches, because the reader may also have skipped the earlier block.
   */
  private shellBlock(source: Source): void {
    const { definitions } = this.state;
    const { text } = source;
    const record = (env: Environment): void => {
      definitions.record(env, text, this.engine.gate.mentions);
    };
    if (!this.isShared) return this.shell(source);
    if (!definitions.mentions(text)) return this.shell(source, undefined, record);
    this.shell(source);
    const run = this.newRun(source);
    const [from, to] = source.origin(0, text.length);
    const begin = (env: Environment): void => {
      if (!definitions.provide(env, text, () => this.budget.shell.spendStep()))
        this.budget.limit("steps", "too many definitions of earlier blocks are used", [from, to]);
    };
    run.region(source, undefined, begin, record);
    const known = new Set(this.matches.map(({ span }) => span.join("-")));
    for (const match of run.matches) {
      const [start, end] = match.span;
      if (start >= from && end <= to && !known.has(match.span.join("-")))
        this.add([{ ...match, usesDefinition: true }]);
    }
  }

  private addRun({ matches, notes }: ShellRun): void {
    this.add(matches);
    for (const note of notes) this.notes.push(note);
  }

  private newRun(source: Source): ShellRun {
    return new ShellRun({
      // a command line that a PowerShell call passes to a program is not PowerShell
      commands:
        this.nesting === 0 && this.state.isPowershell(source)
          ? this.services.commandsAmongPowershell
          : this.services.commands,
      profile: this.engine.profile,
      downloads: this.state.downloads,
      files: this.state.files,
      text: this.state.text,
      budget: this.budget.shell,
      isInner: this.nesting > 0,
      limits: this.budget,
      mentions: this.engine.gate.mentions,
      mayContain: (inner) => this.engine.gate.opens(inner),
      read: (inner) => this.script(inner),
      foreign: (language, inner, input, tag) => {
        const before = this.matches.length;
        if (language === "powershell") this.programsOf(inner);
        const answer = this.code(language, inner, tag ?? null, input);
        return { ...answer, matches: this.matches.splice(before) };
      },
    });
  }

  /** Also reads the code of `powershell -c` as shell: a command that runs a URL, such as `mshta URL`, is the same in every shell. */
  private programsOf(source: Source): void {
    if (this.state.isPowershell(source)) return;
    this.state.addPowershell(source);
    this.shell(source);
  }

  private script(source: Source): ReturnType<typeof readScript> {
    return readScript(source, {
      parse: (text, use) => this.services.withShellTree(text, use, this.isOther && !this.isShell),
      captured: (tree, text) => this.services.captured(tree, text.text, text),
      starts: (text) => this.services.commandStarts(text),
      expired: () => this.budget.expired(),
      limit: (limit, message, inner, start, end) => {
        this.budget.limit(limit, message, inner.origin(start, end));
      },
      tooLong: (inner, start, end) => {
        // PowerShell is read as a whole by its own reader
        if (!this.isShell || this.state.isPowershell(inner)) return;
        if (!this.engine.gate.mentions(inner.text.slice(start, end))) return;
        const message = "the statement is too long and was analyzed in parts";
        this.budget.limit("size", message, inner.origin(start, end));
      },
    });
  }

  /** Reads code in a language other than shell; `input` is the standard input of the code, or null if nothing is known about it. */
  private code(
    language: Exclude<Language, "shell">,
    source: Source,
    tag: string | null,
    input: Stream | null,
  ): CodeAnswer {
    if (this.nesting === 0 && input === null && !this.mayPair(source.text, language, tag))
      return { executesStdin: false, matched: false };
    const parts = partsOf(source, language);
    if (parts.length > 1)
      this.budget.limit(
        "size",
        "a program this long is analyzed in parts: values are not tracked between them",
        source.origin(0, source.text.length),
      );
    const answers = parts.map((part) => this.part(language, part, tag, input));
    return {
      executesStdin: answers.some((answer) => answer.executesStdin),
      matched: answers.some((answer) => answer.matched),
    };
  }

  private part(
    language: Exclude<Language, "shell">,
    source: Source,
    tag: string | null,
    input: Stream | null,
  ): CodeAnswer {
    const stdinIsRemote = input !== null && input.remote !== null && !input.remote.executed;
    const analysis = analyzeCode(language, source, tag, {
      ...this.services.codeTools(stdinIsRemote, this.state),
      beside: this.isEither || (this.nesting === 0 && !this.state.isPowershell(source)),
    });
    this.add(analysis.matches);
    for (const note of analysis.notes) this.notes.push(note);
    this.budget.addLimits(analysis.limits ?? []);
    for (const injection of analysis.injections) {
      if (this.budget.expired()) break;
      this.inject(injection, input);
    }
    return { executesStdin: analysis.executesStdin === true, matched: analysis.matches.length > 0 };
  }

  /** Reads a string that is passed as code to another language. */
  private inject({ language, source, via }: Injection, input: Stream | null): void {
    if (this.nesting >= MAX_INJECTION_DEPTH)
      return this.budget.limit(
        "depth",
        "code strings are nested too deeply",
        source.origin(0, source.text.length),
      );
    this.nesting++;
    const before = this.matches.length;
    const wasShell = this.isShell;
    const isShell = language === "shell" || language === "either";
    this.isShell = isShell;
    const isEither = language === "either" && this.mayBePowershell(source);
    const script = isEither ? source : isShell ? this.powershellOn(source) : null;
    this.isEither = isEither;
    if (script !== null) this.code("powershell", script, "powershell", input);
    this.isEither = false;
    if (isShell) this.shell(prepareShell(source), input ?? undefined);
    else if (isNamingGrammar(language)) this.code("unknown", source, language, input);
    else this.code(language, source, null, input);
    this.isShell = wasShell;
    this.nesting--;
    for (const match of this.matches.splice(before))
      this.matches.push({ ...match, trace: [via, ...match.trace] });
  }

  /** Returns the code that a line passes to PowerShell without quotation marks; null for any other line, and in the contract. */
  private powershellOn(line: Source): Source | null {
    return this.engine.profile === "extended" ? codeOfLine(line, true) : null;
  }

  /** Adds matches to those of the region. */
  private add(matches: readonly Match[]): void {
    for (const match of matches) {
      // in a sentence `-enc` is only mentioned, unless its operand is an encoded program
      const isMentioned =
        this.isSentence && match.isOption === true && !isEncodedText(match.encoded?.literal);
      if (!isMentioned) this.matches.push(match);
    }
  }
}
