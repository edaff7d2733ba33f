import type { GrammarName } from "../assets.js";
import type { Detection, Dismissal, Language, Match, Note, SnippetKind, Span } from "../model.js";
import type { BlockKind } from "../segment/block.js";

/** The results of each stage for a text. */
export interface Stages {
  /** Whether the text passed the gate; if false, no stage was run. */
  readonly mentions: boolean;
  readonly regions: readonly RegionStages[];
  /** The outermost matches of regions that context judged, in document order. */
  readonly judgements: readonly Judgement[];
  readonly candidates: readonly CandidateWord[];
  /** The number of evaluation steps of shell and code. */
  readonly steps: number;
  readonly detection: Detection;
}

export interface RegionStages {
  readonly kind: SnippetKind;
  readonly language: Language;
  readonly tag: string | null;
  /** The language whose file of names describes its calls; null if a grammar reads it or none is known. */
  readonly calls: string | null;
  readonly span: Span;
  /** The text that is read: without prompts, indents and markers, with escapes decoded. */
  readonly text: string;
  /** The blocks of the document that contain it, outermost first. */
  readonly blocks: readonly BlockKind[];
  /** Why all matches in it are only shown; null if they may be findings. */
  readonly shown: Dismissal | null;
  readonly trees: readonly SearchedTree[];
  /** Names of commands and calls that have a role in any position, in the order in which they were found. */
  readonly names: readonly Capture[];
  readonly matches: readonly Match[];
  readonly notes: readonly Note[];
}

export interface SearchedTree {
  readonly language: GrammarName;
  readonly text: string;
  /** Whether the grammar read it without an error. */
  readonly whole: boolean;
  readonly captures: readonly Capture[];
}

/** A role of a node. */
export interface Capture {
  readonly role: string;
  /** The characters of the node. */
  readonly word: string;
  /** The span of the node in the document; null for a text that was joined or decoded before. */
  readonly span: Span | null;
  /** File and line of the pattern. */
  readonly pattern: string;
}

/** A word of a text that fetches, decodes or executes as a command or call. */
export interface CandidateWord {
  readonly word: string;
  readonly kind: "fetcher" | "decoder" | "executor";
  readonly span: Span;
  /** Whether it is inside a region: only regions are read as code. */
  readonly isRead: boolean;
}

export interface Judgement {
  readonly rule: string;
  readonly span: Span;
  /** Null if it is a finding. */
  readonly dismissal: Dismissal | null;
}
