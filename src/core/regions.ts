import type { Injection } from "./code/analysis.js";
import { analyzeCode, findDecodeExecute, withoutStrings } from "./code/index.js";
import type { CodeTools } from "./code/tools.js";
import type { Match, Note } from "./model.js";
import type { Region } from "./segment/region.js";
import type { CodeAnswer } from "./shell/flow/runner.js";
import type { Stream } from "./shell/flow/stream.js";
import { readScript } from "./shell/read.js";
import { ShellRun } from "./shell/run.js";
import type { Source } from "./source.js";
import type { Work } from "./work.js";

/** What one region yields before context decides whether it is meant. */
export interface Reading {
  readonly matches: readonly Match[];
  readonly notes: readonly Note[];
}

/** Code strings in code strings are followed this deep. */
const maximumInjections = 8;

/** Reads a region in its language, and rule-18 code in it whatever its language. */
export function readRegion(region: Region, work: Work): Reading {
  work.enter(region.source);
  if (work.expired()) return { matches: [], notes: [] };
  const reader = new RegionReader(work);
  try {
    reader.read(region);
  } finally {
    work.free();
  }
  return reader;
}

class RegionReader implements Reading {
  readonly matches: Match[] = [];
  readonly notes: Note[] = [];
  private depth = 0;

  constructor(private readonly work: Work) {}

  read({ source, language, tag, kind }: Region): void {
    if (language === "shell") this.shell(source);
    else if (language === "unknown") this.shell(withoutStrings(source, tag));
    // What looks like shell without a tag may be a call of some language that hands a string to one.
    if (language !== "shell") this.code(language, source, tag, null);
    else if (tag === null && kind !== "prose") this.code("unknown", source, null, null);
    this.matches.push(...findDecodeExecute(source, this.tools(false), kind, language));
  }

  private shell(source: Source, stdin?: Stream): void {
    const run = new ShellRun({
      vocabulary: this.work.engine.vocabulary,
      profile: this.work.engine.profile,
      mentions: this.work.engine.gate,
      read: (inner) => this.script(inner),
      foreign: (language, inner, input) => this.code(language, inner, null, input),
      report: (match) => {
        this.matches.push(match);
      },
      note: (note) => {
        this.notes.push(note);
      },
      limit: (message, span) => {
        this.work.limit("depth", message, span);
      },
    });
    run.region(source, stdin);
  }

  private script(source: Source): ReturnType<typeof readScript> {
    return readScript(source, {
      parse: (text, use) => this.work.withShellTree(text, use),
      rules: (root) => this.work.rules(root),
      starts: (text) => this.work.commandStarts(text),
      tooDeep: (inner, start, end) => {
        this.work.limit("depth", "commands nest too deep", inner.origin(start, end));
      },
    });
  }

  /** Python, JavaScript, or calls of any other language; `input` is what the code's standard input carries. */
  private code(language: "python" | "javascript" | "unknown", source: Source, tag: string | null, input: Stream | null): CodeAnswer {
    const stdinIsRemote = input !== null && input.remote !== null && !input.remote.executed;
    const analysis = analyzeCode(language, source, tag, this.tools(stdinIsRemote));
    this.matches.push(...analysis.matches);
    this.notes.push(...analysis.notes);
    for (const limit of analysis.limits ?? []) this.work.limit(limit.limit, limit.message, limit.span);
    for (const injection of analysis.injections) this.inject(injection, input);
    return { executesStdin: analysis.executesStdin === true, matched: analysis.matches.length > 0 };
  }

  /** A string that is handed on as code of another language. */
  private inject({ language, source, via }: Injection, input: Stream | null): void {
    if (this.depth >= maximumInjections) {
      this.work.limit("depth", "code strings nest too deep", source.origin(0, source.text.length));
      return;
    }
    const from = this.matches.length;
    this.depth++;
    if (language === "shell") this.shell(source, input ?? undefined);
    else this.code(language, source, null, input);
    this.depth--;
    for (let index = from; index < this.matches.length; index++) {
      const match = this.matches[index];
      if (match !== undefined) this.matches[index] = { ...match, trace: [via, ...match.trace] };
    }
  }

  private tools(stdinIsRemote: boolean): CodeTools {
    return this.work.codeTools(stdinIsRemote);
  }
}
