import type { Source } from "../source.js";

/** No-break, fixed-width and zero-width blanks, which look like ordinary blanks to a reader. */
const ODD_BLANKS = /[\u00a0\u1680\u180e\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/g;

/** Returns a source with ordinary blanks and with line feeds only: a CR before a line feed belongs to the line end. */
export function normaliseBlanks(source: Source): Source {
  const plain = source.overlay(source.text.replace(ODD_BLANKS, " "));
  return plain.text.includes("\r\n") ? plain.rewritten(/\r(?=\n)/g, () => "") : plain;
}
