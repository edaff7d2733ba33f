import { electronicFormatIBAN, getCountrySpecifications, isValidIBAN } from "ibantools";
import { matchAll, type Entity } from "../entity.js";

/** Matches the number of a payment card: in groups of four, in American Express's groups of 4, 6 and 5, or without groups. */
const CARD =
  /(?<![\w.-])(?:[2-6]\d{3}(?<gap>[ -])\d{4}\k<gap>\d{4}\k<gap>\d{1,7}|3\d{3}[ -]\d{6}[ -]\d{5}|[2-6]\d{12,18})(?![\w-])/g;
/** Matches a social security number with two equal separators (hyphens, spaces or dots) that is not part of a longer row of numbers. */
const SSN =
  /(?<![\w-]|\d[ .])(?!000|666|9\d\d)\d{3}(?<gap>[-. ])(?!00)\d{2}\k<gap>(?!0000)\d{4}(?![\w-]|[ .]\d)/g;
const IBAN_START = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?=[ ]?[A-Z0-9])/g;

/** Returns the payment card numbers with a valid check digit in a text. */
export function recognizeCards(text: string): Entity[] {
  return matchAll(text, CARD, "CREDIT_CARD", 1, passesLuhn);
}

/** Whether a number passes the check of ISO/IEC 7812: with every second digit from the right doubled, the digit sum ends in 0. */
function passesLuhn(value: string): boolean {
  const digits = [...value.replace(/\D/g, "")].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : digit * 2;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** Returns the social security numbers of the United States in a text that are written with separators. */
export function recognizeSsns(text: string): Entity[] {
  return matchAll(text, SSN, "US_SSN", 0.85);
}

const countries = getCountrySpecifications();

/** Returns the international bank account numbers in a text that have valid check digits and the length that their country uses. */
export function recognizeIbans(text: string): Entity[] {
  const found: Entity[] = [];
  for (const { index, 0: head } of text.matchAll(IBAN_START)) {
    const length = countries[head.slice(0, 2)]?.chars;
    if (length === null || length === undefined) continue;
    const value = ibanAt(text, index, length);
    const number = value === undefined ? null : electronicFormatIBAN(value);
    if (value !== undefined && number !== null && isValidIBAN(number)) {
      found.push({ type: "IBAN_CODE", start: index, end: index + value.length, score: 1 });
    }
  }
  return found;
}

/** Returns `length` capital letters and digits with any single spaces between them, or `undefined` if another character interrupts them. */
function ibanAt(text: string, start: number, length: number): string | undefined {
  let end = start;
  for (let taken = 0; taken < length; end++) {
    const char = text[end] ?? "";
    if (/[A-Z0-9]/.test(char)) taken++;
    else if (char !== " " || text[end - 1] === " ") return undefined;
  }
  return /[A-Za-z0-9]/.test(text[end] ?? "") ? undefined : text.slice(start, end);
}
