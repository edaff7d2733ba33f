import { oncePerName } from "../once.js";
import type { Rows } from "../data-tables.js";
import addresses from "./tables/addresses.json" with { type: "json" };

interface Row {
  readonly example: string;
  readonly expressions: readonly string[];
  /** Flags of the regular expression; `i` by default. */
  readonly flags?: string;
}

/** The patterns of words that name a remote program, host or port, by the kinds of `#set! address`. */
const kinds: Rows<typeof addresses, Row> = addresses;

const expressionOf = oncePerName((kind): RegExp | null => {
  const row = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : undefined;
  return row === undefined ? null : new RegExp(row.expressions.join("|"), row.flags ?? "i");
});

/** Whether a word may be an address of one of the kinds: a word of unknown value may be one. */
export function canBe(kinds: readonly string[], word: string | null): boolean {
  return word === null || word.startsWith("\uFFFC") || isAddress(kinds, word);
}

/** Whether a word is known to be an address of one of the kinds. */
export function isAddress(kinds: readonly string[], word: string | null): boolean {
  return word !== null && kinds.some((kind) => expressionOf(kind)?.test(word) === true);
}
