import type { Limit, Note } from "./model.js";
import { isAscii } from "./ascii.js";
import type { Vocabulary } from "./query/vocabulary.js";

/** Invisible characters, which are read as part of a word. */
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u2060-\\u2064\\u206a-\\u206f\\ufeff";
/** Characters that change the direction of the text after them. */
const DIRECTION = "\\u202a-\\u202e\\u2066-\\u2069";
/** Letters of other scripts that look like ASCII letters, in the order of {@link PLAIN}. */
const ALIKE = "аеорсухѕіјԁһԛԝкӏοανρυικτϲ";
const PLAIN = "aeopcyxsijdhqwkloavpuiktc";
/** Full-width and mathematical forms of letters. */
const FORMS = "\\uff01-\\uff5e\\u{1d400}-\\u{1d7ff}";

/**
 * Matches a character that may obscure a command. Most texts contain none, and are searched in half
 * the time without the flag `u`.
 */
const MAY_OBSCURE = new RegExp(
  `[${INVISIBLE}${DIRECTION}${ALIKE}\\uff01-\\uff5e]|\\ud835[\\udc00-\\udfff]`,
);
const WORD = new RegExp(`[\\w${INVISIBLE}${DIRECTION}${ALIKE}${FORMS}]{2,40}`, "gu");
const UNSEEN = new RegExp(`[${INVISIBLE}${DIRECTION}]`, "gu");
const EDGES = new RegExp(`^[${INVISIBLE}]+|[${INVISIBLE}]+$`, "gu");
const TURNS = new RegExp(`[${DIRECTION}]`, "u");
const NAMES = /[A-Za-z][\w.]*/g;

/** Roles of words that are worth hiding: a program that fetches or executes, or a decoder. */
const CAPTURES = ["source.fetcher", "sink.interpreter", "sink.builtin", "source.decoder"];
/** Minimum length of a program's name: shorter names of builtins and aliases are also ordinary words. */
const MIN_NAME_LENGTH = 2;
/** Maximum number of notes on obscured commands for one text. */
const MAX_NOTES = 100;

/** Notes on obscured commands, and a limit if there are more. */
export interface Obscured {
  readonly notes: readonly Note[];
  readonly limits: readonly Limit[];
}

/**
 * Returns notes on commands that do not look like what they are: a letter of another script or an invisible character in the name
 * of a program, or a change of the text's direction on its line. Spans are UTF-16 offsets.
 */
export function obscuredNotes(text: string, vocabulary: Vocabulary): Obscured {
  if (isAscii(text) || !MAY_OBSCURE.test(text)) return { notes: [], limits: [] };
  const isProgram = (word: string): boolean =>
    word.length >= MIN_NAME_LENGTH && CAPTURES.some((capture) => vocabulary.has(capture, word));
  const notes: Note[] = [];
  const note = (start: number, end: number, message: string): void => {
    notes.push({ kind: "undecided", reason: "obscured", message, span: [start, end] });
  };
  for (const { index, 0: written } of text.matchAll(WORD)) {
    if (notes.length >= MAX_NOTES) return full(notes, [index, text.length]);
    // invisible characters around a word are ignored, as spaces are
    const word = written.replace(EDGES, "");
    if (!MAY_OBSCURE.test(word) || !/\w/.test(word)) continue;
    const plain = plainOf(word);
    const start = index + written.indexOf(word);
    if (isProgram(plain))
      note(start, start + word.length, `looks like "${plain}", but contains other characters`);
  }
  let at = 0;
  for (const line of text.split("\n")) {
    if (notes.length >= MAX_NOTES) return full(notes, [at, text.length]);
    if (TURNS.test(line) && (line.match(NAMES) ?? []).some(isProgram))
      note(
        at,
        at + line.length,
        "contains characters that change the order in which it is displayed",
      );
    at += line.length + 1;
  }
  return { notes, limits: [] };
}

function full(notes: readonly Note[], span: Limit["span"]): Obscured {
  const message = `only the first ${String(MAX_NOTES)} obscured words and lines are listed`;
  return { notes, limits: [{ limit: "size", message, span }] };
}

/** Returns the ASCII word that a word looks like. */
function plainOf(word: string): string {
  return [...word.replace(UNSEEN, "").normalize("NFKC")]
    .map((letter) => {
      const at = ALIKE.indexOf(letter);
      return at < 0 ? letter : PLAIN.charAt(at);
    })
    .join("");
}
