/** The program of an interpreter. `at` and `rest` are indexes of words; the parameters of the program begin at `rest`. */
export type Program =
  | {
      readonly kind: "stdin";
      readonly message: string;
      readonly rest: number;
    }
  | {
      readonly kind: "code";
      readonly at: number;
      /** Offset of the code in the word. */
      readonly offset: number;
      readonly rest: number;
    }
  | { readonly kind: "file"; readonly at: number }
  /** All words from `at` on are code, joined by spaces. */
  | { readonly kind: "words"; readonly at: number }
  /** The word contains encoded code. */
  | { readonly kind: "encoded"; readonly at: number }
  | { readonly kind: "none"; readonly message: string };
