/** Decodes the bytes of one encoding. Throws `Undecodable` if they are not valid. */
export type Codec = (bytes: Uint8Array) => Uint8Array;

/** A value that the text contains: its parts are joined, and the result passes through the codecs in order. */
export interface Literal {
  readonly parts: readonly (string | Literal)[];
  readonly through: readonly Codec[];
  /** The number of characters and parts, which bounds the work of joining them. */
  readonly length: number;
  /** The number of nested parts and codecs. */
  readonly depth: number;
  /** Whether it is one of several possible values. */
  readonly isGuess: boolean;
}

/** Maximum number of nested parts and codecs of a literal. The value of a deeper one is unknown. */
const MAX_DEPTH = 64;

/** Returns a text as a literal. */
export function literalText(text: string, isGuess = false): Literal {
  return { parts: [text], through: [], length: text.length + 1, depth: 0, isGuess };
}

/** Returns the literal that several literals are together; null if it would be too deep. */
export function joinedLiteral(parts: readonly Literal[]): Literal | null {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const isGuess = parts.some((part) => part.isGuess);
  const texts = parts.flatMap(textsOf);
  if (texts.length === parts.length) return literalText(texts.join(""), isGuess);
  const depth = parts.reduce((most, part) => Math.max(most, part.depth), 0);
  const length = parts.reduce((sum, part) => sum + part.length, 1);
  return depth < MAX_DEPTH ? { parts, through: [], length, depth: depth + 1, isGuess } : null;
}

/** Returns the text of a literal that is only a text; nothing for any other literal. */
function textsOf({ parts: [text, ...others], through }: Literal): string[] {
  return typeof text === "string" && others.length + through.length === 0 ? [text] : [];
}

/** Returns a literal after more codecs; null if it would be too deep. */
export function throughCodecs(literal: Literal, ...codecs: readonly Codec[]): Literal | null {
  const depth = literal.depth + codecs.length;
  return depth > MAX_DEPTH ? null : { ...literal, through: [...literal.through, ...codecs], depth };
}
