/** Matches invisible characters, and those that change how the text around them is displayed; not line feeds and tabs. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Co}]/gu;

/** Replaces each invisible character with an escape, so that none of them reaches a terminal or a page. */
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

/** Returns the first `limit` characters of a text on one line and in quotation marks, for a message. */
export function quotedStart(text: string, limit: number): string {
  const line = text.replaceAll("\t", "\\t").replaceAll("\n", "\\n");
  return `"${line.length <= limit ? line : `${line.slice(0, limit)}…`}"`;
}
