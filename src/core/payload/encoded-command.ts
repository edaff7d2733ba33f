import type { Opened } from "../model.js";
import { codecs } from "./codecs.js";
import { openPiped } from "./open.js";

/** The operand of PowerShell's -EncodedCommand: base64 of UTF-16, little endian; null if a variable holds it. */
export function openEncodedCommand(operand: string): Opened | null {
  return operand === "" || operand.includes("$") || operand.includes("%")
    ? null
    : openPiped(operand, [codecs.base64, codecs.utf16]);
}

/** Whether what an operand decodes to is text, as far as its bytes tell: every other one of plain letters in UTF-16 is zero. */
export function isText(opened: Opened | null): boolean {
  if (opened === null || !("bytes" in opened) || opened.bytes.length < 2) return false;
  const { bytes } = opened;
  return bytes.filter((byte) => byte >= 0x20 && byte < 0x7f).length * 2 > bytes.length;
}
