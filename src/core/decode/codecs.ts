import { strToU8 } from "fflate";
import type { Codec } from "../literal.js";
import { wordsIn } from "../scan.js";
import { fromLatin1, fromUtf16, toBytes } from "./bytes.js";
import { gunzip, inflate, unzlib } from "./inflate.js";
import { Undecodable } from "./undecodable.js";

/** Maximum number of characters that replacements in a text may add. */
const MAX_REPLACED = 1 << 20;

/** Maximum number of decompressed bytes: more would not be shown. */
export const MAX_BYTES = 64 * 1024;

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE32_HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

/**
 * Returns a codec for an encoding with `width` bits per digit, which ignores whitespace and padding.
 * @param spell converts the input to digits of the alphabet
 */
function byDigits(
  name: string,
  alphabet: string,
  width: number,
  spell: (digits: string) => string = (digits) => digits,
): Codec {
  return (bytes) => {
    const digits = spell(fromLatin1(bytes).replace(/[\s\0]+|=[\s\0=]*$/g, ""));
    const output: number[] = [];
    let buffer = 0;
    let bits = 0;
    for (const digit of digits) {
      const value = alphabet.indexOf(digit);
      if (value < 0) throw new Undecodable(`it is not valid ${name}`);
      buffer = ((buffer << width) | value) & 0xffff;
      bits += width;
      if (bits < 8) continue;
      bits -= 8;
      output.push((buffer >> bits) & 0xff);
    }
    // as many bits as a digit has remain only if another digit is missing
    if (bits >= width) throw new Undecodable(`it is not valid ${name}: a part is missing`);
    return Uint8Array.from(output);
  };
}

/** Returns a codec that applies a function to its input as text. */
function byText(change: (text: string) => string): Codec {
  return (bytes) => toBytes(change(fromLatin1(bytes)));
}

/** Decodes the content of a `data:` URL. */
function dataUrl(bytes: Uint8Array): Uint8Array {
  const url = fromLatin1(bytes);
  const from = url.indexOf(",") + 1;
  const content = toBytes(fromPercent(url.slice(from)));
  return /;base64,$/i.test(url.slice(0, from)) ? base64(content) : content;
}

function rotated(character: string): string {
  const from = character <= "Z" ? 65 : 97;
  return String.fromCharCode(((character.charCodeAt(0) - from + 13) % 26) + from);
}

function fromPercent(text: string): string {
  return text.replace(/%(?:([\da-f]{2})|u([\da-f]{4}))/gi, (_all, hex?: string, wide?: string) =>
    String.fromCharCode(Number.parseInt(hex ?? wide ?? "0", 16)),
  );
}

/** Returns a text with its backslash escapes decoded, as in most languages. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|U([\da-f]{8})|([0-7]{1,3})|(\r?\n)|([\s\S]))/gi,
    (_all, ...groups: (string | undefined)[]) => {
      const [hex, short, braced, long, octal, lineEnd, character] = groups;
      const point = hex ?? short ?? braced ?? long;
      if (point !== undefined)
        return Number.parseInt(point, 16) <= 0x10ffff
          ? String.fromCodePoint(Number.parseInt(point, 16))
          : "\uFFFD";
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      if (lineEnd !== undefined) return "";
      return CHARACTERS[character ?? ""] ?? character ?? "";
    },
  );
}

const CHARACTERS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
};

const base64 = byDigits("base64", BASE64, 6, (digits) =>
  digits.replaceAll("-", "+").replaceAll("_", "/"),
);
const base32 = byDigits("base32", BASE32, 5, (digits) => digits.toUpperCase());

/** The supported encodings. */
export const codecs = {
  same: (bytes) => bytes,
  base64,
  base32,
  base32hex: byDigits("base32", BASE32_HEX, 5, (digits) => digits.toUpperCase()),
  hex: byDigits("hexadecimal", "0123456789abcdef", 4, (digits) =>
    digits.toLowerCase().replace(/^0x|\\x|[:,]/g, ""),
  ),
  rot13: byText((text) => text.replace(/[A-Za-z]/g, rotated)),
  reverse: (bytes) => Uint8Array.from(bytes).reverse(),
  percent: byText(fromPercent),
  form: byText((text) => fromPercent(text.replaceAll("+", " "))),
  escapes: byText(unescaped),
  dataUrl,
  utf16: (bytes) => strToU8(fromUtf16(bytes)),
  inflate: (bytes) => inflate(bytes, MAX_BYTES),
  zlib: (bytes) => unzlib(bytes, MAX_BYTES),
  gzip: (bytes) => gunzip(bytes, MAX_BYTES),
  /** `zlib.decompress(x, 31)` and functions that detect the format by its header. */
  packed: (bytes) => (bytes[0] === 0x1f ? gunzip(bytes, MAX_BYTES) : unzlib(bytes, MAX_BYTES)),
} satisfies Record<string, Codec>;

type CodecName = keyof typeof codecs;

/** Returns a map from each name in the rows of a table to the codec of its row. */
export function codecsByName<Name extends CodecName>(
  rows: Readonly<Record<Name, string>>,
): ReadonlyMap<string, Codec> {
  return new Map(
    (Object.keys(rows) as Name[]).flatMap((codec) =>
      wordsIn(rows[codec]).map((name) => [name, codecs[codec]]),
    ),
  );
}

/** Returns a codec that replaces the first occurrence of a part of a text, or all of them. */
export function replacing(part: string, value: string, isAll: boolean): Codec {
  const [old, made] = [fromLatin1(toBytes(part)), fromLatin1(toBytes(value))];
  return (bytes) => {
    const pieces = old === "" ? [fromLatin1(bytes)] : fromLatin1(bytes).split(old);
    if ((pieces.length - 1) * made.length > MAX_REPLACED)
      throw new Undecodable("the replaced text is too long");
    const [first = "", ...others] = pieces;
    const text = isAll ? pieces.join(made) : [first, others.join(old)].join(made);
    return toBytes(others.length === 0 ? first : text);
  };
}

/** Returns a codec that fails with a message. */
export function undecodable(message: string): Codec {
  return () => {
    throw new Undecodable(message);
  };
}
