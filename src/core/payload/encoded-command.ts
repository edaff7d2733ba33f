import type { Opened } from "../model.js";
import { codecs } from "./codecs.js";
import { openPiped } from "./open.js";

/** The operand of PowerShell's -EncodedCommand: base64 of UTF-16, little endian; null where a variable holds it. */
export function openEncodedCommand(operand: string): Opened | null {
  return operand === "" || operand.includes("$") || operand.includes("%")
    ? null
    : openPiped(operand, [codecs.base64, codecs.utf16]);
}
