import { literalText, throughCodecs, type Literal } from "../literal.js";
import { codecs } from "./codecs.js";
import { openLiteral } from "./open-literal.js";

/** Returns the program that PowerShell's -EncodedCommand decodes, base64 of UTF-16; null if the operand is empty or has a variable. */
export function encodedCommand(operand: string): Literal | null {
  return operand === "" || operand.includes("$") || operand.includes("%")
    ? null
    : throughCodecs(literalText(operand), codecs.base64, codecs.utf16);
}

/** Whether more than half of the decoded bytes are printable ASCII, so that the operand is probably text. */
export function isEncodedText(literal: Literal | undefined): boolean {
  const opened = literal === undefined ? null : openLiteral(literal);
  if (opened === null || !("bytes" in opened) || opened.bytes.length < 2) return false;
  const { bytes } = opened;
  return bytes.filter((byte) => byte >= 0x20 && byte < 0x7f).length * 2 > bytes.length;
}
