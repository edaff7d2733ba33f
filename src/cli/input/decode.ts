/** A text with remarks on how it was decoded. */
export interface Decoded {
  readonly text: string;
  /** Sentences on what in the bytes was not as it should be. */
  readonly remarks: readonly string[];
}

/**
 * Decodes bytes as a text: as UTF-8, or UTF-16 if there is such a byte order mark; the mark remains in the text, so that offsets fit. Bytes
 * that are not valid UTF-8 become U+FFFD, and a remark reports it.
 */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  try {
    return {
      text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes),
      remarks: remarksOn(encoding),
    };
  } catch {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    const remark = `not valid ${encoding.toUpperCase()}: undecodable bytes were read as U+FFFD, and offsets count them`;
    return { text, remarks: [remark] };
  }
}

/** Text to bytes, in the encoding that these bytes are in. */
export function encodeAs(like: Uint8Array, text: string): Uint8Array {
  const encoding = encodingOf(like);
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  return bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
      ? "utf-16be"
      : "utf-8";
}

function remarksOn(encoding: string): string[] {
  return encoding === "utf-8"
    ? []
    : [`read as ${encoding.toUpperCase()}, as its byte order mark says`];
}

/** Whether bytes look like no text: a NUL among the first ones, unless a byte order mark announces UTF-16. */
export function looksBinary(bytes: Uint8Array): boolean {
  const utf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !utf16 && bytes.subarray(0, 8192).includes(0);
}
