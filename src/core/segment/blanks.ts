import type { Source } from "../source.js";

/** No-break, fixed-width and zero-width spaces, which a reader cannot distinguish from ordinary spaces. */
const ODD_BLANKS = /[\u00a0\u1680\u180e\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/g;

/** Returns a source in which all spaces are ordinary ones and each CR LF is a line feed. */
export function normaliseBlanks(source: Source): Source {
  const plain = source.overlay(source.text.replace(ODD_BLANKS, " "));
  return plain.text.includes("\r\n") ? plain.rewritten(/\r(?=\n)/g, () => "") : plain;
}
