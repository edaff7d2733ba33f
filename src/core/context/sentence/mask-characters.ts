// These are control characters that hardly any text contains. They are in Latin-1, because V8 compiles each expression a second time
// for texts with characters beyond it.

/** Replaces a command in a mask: code marks with a command in them, or words of prose that read as one. */
export const COMMAND = "\x81";
/** Replaces a name in a mask: other code, URLs, file names, versions. */
export const NAME = "\x8D";
/** Replaces characters that belong to the word before them and have no meaning: the dots of an abbreviation. */
export const PAD = "\x8F";
/** Replaces a URL in the text of instructions. */
export const ADDRESS = "\x86";
/** Replaces the URL of a paste, a gist or a raw file. */
export const PASTE_ADDRESS = "\x87";
/** Replaces the URL of a program or an archive. */
export const FILE_ADDRESS = "\x88";
/** Replaces a URL on this machine, in a local network or in this document, from which nothing is downloaded. */
export const LOCAL_ADDRESS = "\x83";
/** Precedes inline code in the text of instructions. */
export const CODE = "\x8C";
/** A boundary in the text of instructions that no sentence crosses. */
export const BOUNDARY = "\x8E";
/** The source of an expression for the URL of a page, a paste or a file. */
export const ANY_ADDRESS = `[${ADDRESS}${PASTE_ADDRESS}${FILE_ADDRESS}]`;
/** A hard end of a sentence, whatever the punctuation. */
export const BREAK = "\u2029";

/** Emoji and marks that condemn or recommend, in any language. */
export const BAD_MARKS = "❌✗✘✖🚫⛔👎🛑";
export const GOOD_MARKS = "✅✔✓☑👍🟢";
