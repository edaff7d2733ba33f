/** Zero-based `[start, end)` offsets into a document, in UTF-16 code units unless an interface says otherwise. */
export type Span = readonly [start: number, end: number];

/** The one label there is (card, detector contract 2). */
export type Label = "PS";

/** The unit in which an interface gives offsets. */
export const offsetEncodings = ["utf-16", "codepoint", "utf-8"] as const;
export type OffsetEncoding = (typeof offsetEncodings)[number];

/** Which vocabulary and which sources and sinks are in force. */
export const profiles = ["contract", "extended"] as const;
export type Profile = (typeof profiles)[number];

/** How a snippet is marked in the document. */
export type SnippetKind = "fence" | "indented" | "inline" | "html" | "quoted" | "prose";

/** What a snippet is read as. `unknown`: shell lines and calls of any language. */
export type Language = "shell" | "python" | "javascript" | "powershell" | "unknown";

/** One step of the way from a source to its execution, as data. */
export interface TraceStep {
  /** What this step establishes. */
  readonly step:
    | "fetch" // a fetcher that fetches
    | "output" // where the fetcher writes, and which option decides it
    | "carry" // a stage, variable, function or substitution that passes the bytes on
    | "wrapper" // a word looked through on the way to the command
    | "inject" // a string that is read as code
    | "decode" // a decoder call
    | "execute"; // the interpreter or call that takes it as its program, and why
  /** Where, in the document; absent when the step has no place. */
  readonly span?: Span;
  /** One sentence, lower-case start, no full stop. */
  readonly message: string;
  /** The rule of the card that decides it, where one does. */
  readonly cardRule?: number;
  /** The patterns that captured what stands here (`contract/bash/fetchers.scm:4`): without one of them the step is not. */
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
   * What is fetched is pinned: its address names a commit by its 40 digits, or a digest is in the same line. Reports give it
   * one severity less; the label does not change.
   */
  readonly pinned?: true;
  /** The time ran out before it was decided whether the text means it; the outcome is incomplete. It counts as meant. */
  readonly unjudged?: true;
  /**
   * What is executed, where it is decoded out of a literal; absent for anything else, and where it cannot be decoded (the trace
   * says so).
   */
  readonly payload?: Payload;
}

/** What a literal decodes to; nothing of it was executed. */
export interface Payload {
  /** Characters that nobody sees, and those that command a terminal, are written as escapes such as `\x1b`. */
  readonly text: string;
  /** It goes on: only its beginning is shown, and was read. */
  readonly truncated: boolean;
  /** What the detector finds in it; offsets are UTF-16 code units of `text`, whatever the encoding of the answer's own. */
  readonly findings: readonly Finding[];
}

/** Why a match is not a finding. */
export type DismissalReason =
  | "warned-against" // a sentence forbids or rejects it (rule 14)
  | "reported" // a text says that an attacker runs it, or that it is blocked
  | "comment" // it is in a comment (rule 14)
  | "displayed" // it is printed or quoted as text (rule 14)
  | "output" // it is what a program printed
  | "removed" // a removed line of a diff
  | "description"; // the value of a descriptive key

/** Something worth knowing that is not a finding. Notes never set the label. */
export interface Note {
  readonly kind: "dismissed" | "undecided";
  /** A {@link DismissalReason}, or the name of the unknown for an undecided place. */
  readonly reason: string;
  /** One sentence that names the evidence. */
  readonly message: string;
  /** The match or the undecided place. */
  readonly span: Span;
  /** Where the evidence stands, for a dismissal. */
  readonly evidence?: Span;
  readonly rule?: string;
}

/** Whether the whole text was analyzed. Not finishing is never silently "clean". */
export type Outcome =
  | { readonly status: "complete" }
  | { readonly status: "incomplete"; readonly limits: readonly Limit[] };

/** A bound that was hit, and the part of the text it left unread or read in a simpler way. */
export interface Limit {
  readonly limit: "size" | "depth" | "steps" | "contexts" | "deadline" | "syntax" | "failed";
  readonly message: string;
  readonly span: Span;
}

/** The answer to one text. */
export interface Detection {
  readonly labels: readonly [] | readonly [Label];
  /** Sorted, disjoint; empty where there is no label. */
  readonly spans: readonly Span[];
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  readonly outcome: Outcome;
}

/** A match as the flow stages find it, before context decides whether it is meant. */
export interface Match {
  readonly rule: string;
  readonly level?: "finding" | "advisory";
  /** Document offsets. */
  readonly span: Span;
  readonly trace: readonly TraceStep[];
  /** What is decoded and executed; absent where nothing is decoded. */
  readonly encoded?: Encoded;
  /**
   * Only an option of a command says that its operand is a program (`powershell -enc WORD`): a sentence may speak of the
   * option.
   */
  readonly isOption?: true;
  /** A program of any shell takes what is piped into it, read in a text that another shell may have: that reading comes first. */
  readonly isAnyShells?: true;
  /** Where a file was run that holds it: the text is asked there whether it is meant. */
  readonly at?: Span;
}

/** A payload as the flow stages know it. */
export interface Encoded {
  /** The tag of the language that executes it. */
  readonly tag: string;
  /** Decodes it without executing anything; null if it is not written in the text. */
  open(): Opened | null;
}

/** What a literal decodes to (of a long one the beginning), or why it could not be decoded. */
export type Opened =
  | { readonly bytes: Uint8Array; readonly isCut?: boolean }
  | { readonly failure: string };

/** Why something that looks active is only shown, with the evidence. */
export interface Dismissal {
  readonly reason: DismissalReason;
  /** One sentence that names the evidence, e.g. `warned against by: "Never run"`. */
  readonly message: string;
  readonly evidence?: Span;
}

/** Names the rules in force: two detectors with equal revisions give equal answers. */
export interface Revision {
  readonly package: string;
  readonly profile: Profile;
  /** Grammar versions by name. */
  readonly grammars: Readonly<Record<string, string>>;
  /** SHA-256 of the loaded query files, lower-case hex. */
  readonly queries: string;
}
