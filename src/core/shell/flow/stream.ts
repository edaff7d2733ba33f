import type { Flow, FlowOrigin } from "../../flow.js";
import type { Span, TraceStep } from "../../model.js";
import type { Role } from "../../query/role.js";
import { Source, SourceBuilder } from "../../source.js";

/** Fetched or decoded bytes in a pipe, a substitution or a variable. Offsets refer to the document. */
export interface Remote extends Flow {
  /** Offset where a span over a pipe starts; `Infinity` once the bytes went through a variable or a redirect. */
  readonly start: number;
  /** Offset where a redirect with the bytes ends; `-Infinity` if there is none. */
  readonly end: number;
  /** Offset of the fetcher (or the call that fetches); null once the bytes went through a variable. */
  readonly fetcherAt: number | null;
  /** The role of the last shape (pipe, substitution, …) that the bytes went through; null before the first. */
  readonly shape: Role | null;
  /** The rule that the source's pattern names; null if the shape decides the rule. */
  readonly rule: string | null;
  /** The call that received the bytes as its input, at which an execution in the function's body is reported; null outside of calls. */
  readonly call: Span | null;
  /**
   * Whether a substitution inside a command reads the bytes from the input of that command: then only a command that is known to
   * read its input receives them.
   */
  readonly inherited: boolean;
  /** Whether the bytes are the output of a program that was fetched and executed. */
  readonly executed: boolean;
  /** The last path component of the fetched URL. */
  readonly file?: string;
}

/** A known text that may be code for an interpreter. Spans and offsets refer to the document, except those of `source`. */
export interface CodeText {
  readonly source: Source;
  /** The spans of the variables whose values are part of the text. */
  readonly variables: readonly Span[];
  /** Offset of the command that wrote the text, or of the word that contains it. */
  readonly from: number;
  /** Offset where that command or word ends. */
  readonly to: number;
  /** The trace steps of the text: commands that print it, pipes and other shapes that it went through. */
  readonly via?: readonly TraceStep[];
  /** Whether it is the body of a here-document, which no quote closes: a span then ends with the relevant part. */
  readonly unclosed?: boolean;
  /** Whether the text is truncated because it grew too long. */
  readonly partial?: boolean;
  /** Whether a part of the text is unknown because a value grew too long or has too many alternatives. */
  readonly isCut?: boolean;
  /** Whether a substitution inside a command reads the text from the input of that command, as for fetched bytes. */
  readonly inherited?: boolean;
}

/** The input or output of a command: fetched bytes, known text, both, or nothing known. */
export interface Stream {
  readonly remote: Remote | null;
  readonly text: CodeText | null;
}

/** The stream of a command that writes nothing, or whose output is unknown. */
export const silent: Stream = { remote: null, text: null };

/** Returns bytes that start at a fetcher's or decoder's word. */
export function fetched(
  start: number,
  steps: readonly TraceStep[],
  rule: string | null = null,
  origin: FlowOrigin = "fetched",
): Remote {
  return {
    start,
    end: -Infinity,
    fetcherAt: start,
    shape: null,
    rule,
    steps,
    call: null,
    origin,
    inherited: false,
    executed: false,
  };
}

/** Returns the fetched bytes of two sources as one, with a span over both. Bytes that were not executed take precedence. */
export function mergeRemotes(first: Remote | null, second: Remote | null): Remote | null {
  if (first === null || second === null) return first ?? second;
  if (first.executed !== second.executed) return first.executed ? second : first;
  return {
    ...first,
    start: Math.min(first.start, second.start),
    end: Math.max(first.end, second.end),
  };
}

/** Whether bytes come from a pipe around a word, and not from inside the word or from a variable. */
export function cameFromOutside({ start }: Remote, word: Span): boolean {
  return Number.isFinite(start) && (start < word[0] || start >= word[1]);
}

/** Returns the output of two statements in sequence. */
export function both(first: Stream, second: Stream): Stream {
  if (first === silent) return second;
  if (second === silent) return first;
  return {
    remote: mergeRemotes(first.remote, second.remote),
    text: joined(first.text, second.text),
  };
}

