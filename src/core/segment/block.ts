/**
 * The kinds of blocks of a document. The context stage uses the block structure to find the introduction, neighbours, heading,
 * list and table of a finding.
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
  /** Document offsets, including marks such as quote or list marks. */
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
