import { eachLine } from "../text-search.js";

/** Where a here-document begins, in HTML too; `<<<` is a here-string. */
const HERE_START = /(?<!<)(?:<<|&lt;&lt;(?!&lt;))[-~]?[ \t]*(?:(["'])([^"'\n]+)\1|\\?(\w+))(?!<)/;

/** Blanks out the texts of here-documents: what a shell does with them is for the shell's reading to say. */
export function withoutHereDocuments(text: string): string {
  if (!text.includes("<<") && !text.includes("&lt;&lt;")) return text;
  let mark: string | null = null;
  return eachLine(text, (line) => {
    if (mark === null) {
      const found = HERE_START.exec(line);
      mark = found?.[2] ?? found?.[3] ?? null;
      return line;
    }
    if (line.trim() === mark) mark = null;
    return " ".repeat(line.length);
  });
}
