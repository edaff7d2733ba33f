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
 * A personal-data assertion in a message. Only the redactor can create the branded value that a gateway sends; a record from any other
 * source is rejected (specification, "Extension behaviour").
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

/** Keys, in lower case without separators, under which a message could contain its own assertions. */
const ASSERTION_KEYS = new Set([
  "assertions",
  "assertion",
  "personaldata",
  "pii",
  "redaction",
  "entities",
]);

/** Maximum nesting of a message that is searched for assertions. */
const MAX_DEPTH = 16;

/**
 * Whether a message from outside the redactor contains personal-data assertions, up to 16 levels deep: under a key for them, or as an
 * object with an entity type. Such a message is never trusted (specification, "Extension behaviour").
 */
export function carriesAssertions(message: unknown, depth = 0): boolean {
  if (typeof message !== "object" || message === null || depth > MAX_DEPTH) return false;
  if (Array.isArray(message)) return message.some((item) => carriesAssertions(item, depth + 1));
  const keys = Object.keys(message);
  if (keys.some((key) => ASSERTION_KEYS.has(key.toLowerCase().replace(/[_-]/g, "")))) return true;
  if ("entityType" in message || "entity_type" in message) return true;
  return Object.values(message).some((value) => carriesAssertions(value, depth + 1));
}
