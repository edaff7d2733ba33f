import { strFromU8, strToU8 } from "fflate";

/**
 * Decodes bytes as UTF-16 if they have its byte order mark or every second byte is zero, otherwise as UTF-8, or as Latin-1 if they
 * are not valid UTF-8.
 */
export function toText(bytes: Uint8Array): string {
  if (looksWide(bytes)) return fromUtf16(bytes);
  return fromUtf8(bytes) ?? fromLatin1(bytes);
}

/** Returns the bytes of a text: Latin-1 if no character is above 255, otherwise UTF-8. */
export function toBytes(text: string): Uint8Array {
  let widest = 0;
  for (let at = 0; at < text.length; at++) widest = Math.max(widest, text.charCodeAt(at));
  return widest < 0x80 || widest > 0xff
    ? strToU8(text)
    : Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Decodes bytes as Latin-1: one character for each byte. */
export function fromLatin1(bytes: Uint8Array): string {
  return strFromU8(bytes, true);
}

/** Decodes little-endian UTF-16, as on Windows, with or without a byte order mark. */
export function fromUtf16(bytes: Uint8Array): string {
  const from = bytes[0] === 0xff && bytes[1] === 0xfe ? 2 : 0;
  const units: string[] = [];
  for (let at = from; at + 1 < bytes.length; at += 2)
    units.push(String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)));
  return units.join("");
}

function looksWide(bytes: Uint8Array): boolean {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return false;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return true;
  return bytes.every((byte, at) => (at % 2 === 1 ? byte === 0 : byte !== 0));
}

/** Decodes UTF-8; null if the bytes are not valid UTF-8. */
function fromUtf8(bytes: Uint8Array): string | null {
  const text = strFromU8(bytes);
  const back = strToU8(text);
  return back.length === bytes.length && back.every((byte, at) => byte === bytes[at]) ? text : null;
}
