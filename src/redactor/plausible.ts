import type { EntityType } from "../protocol/index.js";
import { hasShellEnd, isUrl } from "./recognizers/link.js";

/** The required form of a value, so that replacing it cannot change the effect of a command. */
const SHAPES: Readonly<Record<EntityType, RegExp>> = {
  URL: /[/.]/,
  EMAIL_ADDRESS: /^[^\s"'`$|;&<>()]+@[^\s"'`$|;&<>()]+$/,
  PHONE_NUMBER: /^[+(]?\d[\d ().-]{5,24}$/,
  IP_ADDRESS: /^[\da-fA-F.:]{3,45}$/,
  CREDIT_CARD: /^\d[\d -]{11,24}$/,
  IBAN_CODE: /^[A-Z]{2}\d{2}[A-Z\d ]{11,40}$/,
  US_SSN: /^\d{3}[-. ]?\d{2}[-. ]?\d{4}$/,
  CREDENTIAL: /^[\w.~+/=:@%-]{8,}$/,
};

/** Maximum length in UTF-16 code units of an entity that another service found. */
export const MAX_ENTITY_LENGTH = 8192;

/** Whether the characters of an entity that another service found have the form of its type. */
export function isPlausible(type: EntityType, text: string, start: number, end: number): boolean {
  const value = text.slice(start, end);
  if (!SHAPES[type].test(value)) return false;
  return type !== "URL" || (isUrl(text, start, value) && !hasShellEnd(value));
}
