/** A decoded text. */
export interface Decoded {
  /** The text, including a byte order mark. */
  readonly text: string;
  /** Warnings about the encoding: the text is UTF-16, or it contains invalid bytes. */
  readonly remarks: readonly string[];
}

/**
 * Decodes bytes as UTF-8, or as UTF-16 if they begin with its byte order mark. The mark remains in the text, so that offsets match the
 * file. Invalid bytes become U+FFFD.
 */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  try {
    return {
      text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes),
      remarks: encodingRemarks(encoding),
    };
  } catch {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    const remark = `not valid ${encoding.toUpperCase()}: undecodable bytes were read as U+FFFD, and offsets refer to the text with these characters`;
    return { text, remarks: [remark] };
  }
}

/** Encodes a text in the encoding of the original bytes. */
export function encodeAs(original: Uint8Array, text: string): Uint8Array {
  const encoding = encodingOf(original);
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

function encodingRemarks(encoding: string): string[] {
  return encoding === "utf-8"
    ? []
    : [`read as ${encoding.toUpperCase()}, as its byte order mark says`];
}

/** Whether bytes do not look like text: the first 8 KiB contain a NUL byte, and there is no byte order mark of UTF-16. */
export function looksBinary(bytes: Uint8Array): boolean {
  const utf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !utf16 && bytes.subarray(0, 8192).includes(0);
}
