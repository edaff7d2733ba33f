import * as v from "valibot";
import { Sha256, Span } from "./primitives.js";

/** What kind of personal or secret data an assertion is about; the names are Presidio's, plus `CREDENTIAL`. */
export const EntityType = v.picklist([
  "URL",
  "EMAIL_ADDRESS",
  "PHONE_NUMBER",
  "IP_ADDRESS",
  "CREDIT_CARD",
  "IBAN_CODE",
  "US_SSN",
  "CREDENTIAL",
]);
export type EntityType = v.InferOutput<typeof EntityType>;

/**
 * A personal-data assertion in a message (card rule 23). In memory only the redactor can make the branded value that a gateway
 * sends; a record from anywhere else is rejected.
 */
export const AssertionRecord = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^pda_[0-9a-f]{32}$/), v.description("Unique id.")),
  entityType: EntityType,
  span: Span,
  score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  origin: v.literal("redactor"),
  subjectHash: Sha256,
});
export type AssertionRecord = v.InferOutput<typeof AssertionRecord>;

/** Keys under which a message could contain its own assertions. */
const ASSERTION_KEYS = new Set([
  "assertions",
  "assertion",
  "personaldata",
  "pii",
  "redaction",
  "entities",
]);

/**
 * Whether a message from outside the redactor carries personal-data assertions, at any depth: under a
 * key made for them, or as a record of their shape. Such a message is never trusted (card rule 23).
 */
export function carriesAssertions(message: unknown, depth = 0): boolean {
  if (typeof message !== "object" || message === null || depth > 16) return false;
  if (Array.isArray(message)) return message.some((item) => carriesAssertions(item, depth + 1));
  const keys = Object.keys(message);
  if (keys.some((key) => ASSERTION_KEYS.has(key.toLowerCase().replace(/[_-]/g, "")))) return true;
  if ("entityType" in message || "entity_type" in message) return true;
  return Object.values(message).some((value) => carriesAssertions(value, depth + 1));
}
