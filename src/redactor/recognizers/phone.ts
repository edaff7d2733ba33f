import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js";
import { matchAll, type Entity } from "../entity.js";

/** The country of a number without a country code. */
const DEFAULT_COUNTRY: CountryCode = "US";

/** Matches what may be a telephone number. The limited numbers of digits and separators keep the scan linear. */
const CANDIDATE = /(?<![\w./:=@#$-])(?:\+|\(\+?)?\d(?:[ ().-]{0,2}\d){6,14}(?![\w/:=@-])/g;

/** Returns the telephone numbers in a text: with a country code, or as written in the United States. */
export function recognizePhoneNumbers(text: string): Entity[] {
  return matchAll(text, CANDIDATE, "PHONE_NUMBER", 0.4, isNumber);
}

function isNumber(value: string): boolean {
  // Digits without separators could be any number.
  if (/^\d+$/.test(value)) return false;
  return parsePhoneNumberFromString(value, DEFAULT_COUNTRY)?.isValid() ?? false;
}
