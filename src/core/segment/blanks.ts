import { SourceBuilder, type Source } from "../source.js";

/** No-break, fixed-width and zero-width blanks: what a reader, and a paste, takes for a blank. */
const ODD_BLANKS = /[\u00a0\u1680\u180e\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/g;

/** Every odd blank of a text as an ordinary one, character by character. */
export function plainBlanks(text: string): string {
  return text.replace(ODD_BLANKS, " ");
}

/** A source with ordinary blanks and with line feeds only: a CR before a line feed belongs to the line end. */
export function normaliseBlanks(source: Source): Source {
  const text = plainBlanks(source.text);
  const plain = text === source.text ? source : source.overlay(text);
  return text.includes("\r\n") ? withoutCarriageReturns(plain) : plain;
}

function withoutCarriageReturns(source: Source): Source {
  const { text } = source;
  const builder = new SourceBuilder(source);
  let from = 0;
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) {
    builder.copy(from, at);
    from = at + 1;
  }
  return builder.copy(from, text.length).build();
}
