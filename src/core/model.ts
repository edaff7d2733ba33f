import type { Literal } from "./literal.js";

/** Zero-based `[start, end)` offsets into a document, in UTF-16 code units unless an interface says otherwise. */
export type Span = readonly [start: number, end: number];

/** The only label. */
export type Label = "PS";

/** The unit of offsets in an interface. */
export const offsetEncodings = ["utf-16", "codepoint", "utf-8"] as const;
export type OffsetEncoding = (typeof offsetEncodings)[number];

/** The names of the profiles, each a vocabulary with its sources and sinks. */
export const profiles = ["contract", "extended"] as const;
export type Profile = (typeof profiles)[number];

/** How a snippet is marked in the document. */
export type SnippetKind = "fence" | "indented" | "inline" | "html" | "quoted" | "prose";

/** The language in which a snippet is read; `unknown` means that it is read as shell and as calls of any language. */
export type Language = "shell" | "python" | "javascript" | "powershell" | "unknown";

/** One step from a source to its execution, as data. */
export interface TraceStep {
  /** What this step establishes. */
  readonly step:
    | "fetch" // a fetcher that fetches
    | "output" // where the fetcher writes, and the option that determines it
    | "carry" // a stage, variable, function or substitution that passes the bytes through
    | "wrapper" // a word that is skipped on the way to the command
    | "inject" // a string that is read as code
    | "decode" // a decoder call
    | "execute"; // the interpreter or call that executes it, and why
  /** The location of the step in the document; absent if it has none. */
  readonly span?: Span;
  /** One sentence, lower-case start, no full stop. */
  readonly message: string;
  /** The number of the detection rule in the service's specification that applies, if any. */
  readonly cardRule?: number;
  /** The patterns that captured the text of the step (`contract/bash/fetchers.scm:4`), without which the step would not exist. */
  readonly patterns?: readonly string[];
}

/** A place where remote content or a decoded payload is executed. */
export interface Finding {
  /** Stable rule id such as `bash/fetch-pipe`. */
  readonly rule: string;
  /** `finding` sets the label; `advisory` (extended profile only) never does. */
  readonly level: "finding" | "advisory";
  readonly span: Span;
  /** The exact characters of the span. */
  readonly text: string;
  readonly snippet: {
    readonly kind: SnippetKind;
    readonly language: Language;
    readonly tag: string | null;
  };
  readonly trace: readonly TraceStep[];
  /**
   * Whether the fetched content is pinned: its URL names a commit by its 40 digits, or a digest is on the same line. Reports lower
   * the severity of the finding by one level; the label does not change.
   */
  readonly pinned?: true;
  /** Whether the time was over before context was checked. The finding still counts, and the outcome is `incomplete`. */
  readonly unjudged?: true;
  /** The executed payload; absent if it is not decoded from a literal, or cannot be decoded, as the trace then says. */
  readonly payload?: Payload;
}

/** The text that a literal decodes to; nothing of it was executed. */
export interface Payload {
  /** Invisible characters, and terminal control characters, are written as escapes such as `\x1b`. */
  readonly text: string;
  /** Whether only its beginning is shown and was analyzed. */
  readonly truncated: boolean;
  /** The findings in it; offsets are UTF-16 code units of `text`, whatever the encoding of the result's other offsets. */
  readonly findings: readonly Finding[];
}

/** The reasons why a match is not a finding. */
export type DismissalReason =
  | "warned-against" // a sentence forbids or rejects it
  | "reported" // the text says that an attacker runs it, or that it is blocked
  | "comment" // it is in a comment
  | "displayed" // it is printed or quoted as text
  | "output" // it is a program's output
  | "removed" // it is a removed line of a diff
  | "description"; // it is the value of a descriptive key

/** Information that is not a finding. Notes never set the label. */
export interface Note {
  readonly kind: "dismissed" | "undecided";
  /** A {@link DismissalReason}, or the reason for an undecided place. */
  readonly reason: string;
  /** One sentence that names the evidence. */
  readonly message: string;
  /** The match or the undecided place. */
  readonly span: Span;
  /** The place of the evidence, for a dismissal. */
  readonly evidence?: Span;
  readonly rule?: string;
}

/** Whether the whole text was analyzed. An unfinished analysis is never reported as a clean text. */
export type Outcome =
  | { readonly status: "complete" }
  | { readonly status: "incomplete"; readonly limits: readonly Limit[] };

/** A limit that was reached, and the part of the text that was not read, or read in a simpler way. */
export interface Limit {
  readonly limit: "size" | "depth" | "steps" | "contexts" | "deadline" | "syntax" | "failed";
  readonly message: string;
  readonly span: Span;
}

/** Says when the time of an analysis is over, and records what was not analyzed. */
export interface Limits {
  /** Whether the time for reading is over: the rest is not read. */
  expired(): boolean;
  /** Records a range of the document that was not read, or read in a simpler way. */
  limit(limit: Limit["limit"], message: string, span: Span): void;
}

/** The result for one text. */
export interface Detection {
  readonly labels: readonly [] | readonly [Label];
  /** Sorted, disjoint; empty if there is no label. */
  readonly spans: readonly Span[];
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  readonly outcome: Outcome;
}

/** A match of the flow stages, before context decides whether to dismiss it. */
export interface Match {
  readonly rule: string;
  readonly level?: "finding" | "advisory";
  /** Document offsets. */
  readonly span: Span;
  readonly trace: readonly TraceStep[];
  /** The decoded and executed payload; absent if nothing is decoded. */
  readonly encoded?: Encoded;
  /** Whether only an option of a command makes its operand a program (`powershell -enc WORD`): a sentence may be about the option. */
  readonly isOption?: true;
  /**
   * Whether the match was found by reading a text as PowerShell, but pipes content to a program, as any shell could. A match of
   * another shell at the same span takes precedence.
   */
  readonly isAnyShells?: true;
  /** The span at which the file that contains the match is executed; context is checked at this span. */
  readonly at?: Span;
  /** Whether the match was found with a function or variable that an earlier block defines. */
  readonly usesDefinition?: true;
}

/** A payload in the flow stages. */
export interface Encoded {
  /** The tag of the language that executes it. */
  readonly tag: string;
  readonly literal: Literal;
}

/** The bytes of a decoded literal, or why it could not be decoded. */
export type Opened = { readonly bytes: Uint8Array } | { readonly failure: string };

/** Why a match is not a finding, with the evidence. */
export interface Dismissal {
  readonly reason: DismissalReason;
  /** One sentence that names the evidence, e.g. `warned against by: "Never run"`. */
  readonly message: string;
  readonly evidence?: Span;
}

/** Whether a dismissal rests only on what the text says about a command, which does not prevent the command from running. */
export function isProseOnly({ reason }: Dismissal): boolean {
  return reason === "warned-against" || reason === "reported";
}

/** Identifies the active rules: two detectors with equal revisions give equal results. */
export interface Revision {
  readonly package: string;
  readonly profile: Profile;
  /** Grammar versions by name. */
  readonly grammars: Readonly<Record<string, string>>;
  /** SHA-256 of the loaded query files, lower-case hex. */
  readonly queries: string;
}
