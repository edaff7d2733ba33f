import type { Opened } from "../model.js";
import { codecs } from "./codecs.js";
import { openPiped } from "./open-payload.js";

/** Decodes the operand of PowerShell's -EncodedCommand, base64 of little-endian UTF-16. Returns null if it is empty or has a variable. */
export function openEncodedCommand(operand: string): Opened | null {
  return operand === "" || operand.includes("$") || operand.includes("%")
    ? null
    : openPiped(operand, [codecs.base64, codecs.utf16]);
}

/** Whether more than half of the decoded bytes are printable ASCII, so that the operand is probably text. */
export function isText(opened: Opened | null): boolean {
  if (opened === null || !("bytes" in opened) || opened.bytes.length < 2) return false;
  const { bytes } = opened;
  return bytes.filter((byte) => byte >= 0x20 && byte < 0x7f).length * 2 > bytes.length;
}
