/** Replaces a command in a mask: code marks with a command in them, or words of prose that read as one. */
export const COMMAND = "\uE000";
/** Replaces a name in a mask: other code, URLs, file names, versions. */
export const NAME = "\uE001";
/** Replaces characters that belong to the word before them and have no meaning: the dots of an abbreviation. */
export const PAD = "\uE002";
/** Replaces a URL in the text of instructions. */
export const ADDRESS = "\uE003";
/** Replaces the URL of a paste, a gist or a raw file. */
export const PASTE_ADDRESS = "\uE004";
/** Replaces the URL of a program or an archive. */
export const FILE_ADDRESS = "\uE005";
/** Replaces a URL on this machine, in a local network or in this document, from which nothing is downloaded. */
export const LOCAL_ADDRESS = "\uE007";
/** Precedes inline code in the text of instructions. */
export const CODE = "\uE006";
/** A hard end of a sentence, whatever the punctuation. */
export const BREAK = "\u2029";

/** Emoji and marks that condemn or recommend, in any language. */
export const BAD_MARKS = "❌✗✘✖🚫⛔👎🛑";
export const GOOD_MARKS = "✅✔✓☑👍🟢";
