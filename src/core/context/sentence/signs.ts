/** Fills the place of a command in a mask: code marks with a command in them, or words of prose that read as one. */
export const COMMAND = "\uE000";
/** Fills the place of a name: other code, addresses, file names, versions. */
export const NAME = "\uE001";
/** Fills what belongs to the word before it and says nothing: the dots of an abbreviation. */
export const PAD = "\uE002";
/** Fills the place of an address in the text of instructions. */
export const ADDRESS = "\uE003";
/** The same, of a paste, a gist or a raw file. */
export const PASTE_ADDRESS = "\uE004";
/** The same, of a program or an archive. */
export const FILE_ADDRESS = "\uE005";
/** The same, of this machine, the reader's own network or this document, where nothing is got from. */
export const LOCAL_ADDRESS = "\uE007";
/** Precedes inline code in the text of instructions. */
export const CODE = "\uE006";
/** A hard end of a sentence, whatever the punctuation. */
export const BREAK = "\u2029";

/** Pictures that condemn and that favour, in any language. */
export const BAD_MARKS = "❌✗✘✖🚫⛔👎🛑";
export const GOOD_MARKS = "✅✔✓☑👍🟢";