/** Maximum length of joined output in UTF-16 code units: a script that prints its own output would grow without end. */
const MAX_JOINED_LENGTH = 1 << 17;

/** The output of two commands. Most output of a script is never read, so the texts are joined only when they are read. */
class Joined implements CodeText {
  readonly length: number;
  readonly hasVariables: boolean;
  readonly isOpen: boolean;
  readonly isCut: boolean;
  private built: Together | null = null;

  constructor(
    readonly first: CodeText,
    readonly second: CodeText,
  ) {
    this.length = lengthOf(first) + lengthOf(second) + 1;
    this.hasVariables = hasVariables(first) || hasVariables(second);
    this.isOpen = isOpen(first) || isOpen(second);
    this.isCut = first.isCut === true || second.isCut === true;
  }

  get from(): number {
    let { first } = this;
    while (first instanceof Joined) ({ first } = first);
    return first.from;
  }

  get to(): number {
    return this.second.to;
  }

  get source(): Source {
    return this.together.source;
  }

  get variables(): readonly Span[] {
    return this.together.variables;
  }

  get via(): readonly TraceStep[] {
    return this.together.via;
  }

  private get together(): Together {
    return (this.built ??= together(this));
  }
}

function joined(first: CodeText | null, second: CodeText | null): CodeText | null {
  if (first === null || second === null) return first ?? second;
  if (first.partial === true) return first;
  if (!isOpen(first) && !isOpen(second) && isOnlyUnknown(second) && isOnlyUnknown(lastOf(first)))
    return first;
  if (lengthOf(first) + lengthOf(second) < MAX_JOINED_LENGTH) return new Joined(first, second);
  for (const part of [first, second]) if (isOpen(part)) void part.source; // whether a text is too long depends on the input
  return altered(first, { partial: true });
}

/** Whether a text is only one unknown value (`echo "$UNKNOWN"`), of which repetitions can be dropped. */
export function isOnlyUnknown(text: CodeText): boolean {
  if (text instanceof Altered && text.changes.source === undefined) return isOnlyUnknown(text.text);
  return !(text instanceof Joined) && text.source.text === "$?";
}

function lastOf(text: CodeText): CodeText {
  if (text instanceof Altered && text.changes.source === undefined) return lastOf(text.before);
  return text instanceof Joined ? text.second : text;
}

function lengthOf(text: CodeText): number {
  if (text instanceof Altered) return text.changes.source?.text.length ?? lengthOf(text.before);
  return text instanceof Joined ? text.length : text.source.text.length;
}

/** Whether values of variables are part of a text. Does not join the text or mark it as read. */
export function hasVariables(text: CodeText): boolean {
  if (text instanceof Altered) return hasVariables(text.before);
  return text instanceof Joined ? text.hasVariables : text.variables.length > 0;
}

type Together = Required<Pick<CodeText, "source" | "variables" | "via">>;

function together(text: CodeText): Together {
  const parts = partsOf(text);
  const builder = new SourceBuilder(parts[0]?.source ?? Source.whole(""));
  parts.forEach(({ source, from }, index) => {
    if (index > 0) builder.insertAt("\n", from);
    builder.append(source);
  });
  // many lines are printed by equal commands: one step is enough
  const via = new Map(
    parts.flatMap((part) =>
      (part.via ?? []).map((step) => [`${step.message} ${step.patterns?.join(" ") ?? ""}`, step]),
    ),
  );
  return {
    source: builder.build(),
    variables: distinct(parts.map(({ variables }) => variables)),
    via: [...via.values()],
  };
}

/** Returns the items of several lists without duplicates: several parts of a text may come from the same call. */
export function distinct<T>(lists: readonly (readonly T[])[]): readonly T[] {
  if (lists.length < 2) return lists[0] ?? [];
  return [...new Set(lists.flat())];
}

