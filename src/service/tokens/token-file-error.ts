/** A tokens file that cannot be used. */
export class TokenFileError extends Error {
  override readonly name = "TokenFileError";
}
