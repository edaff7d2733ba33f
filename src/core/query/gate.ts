/** Tells in one scan whether a text can hold anything the loaded queries look for. */
export type Gate = (text: string) => boolean;

/** Marks that may stand between the letters of a word which a quoting or `+` puts together: `c""url`, `"cu" + "rl"`. */
const between = "(?:[\"'`\\\\+\\s]+)?";

/**
 * Spellings that hide letters altogether: ANSI-C strings, entities, escapes, a word broken over two lines.
 * Each begins with a character of its own: a class in front would make the scan look at every position.
 */
const hidden = ["\\$'", "&#", "\\\\[xuU0-7\\r\\n]"];

/**
 * A gate that opens when one of the words stands in the text in any spelling a reader may decode.
 * It errs on the open side: a closed gate means that no source of a finding is there.
 * @param words null where a source cannot be told by words, which keeps the gate open
 */
export function createGate(words: readonly string[] | null): Gate {
  if (words === null) return () => true;
  if (words.length === 0) return () => false;
  const spelled = words.map((word) => Array.from(word, escaped).join(between));
  const expression = new RegExp([...spelled, ...hidden].join("|"));
  return (text) => expression.test(text);
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
