/** The program of an interpreter. Indexes are those of the words. */
export type Program =
  | {
      readonly kind: "stdin";
      readonly message: string /** its parameters begin here */;
      readonly rest: number;
    }
  | {
      readonly kind: "code";
      readonly at: number;
      /** offset of the code in the word's text */ readonly offset: number;
      readonly rest: number;
    }
  | { readonly kind: "file"; readonly at: number }
  /** All words from there on are code, joined by blanks. */
  | { readonly kind: "words"; readonly at: number }
  /** The word is encoded code. */
  | { readonly kind: "encoded"; readonly at: number }
  | { readonly kind: "none"; readonly message: string };
