import type { GrammarName } from "./assets.js";
import type { Detection, Dismissal, Language, Match, Note, SnippetKind, Span } from "./model.js";
import type { BlockKind } from "./segment/document.js";

/** What each stage made of a text. */
export interface Stages {
  /** False where it holds none of the words without which nothing can be found: no stage began then. */
  readonly mentions: boolean;
  readonly regions: readonly RegionStages[];
  /** The outermost matches of regions that are meant as they stand, in document order. */
  readonly judgements: readonly Judgement[];
  readonly candidates: readonly CandidateWord[];
  /** Steps that the evaluation of shell and code took. */
  readonly steps: number;
  readonly detection: Detection;
}

export interface RegionStages {
  readonly kind: SnippetKind;
  readonly language: Language;
  readonly tag: string | null;
  /** The language whose file of names tells its calls; null if a grammar reads it or none is known. */
  readonly calls: string | null;
  readonly span: Span;
  /** What is read: prompts, indents and marks left out, escapes decoded. */
  readonly text: string;
  /** The blocks of the document that contain it, outermost first. */
  readonly blocks: readonly BlockKind[];
  /** Why all in it is only shown; null if it may be meant. */
  readonly shown: Dismissal | null;
  readonly trees: readonly SearchedTree[];
  /** Names of commands and calls that have a role wherever they stand, as they were met. */
  readonly names: readonly Capture[];
  readonly matches: readonly Match[];
  readonly notes: readonly Note[];
}

export interface SearchedTree {
  readonly language: GrammarName;
  readonly text: string;
  /** False where the grammar met an error in it. */
  readonly whole: boolean;
  readonly captures: readonly Capture[];
}

/** A role of a node. */
export interface Capture {
  readonly role: string;
  /** The characters of the node. */
  readonly word: string;
  /** Their place in the document; null for a text that was joined or decoded on the way. */
  readonly span: Span | null;
  /** File and line of the pattern. */
  readonly pattern: string;
}

/** A word of a text that fetches, decodes or executes where it stands as a command or call. */
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
  /** Null where it is meant. */
  readonly dismissal: Dismissal | null;
}