type Changes = Partial<
  Pick<CodeText, "source" | "from" | "to" | "unclosed" | "partial" | "inherited">
> & { readonly step?: TraceStep };

/** Maximum number of steps of a text that are kept for traces. */
export const MAX_STEPS = 64;

/** A text with changed properties. Creating it does not read the text. */
class Altered implements CodeText {
  constructor(
    readonly before: CodeText,
    readonly changes: Changes,
  ) {}

  /** The text that was changed. */
  get text(): CodeText {
    return this.before;
  }

  get source(): Source {
    return this.changes.source ?? this.text.source;
  }

  get variables(): readonly Span[] {
    return this.text.variables;
  }

  get via(): readonly TraceStep[] {
    const { via = [] } = this.text;
    const { step } = this.changes;
    return step === undefined || via.length >= MAX_STEPS ? via : [...via, step];
  }

  get from(): number {
    return this.changes.from ?? this.text.from;
  }

  get to(): number {
    return this.changes.to ?? this.text.to;
  }

  get unclosed(): boolean {
    return this.changes.unclosed ?? this.text.unclosed === true;
  }

  get partial(): boolean {
    return this.changes.partial ?? this.before.partial === true;
  }

  get isCut(): boolean {
    return this.before.isCut === true;
  }

  get inherited(): boolean {
    return this.changes.inherited === true;
  }
}

/** Returns a text with changed properties. A step that the text has taken too often is not added. */
export function altered(text: CodeText, changes: Changes): CodeText {
  const { step, ...others } = changes;
  if (step === undefined || stepCount(text, step) < MAX_EQUAL_STEPS)
    return new Altered(text, changes);
  return Object.keys(others).length === 0 ? text : new Altered(text, others);
}

/** Returns the same text with one more step. */
export function withStep(text: CodeText, step: TraceStep): CodeText {
  return altered(text, { step });
}

/** Maximum number of equal steps of one text: functions that pipe into each other may pass a text thousands of times. */
const MAX_EQUAL_STEPS = 8;

/** Returns how often a text has taken a step, also before it became the input of the running call. */
function stepCount(text: CodeText, { message, span }: TraceStep): number {
  let times = 0;
  for (let at = text; at instanceof Altered; at = at.before) {
    const { step } = at.changes;
    if (step?.message === message && step.span?.join("-") === span?.join("-")) times++;
  }
  return times;
}

/** The standard input of a call. It records whether its content is read: if not, the call has the same effects with any other input. */
export class Input extends Altered {
  isRead = false;

  constructor(given: CodeText) {
    super(given, { inherited: given.inherited === true });
  }

  override get text(): CodeText {
    this.isRead = true;
    return this.before;
  }
}

/** Whether a text contains the input of a call. */
function isOpen(text: CodeText): boolean {
  return text instanceof Joined
    ? text.isOpen
    : text instanceof Altered && (text instanceof Input || isOpen(text.before));
}

/** Returns a text in which the input of one call is replaced by that of another. */
export function filled(text: CodeText, input: Input, given: CodeText): CodeText {
  if (text === input) return given;
  if (!isOpen(text)) return text;
  if (text instanceof Altered) return altered(filled(text.before, input, given), text.changes);
  const [first = text, ...rest] = partsOf(text).map((part) => filled(part, input, given));
  return rest.reduce((before, part) => joined(before, part) ?? before, first);
}

/** Returns the parts of a joined text, in order; without recursion, because there may be a part for each line of a script. */
function partsOf(text: CodeText): CodeText[] {
  const parts: CodeText[] = [];
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof Joined) open.push(next.second, next.first);
    else parts.push(next);
  }
  return parts;
}

/** Returns bytes that a command at `from` copied: if they had no start, a span starts at the fetcher, or else at the command. */
export function passed(remote: Remote, from: number): Remote {
  if (Number.isFinite(remote.start)) return remote;
  return remote.fetcherAt === null
    ? { ...remote, start: from, end: -Infinity }
    : { ...remote, start: remote.fetcherAt };
}
