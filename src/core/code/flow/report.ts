import { isNamingGrammar } from "../../assets.js";
import type { Encoded, Match, Note, Span, TraceStep } from "../../model.js";
import { patternsOf, type Role } from "../../query/role.js";
import type { Vocabulary } from "../../query/vocabulary.js";
import type { Source } from "../../source.js";
import type { Analysis, Injection } from "../analysis.js";
import { ownStringsOf, type CodeBudget } from "../code-budget.js";
import { mayExecute } from "../may-execute.js";
import type { Place } from "../ir.js";
import type { ReachedLimits } from "./reached-limits.js";
import type { Taint } from "./value.js";

/** The range of the executing name, and the tag of the executed language. */
interface Executor {
  readonly sink: Place;
  readonly tag: string;
}

/** Maximum length of an executed string for which the program's reserve pays, so that long strings do not hide short ones. */
const MAX_OWN_LENGTH = 1000;

/** Collects the matches, notes and executed strings of an analysis, without duplicates. */
export class Report {
  private readonly matches = new Map<string, Match>();
  private readonly notes = new Map<string, Note>();
  private readonly injections = new Map<string, Injection>();
  executesStdin = false;
  /** Characters left of those that are reserved for the program's executed strings. */
  private own: number;

  constructor(
    private readonly source: Source,
    private readonly vocabulary: Vocabulary | null,
    private readonly tag: string,
    private readonly budget: CodeBudget,
    private readonly limits: ReachedLimits,
  ) {
    this.own = ownStringsOf(source.text.length);
  }

  span(place: Place): Span {
    return this.source.origin(place.start, place.end);
  }

  /** Returns a trace step. @param roles the roles whose patterns the step names */
  step(
    step: TraceStep["step"],
    place: Place,
    message: string,
    roles: readonly (Role | null)[] = [],
    cardRule?: number,
  ): TraceStep {
    return {
      step,
      span: this.span(place),
      message,
      ...(cardRule !== undefined && { cardRule }),
      ...patternsOf(...roles),
    };
  }

  /** Reports a call such as `eval` that executes a fetched or decoded value. The span ends with the name of the decoder or variable. */
  execute(sink: Place, taint: Taint, role: Role, shape: Role): void {
    const what = taint.origin === "fetched" ? "the fetched text" : "the decoded payload";
    this.match(
      { sink, tag: this.tag },
      taint,
      role,
      shape,
      `"${this.source.text.slice(sink.start, sink.end)}" executes ${what}`,
    );
  }

  /** Reports a fetched or decoded value that a shell runs, which the contract profile does not list. */
  shellExecute(call: Place, taint: Taint, role: Role | null, shape: Role | null): void {
    this.match(
      { sink: { start: call.start, end: call.start + 1 }, tag: "bash" },
      taint,
      role,
      shape,
      "a shell executes it",
    );
  }

  /**
   * Reports a command or call that executes a fetched or decoded value, in a language whose spans cover whole commands.
   * @param place the range of the finding
   * @param sink the range of the trace step
   * @param isOption whether only an option makes the operand a program
   */
  executeAt(place: Place, sink: Place, taint: Taint, role: Role | null, isOption = false): void {
    const isFetched = taint.origin !== "decoded";
    const rule =
      role?.rule ?? taint.role?.rule ?? `${this.tag}/${isFetched ? "fetch" : "decode"}-execute`;
    const span = this.span(place);
    const isProgram = role?.capture === "sink.interpreter";
    const who = isProgram ? "the program after the pipe" : "PowerShell";
    this.matches.set(`${rule} ${span[0]} ${span[1]}`, {
      rule,
      span,
      trace: [...taint.steps, this.step("execute", sink, `${who} executes it`, [role])],
      ...encodedOf(taint, this.tag),
      ...(isOption && { isOption: true as const }),
      ...(isProgram && { isAnyShells: true as const }),
    });
  }

  /** Adds a match of any other rule. */
  add(match: Match): void {
    this.matches.set(`${match.rule} ${match.span[0]} ${match.span[1]}`, match);
  }

