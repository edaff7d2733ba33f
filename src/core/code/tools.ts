import type { Tree } from "web-tree-sitter";
import type { Profile } from "../model.js";
import type { Vocabulary } from "../query/vocabulary.js";

/** The languages of the code stage that have a grammar. */
export type CodeLanguage = "python" | "javascript";

/** What the pipeline lends the code stage. Nothing here knows about files, the network or a page. */
export interface CodeTools {
  readonly profile: Profile;
  /** The words of the loaded queries of one language, by capture name. */
  vocabulary(language: CodeLanguage): Vocabulary;
  /**
   * Parses within the pipeline's bounds; null where a bound was hit. The tree belongs to the
   * pipeline, which frees it: the code stage never keeps a node.
   */
  parse(language: CodeLanguage, text: string): Tree | null;
  /** Whether the time for reading is used up; the pipeline's outcome says so then. */
  expired(): boolean;
  /** The standard input of this code is a fetched text: `curl A | python3 -c '…'`. */
  readonly stdinIsRemote?: boolean;
}
