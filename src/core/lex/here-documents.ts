import { eachLine } from "../text-search.js";

/** Matches the start of a here-document, in HTML too; `<<<` is a here-string. */
const HERE_START = /(?<!<)(?:<<|&lt;&lt;(?!&lt;))[-~]?[ \t]*(?:(["'])([^"'\n]+)\1|\\?(\w+))(?!<)/;

/** Replaces the bodies and closing lines of here-documents with spaces, because the shell stage reads them. */
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
