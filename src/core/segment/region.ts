import type { Dismissal, Language, SnippetKind } from "../model.js";
import type { Source } from "../source.js";
import type { Block } from "./document.js";

/** Where code is in a document: what is kept of a {@link Region} once it was read. */
export interface Place {
  readonly kind: SnippetKind;
  readonly language: Language;
  /** The fence's tag or file type as written, lower-cased, or the language that the text announces; null if there is none. */
  readonly tag: string | null;
  /** Document offset of the first character that is read. */
  readonly start: number;
  /** The innermost block of the document that holds the region: what context looks around from. */
  readonly block: Block;
  /**
   * True for a command found in a line of code that is not a command as a whole: quotation marks around it are not the shell's.
   */
  readonly amongText?: boolean;
  /** Set where everything in the region is only shown (a comment, a removed line, output). */
  readonly shown?: Dismissal;
}

/** A part of a document that is read as code, decoded, with the way back to the document. */
export interface Region extends Place {
  /** Prompts, indents, quote marks left out; escapes and entities decoded. */
  readonly source: Source;
}
