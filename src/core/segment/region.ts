import type { Dismissal, Language, SnippetKind } from "../model.js";
import type { Source } from "../source.js";
import type { Block } from "./block.js";

/** The properties of a {@link Region} without its code, which are kept after the region was read. */
export interface Place {
  readonly kind: SnippetKind;
  readonly language: Language;
  /**
   * The fence's tag or file type as written, lower-cased, or the language that the text's first lines identify; null if there is
   * none.
   */
  readonly tag: string | null;
  /** Document offset of the first character that is read. */
  readonly start: number;
  /** The innermost block of the document that contains the region, from which the context stage searches. */
  readonly block: Block;
  /**
   * Set in a text block: for a command within a line (`line`), where quotation marks around it do not belong to the shell, and for
   * lines that are commands (`lines`).
   */
  readonly amongText?: "line" | "lines";
  /** Set if everything in the region is only shown (a comment, a removed line, output). */
  readonly shown?: Dismissal;
}

/** A part of a document that is read as code, decoded, with a map back to the document. */
export interface Region extends Place {
  /** The code without prompts, indentation and quote marks; escapes and entities are decoded. */
  readonly source: Source;
}
