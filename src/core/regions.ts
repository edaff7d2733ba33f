import { isNamingGrammar } from "./assets.js";
import type { Injection } from "./code/analysis.js";
import { analyzeCode, findDecodeExecute, partsOf, withoutStrings } from "./code/index.js";
import { withoutHereDocuments } from "./lex/here-documents.js";
import type { Language, Limit, Match, Note, TraceStep } from "./model.js";
import { isText } from "./payload/encoded-command.js";
import { firstLine } from "./lex/lines.js";
import { prepareShell } from "./segment/index.js";
import type { Region } from "./segment/region.js";
import type { CodeAnswer } from "./shell/flow/runner.js";
import type { Stream } from "./shell/flow/stream.js";
import { codeOfLine } from "./shell/flow/powershell-program.js";
import { readScript } from "./shell/read-script.js";
import { ShellRun } from "./shell/shell-run.js";
import type { Source } from "./source.js";
import type { DetectionState } from "./detection-state.js";

/** The results for a region, before context decides whether they are meant. */
export interface RegionFindings {
  readonly matches: readonly Match[];
  readonly notes: readonly Note[];
}

/** The deepest nesting of code strings that is followed. */
const maximumInjections = 8;

/** Matches a name alone, which executes nothing outside code: a sentence mentions the program. */
const NAME = /^[\w-]+$/;

/** Reads a region in its language, and also searches it for rule-18 code in any language. */
export function readRegion(region: Region, state: DetectionState): RegionFindings {
  const reader = new RegionReader(state);
  state.enter(region.source);
  if (!state.expired()) reader.read(region);
  return reader;
}

/** Matches names without which PowerShell executes no text. */
const EXECUTES_POWERSHELL =
  /\bi`?e`?x\b|invoke-expression|scriptblock|reflection\.assembly|add-type|invokescript|\b(?:powershell|pwsh)\b|set-alias/i;

class RegionReader implements RegionFindings {
  readonly matches: Match[] = [];
  readonly notes: Note[] = [];
  /** The calls that passed on the current code strings, outermost first. */
  private readonly via: TraceStep[] = [];

  private isSentence = false;
  /** Whether the text is known to be shell. */
  private isShell = false;

  constructor(private readonly state: DetectionState) {}

