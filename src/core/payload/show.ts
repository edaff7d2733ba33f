/** Matches invisible characters, and those that change the text around them; line ends and tabs are visible. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Co}]/gu;

/** Returns a text with an escape for each invisible character, so that none of them reaches a terminal or a page. */
export function shown(text: string): string {
  return text.replace(UNSEEN, escapeOf);
}

function escapeOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x100) return `\\x${point.toString(16).padStart(2, "0")}`;
  return point < 0x10000
    ? `\\u${point.toString(16).padStart(4, "0")}`
    : `\\u{${point.toString(16)}}`;
}

/** Returns the beginning of a shown text, on one line and in quotation marks: for a sentence. */
export function quotedStart(text: string, limit: number): string {
  const line = text.replaceAll("\t", "\\t").replaceAll("\n", "\\n");
  return `"${line.length <= limit ? line : `${line.slice(0, limit)}…`}"`;
}
