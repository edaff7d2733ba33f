import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js";
import { matchAll, type Entity } from "../entity.js";

/** How numbers without a country are read. */
const HOME: CountryCode = "US";

/** At most one separator between digits keeps a candidate short and the scan linear. */
const CANDIDATE = /(?<![\w./:=@#$-])(?:\+|\(\+?)?\d(?:[ ().-]{0,2}\d){6,14}(?![\w/:=@-])/g;

/** Telephone numbers: with a country code, or as written in the United States. */
export function recognizePhoneNumbers(text: string): Entity[] {
  return matchAll(text, CANDIDATE, "PHONE_NUMBER", 0.4, isNumber);
}

function isNumber(value: string): boolean {
  // A bare run of digits is a number of anything.
  if (/^\d+$/.test(value)) return false;
  return parsePhoneNumberFromString(value, HOME)?.isValid() ?? false;
}