  /** Reports a call that runs the program at a URL: `include "https://…"`. */
  runAddress(call: Place, address: Place, role: Role): void {
    const span = this.span({ start: call.start, end: address.end });
    const name = `"${this.source.text.slice(call.start, call.end)}"`;
    const step = this.step(
      "execute",
      call,
      `${name} fetches the program at this address and runs it`,
      [role],
    );
    this.matches.set(`${role.rule} ${span[0]} ${span[1]}`, {
      rule: role.rule ?? "",
      span,
      trace: [step],
    });
  }

  /** Adds a match. Its rule is that of the sink, or else of the source, or else of the shape. */
  private match(
    { sink, tag }: Executor,
    taint: Taint,
    role: Role | null,
    shape: Role | null,
    message: string,
  ): void {
    const rule = role?.rule ?? taint.role?.rule ?? shape?.rule ?? this.ruleFor(taint);
    // in `decoded.then(eval)` the sink follows the value
    const place =
      taint.end > sink.start
        ? { start: sink.start, end: taint.end }
        : { start: taint.start, end: sink.end };
    const span = this.span(place);
    const execute = this.step("execute", sink, message, [shape, role], 18);
    this.matches.set(`${rule} ${span[0]} ${span[1]}`, {
      rule,
      span,
      trace: [...taint.steps, execute],
      ...encodedOf(taint, tag),
    });
  }

  /** Returns the rule of a match for which no pattern names a rule. */
  private ruleFor({ origin }: Taint): string {
    const what = origin === "decoded" ? "decode" : "fetch";
    return `${this.vocabulary === null ? "script" : this.tag}/${what}-execute`;
  }

  note(note: Note): void {
    this.notes.set(`${note.reason} ${note.span[0]} ${note.span[1]}`, note);
  }

  /** Adds a string that is executed as code of a language, if it may contain a finding. */
  inject(
    language: Injection["language"] | null,
    source: Source,
    call: Place,
    name: string,
    roles: readonly (Role | null)[],
  ): void {
    if (language === null || !this.worthReading(language, source.text)) return;
    const [from, to] = source.origin(0, source.text.length);
    // two equal commands in different places may be arguments of one call, `sh -c "…"`, and so begin and end with the same words
    const middle = source.text.length >> 1;
    const [inside] = source.origin(middle, Math.min(middle + 1, source.text.length));
    const key = `${language} ${from} ${inside} ${to} ${source.text}`;
    if (!this.injections.has(key) && !this.spend(source.text.length))
      return this.limits.add(
        "size",
        "strings that run were only partly read: together they are too long",
        call,
      );
    const code = language === "either" ? "shell" : language;
    const via = this.step("inject", call, `${name} passes the string as ${code} code`, roles);
    this.injections.set(key, { language, source, via });
  }

  private spend(length: number): boolean {
    if (length > Math.min(this.own, MAX_OWN_LENGTH)) return this.budget.spendString(length);
    this.own -= length;
    return true;
  }

  /** Whether a string may contain a finding, so that it is analyzed. */
  private worthReading(language: Injection["language"], text: string): boolean {
    if (language === "shell" || language === "powershell" || language === "either")
      return text.trim() !== "";
    if (isNamingGrammar(language)) return /[(`]/.test(text);
    return this.vocabulary !== null && mayExecute(this.vocabulary, text);
  }

  result(): Analysis {
    const analysis = {
      matches: outermost([...this.matches.values()]),
      notes: [...this.notes.values()],
      injections: [...this.injections.values()],
    };
    return this.executesStdin ? { ...analysis, executesStdin: true } : analysis;
  }
}

/** Returns the payload of a match that executes a decoded value as a language; nothing if it is not known. */
function encodedOf({ origin, literal }: Taint, tag: string): { readonly encoded?: Encoded } {
  return origin === "decoded" && literal?.isGuess === false ? { encoded: { tag, literal } } : {};
}

/** Returns the matches in the order of the text, without matches inside another one: `eval(eval(atob(x)))` is one. */
export function outermost(matches: readonly Match[]): Match[] {
  const sorted = [...matches].sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
  const kept: Match[] = [];
  for (const match of sorted) {
    const last = kept[kept.length - 1];
    if (last === undefined || match.span[1] > last.span[1]) kept.push(match);
  }
  return kept;
}
