/** Thrown for a literal that cannot be decoded; the message says why. */
export class Undecodable extends Error {
  override readonly name = "Undecodable";
}