  read(region: Region): void {
    const isSpoken = region.kind !== "fence" && region.kind !== "indented";
    if (isSpoken && NAME.test(region.source.text)) return;
    // a comment runs nothing: only a possible finding in it is worth a note
    if (region.shown?.reason === "comment" && !this.state.engine.gate.opens(region.source.text))
      return;
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

  private readAs({ source, language, tag, kind }: Region): void {
    if (language === "powershell") {
      this.state.powershell.push(source.origin(0, source.text.length));
      this.code(language, source, tag, null);
      return;
    }
    const begun = this.matches.length;
    if ((language === "shell" || language === "unknown") && this.mayBePowershell(source))
      this.code("powershell", source.overlay(withoutHereDocuments(source.text)), tag, null);
    // the first of two readings with one span is kept
    const read = this.matches.splice(begun);
    this.matches.push(...read.filter(({ isAnyShells }) => isAnyShells !== true));
    this.isShell = language === "shell";
    if (language === "shell") this.shell(source);
    else if (language === "unknown")
      this.shell(withoutStrings(source, tag, this.state.engine.queries.language));
    this.matches.push(...read.filter(({ isAnyShells }) => isAnyShells === true));
    // Text without a tag that looks like shell may be a call in another language that passes a string to a shell.
    if (language !== "shell") this.code(language, source, tag, null);
    else if (tag === null && kind !== "prose")
      this.code("unknown", source.overlay(withoutHereDocuments(source.text)), null, null);
    const tools = this.state.codeTools(false);
    const { matches, limits } = findDecodeExecute(source, tools, kind, language, tag);
    for (const match of matches) this.report(match);
    this.limits(limits);
  }

  /** Whether a line of any shell may be PowerShell: in a sentence, after a prompt, in a script of a package. */
  private mayBePowershell(source: Source): boolean {
    if (this.state.engine.profile !== "extended" || !EXECUTES_POWERSHELL.test(source.text))
      return false;
    return !this.isPowershell(source);
  }

  /** Whether a text is part of one that was read as PowerShell. */
  private isPowershell(source: Source): boolean {
    const [start, end] = source.origin(0, source.text.length);
    return this.state.powershell.some((span) => span[0] <= start && end <= span[1]);
  }

  /** Whether a shell text may contain a finding, or run a file that others write or download. */
  private mayFind(text: string): boolean {
    const { engine, files } = this.state;
    return this.isRead(text, engine.executes(text) || files.mentions(text));
  }

  /** Whether code may contain both sides of a finding, or run a file that others download; values do not flow in from other regions. */
  private mayPair(text: string): boolean {
    return this.isRead(text, this.state.engine.gate.opens(text));
  }

  /** Whether a text is read: it may contain a finding, or names a downloaded file. Records any other text as not read. */
  private isRead(text: string, mayContain: boolean): boolean {
    const { downloads } = this.state;
    if (mayContain || downloads.mentions(text)) return true;
    downloads.addUnread(text);
    return false;
  }

  private shell(source: Source, stdin?: Stream): void {
    if (stdin === undefined && !this.mayFind(source.text)) return;
    const run = new ShellRun({
      // a command line that a PowerShell call passes on is not PowerShell
      commands:
        this.via.length === 0 && this.isPowershell(source)
          ? this.state.commandsAmongPowershell
          : this.state.commands,
      profile: this.state.engine.profile,
      downloads: this.state.downloads,
      files: this.state.files,
      text: this.state.text,
      budget: this.state.shellBudget,
      expired: () => this.state.expired(),
      mentions: this.state.engine.gate.mentions,
      read: (inner) => this.script(inner),
      foreign: (language, inner, input, report, tag) =>
        this.reporting(report, () => {
          if (language === "powershell") this.programsOf(inner);
          return this.code(language, inner, tag ?? null, input);
        }),
      report: this.report,
      note: (note) => {
        this.notes.push(note);
      },
      limit: (limit, message, span) => {
        this.state.limit(limit, message, span);
      },
    });
    run.region(source, stdin);
  }

  /** Reads programs that PowerShell code runs by an address (`powershell -c "mshta URL"`): their commands belong to any shell. */
  private programsOf(source: Source): void {
    if (this.isPowershell(source)) return;
    this.state.powershell.push(source.origin(0, source.text.length));
    this.shell(source);
  }

  private script(source: Source): ReturnType<typeof readScript> {
    return readScript(source, {
      parse: (text, use) => this.state.withShellTree(text, use),
      captured: (tree, text) => this.state.captured(tree, text.text, text),
      starts: (text) => this.state.commandStarts(text),
      expired: () => this.state.expired(),
      limit: (limit, message, inner, start, end) => {
        this.state.limit(limit, message, inner.origin(start, end));
      },
      tooLong: (inner, start, end) => {
        // PowerShell is read as a whole by its own reader
        if (!this.isShell || this.isPowershell(inner)) return;
        if (!this.state.engine.gate.mentions(inner.text.slice(start, end))) return;
        const message = "the statement is too long and was analyzed in parts";
        this.state.limit("size", message, inner.origin(start, end));
      },
    });
  }

  /** Reads Python, JavaScript, or calls of any other language; `input` is the code's standard input. */
  private code(
    language: Exclude<Language, "shell">,
    source: Source,
    tag: string | null,
    input: Stream | null,
  ): CodeAnswer {
    if (this.via.length === 0 && input === null && !this.mayPair(source.text))
      return { executesStdin: false, matched: false };
    const parts = partsOf(source, language);
    if (parts.length > 1)
      this.state.limit(
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
      ...this.state.codeTools(stdinIsRemote),
      beside: this.via.length === 0 && !this.isPowershell(source),
    });
    for (const match of analysis.matches) this.report(match);
    this.notes.push(...analysis.notes);
    this.limits(analysis.limits ?? []);
    for (const injection of analysis.injections) {
      if (this.state.expired()) break;
      this.inject(injection, input);
    }
    return { executesStdin: analysis.executesStdin === true, matched: analysis.matches.length > 0 };
  }

  private limits(limits: readonly Limit[]): void {
    for (const { limit, message, span } of limits) this.state.limit(limit, message, span);
  }

  /** Reads a string that is passed on as code of another language. */
  private inject({ language, source, via }: Injection, input: Stream | null): void {
    if (this.via.length >= maximumInjections)
      return this.state.limit(
        "depth",
        "code strings are nested too deeply",
        source.origin(0, source.text.length),
      );
    this.via.push(via);
    const before = this.isShell;
    this.isShell = language === "shell";
    const script = language === "shell" ? this.powershellOn(source) : null;
    if (script !== null) this.code("powershell", script, "powershell", input);
    if (language === "shell") this.shell(prepareShell(source), input ?? undefined);
    else if (isNamingGrammar(language)) this.code("unknown", source, language, input);
    else this.code(language, source, null, input);
    this.isShell = before;
    this.via.pop();
  }

  /** Returns the code that a command line passes to PowerShell without quotation marks; null for any other line. */
  private powershellOn(line: Source): Source | null {
    return this.state.engine.profile === "extended" ? codeOfLine(line, true) : null;
  }

  /** Adds a match to those of the region, or relocates it to the shell word that contains the code. */
  private report = (match: Match): void => {
    // in a sentence `-enc` is an option that is mentioned, unless a program follows
    if (this.isSentence && match.isOption === true && !isText(match.encoded?.open() ?? null))
      return;
    this.matches.push(
      this.via.length === 0 ? match : { ...match, trace: [...this.via, ...match.trace] },
    );
  };

  private reporting<T>(report: (match: Match) => void, read: () => T): T {
    const outer = this.report;
    this.report = report;
    try {
      return read();
    } finally {
      this.report = outer;
    }
  }
}
