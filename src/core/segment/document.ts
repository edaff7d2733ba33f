/**
 * The block structure of a document, as the context stage needs it: what introduces what,
 * what stands directly before, which heading, list or table a place belongs to.
 */
export type BlockKind =
  | "document"
  | "heading"
  | "paragraph"
  | "code" // fenced, indented, or <pre>
  | "list"
  | "item"
  | "quote"
  | "table"
  | "row" // of a table; the header row is the table's first child
  | "cell"
  | "html"
  | "rule";

export interface Block {
  readonly kind: BlockKind;
  /** Document offsets, marks included. */
  readonly start: number;
  readonly end: number;
  /** Heading level 1-6; 0 for anything else. */
  readonly level: number;
  readonly parent: Block | null;
  readonly children: readonly Block[];
  /** Position among the parent's children. */
  readonly index: number;
  /** Spans of inline code in a leaf block, code marks included, in order. */
  readonly inlineCode: readonly (readonly [start: number, end: number])[];
}
