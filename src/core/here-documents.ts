/** Where a here-document begins; `<<<` is a here-string. */
const HERE_START = /(?<!<)<<[-~]?\s*(["']?)(\w+)\1(?!<)/;

/** Blanks out the texts of here-documents: what a shell does with them is for the shell's reading to say. */
export function withoutHereDocuments(text: string): string {
  if (!text.includes("<<")) return text;
  let mark: string | null = null;
  return text.replace(/^.*$/gm, (line) => {
    if (mark === null) {
      mark = HERE_START.exec(line)?.[2] ?? null;
      return line;
    }
    if (line.trim() === mark) mark = null;
    return " ".repeat(line.length);
  });
}
