import type { Assets, OwnQueries } from "./assets.js";
import { detect, explain } from "./detect.js";
import { instructionWords } from "./context/index.js";
import { createEngine } from "./create-engine.js";
import { checkDetector, checkInput, InputError, type DetectOptions } from "./input.js";
import type { Detection, Profile, Revision } from "./model.js";
import { isCommentPlace, type InsertedComment } from "./parse/comment-place.js";
import { grammarOfTag } from "./parse/grammar-of-tag.js";
import type { GateWord } from "./query/gate-words.js";
import type { Rule } from "./query/rule.js";
import type { OwnFile } from "./query/join-queries.js";
import type { Stages } from "./evaluate/stages.js";

export type * from "./model.js";
export { byGrammar, grammarNames } from "./assets.js";
export type { Assets, Grammar, GrammarName, OwnQueries, QueryFile, Registry } from "./assets.js";
export {
  kindOfFile,
  languageOf,
  marksOfTag,
  tagOfFirstLine,
  type FileKind,
} from "./languages/index.js";
export { prepareQueries } from "./create-engine.js";
export { instructionGate } from "./instruction-gate.js";
export { InputError, maximumLength, type DetectOptions } from "./input.js";
export { nothingFound } from "./nothing-found.js";
export type { InsertedComment } from "./parse/comment-place.js";
export { GrammarError } from "./parse/grammar-error.js";
export { QueryError, type QueryErrorCode } from "./query/query-error.js";
export { createGate, type Gate } from "./query/gate.js";
export type { GateWord } from "./query/gate-words.js";
export { joinQueries, type JoinedQueries, type OwnFile } from "./query/join-queries.js";
export type { Rule, Severity } from "./query/rule.js";
export type {
  CandidateWord,
  Capture,
  Judgement,
  RegionStages,
  SearchedTree,
  Stages,
} from "./evaluate/stages.js";
export { commandProgram, type CommandProgram } from "./shell/command-program.js";
export { encodeOffsets } from "./span/encode-offsets.js";

export interface DetectorOptions {
  /** Grammars, queries and the registry, from a host. */
  readonly assets: Assets;
  /** `contract` by default. */
  readonly profile?: Profile;
  /**
   * The user's query files, active in addition to the profile's; those whose path begins with `extended/` only in the extended
   * profile.
   */
  readonly queries?: readonly OwnFile[];
  /** Whether a user's query file replaces the package's file with the same path; by default, it is added to that file. */
  readonly replaceQueries?: boolean;
  /** Ids of rules that are disabled, of the package or of the user. */
  readonly disabledRules?: readonly string[];
  /** Languages in which warnings are recognized in addition to English, such as `de`; the extended profile recognizes all. */
  readonly languages?: readonly string[];
}

/** Finds instructions that fetch remote content and execute it, or execute a payload decoded at run time. */
export interface Detector {
  /**
   * Analyzes one text. Synchronous; nothing in the text is run, fetched or loaded. Offsets are UTF-16 code units unless
   * `offsetEncoding` says otherwise.
   * @throws InputError if the text is not a string, an option has an invalid value, or the detector was disposed of
   */
  detect(text: string, options?: DetectOptions): Detection;
  /**
   * Analyzes one text and returns the detection with the results of each stage, to find the stage that caused a result. All
   * offsets are UTF-16 code units, except those of `detection`, which `offsetEncoding` determines.
   * @throws InputError as `detect` does
   */
  explain(text: string, options?: DetectOptions): Stages;
  readonly revision: Revision;
  /** The active rules, of the package and the user, by id. */
  readonly rules: readonly Rule[];
  /** Ids of the rules that are disabled and would be active otherwise. */
  readonly disabledRules: readonly string[];
  /** Words of which every text with a finding contains at least one; `createGate` searches for them in all spellings. */
  readonly gateWords: readonly GateWord[];
  /** The words that {@link instructionGate} needs to recognize instructions in prose; empty if no such rule is active. */
  readonly instructionWords: string;
  /** How the user's query files were applied. */
  readonly ownQueries: OwnQueries;
  /**
   * Whether, according to the grammar of a language, a comment can be inserted into a text without changing how the rest is read; null
   * if no grammar reads the tag. Offsets are UTF-16 code units.
   * @throws InputError if the text is not a string, or the detector was disposed of
   */
  takesComment(text: string, tag: string, comment: InsertedComment): boolean | null;
  /** Frees parsers and queries. The detector then rejects all texts. */
  dispose(): void;
}

/**
 * Creates a detector.
 * @throws InputError if an option is invalid: an unknown profile, language or rule to disable, or assets without English words
 * @throws GrammarError if the runtime or a grammar does not start
 * @throws QueryError if a query file is rejected, with file, line and column
 */
export async function createDetector({
  assets,
  profile = "contract",
  queries = [],
  replaceQueries = false,
  disabledRules = [],
  languages = [],
}: DetectorOptions): Promise<Detector> {
  checkDetector(profile, disabledRules, languages);
  const engine = await createEngine(assets, profile, {
    queries,
    replaceQueries,
    disabledRules,
    languages,
  });
  let disposed = false;
  const check = (text: string, options: DetectOptions): void => {
    if (disposed)
      throw new InputError("detector", "this detector was disposed of: create another one");
    checkInput(text, options);
  };
  return {
    detect: (text, options = {}) => {
      check(text, options);
      return detect(text, engine, options);
    },
    explain: (text, options = {}) => {
      check(text, options);
      return explain(text, engine, options);
    },
    takesComment: (text, tag, comment) => {
      check(text, {});
      const grammar = grammarOfTag(tag);
      return grammar === null ? null : isCommentPlace(engine.parsers, grammar, text, comment);
    },
    revision: engine.revision,
    rules: engine.rules,
    disabledRules: [...engine.off].sort(),
    gateWords: engine.queries.gateWords,
    get instructionWords() {
      return profile === "extended" ? instructionWords(engine.languages()) : "";
    },
    ownQueries: engine.own,
    dispose: () => {
      if (!disposed) engine.dispose();
      disposed = true;
    },
  };
}
