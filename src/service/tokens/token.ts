import { createHash, randomBytes } from "node:crypto";

const PREFIX = "curlew_";
const RANDOM_BYTES = 32;

/** Generates an access token. */
export function generateToken(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString("base64url");
}

/** Returns the stored digest of a token: its SHA-256 in hexadecimal. A token contains 256 random bits, so a slow hash would add nothing. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}
