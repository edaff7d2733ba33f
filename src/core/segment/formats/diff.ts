import { SourceBuilder } from "../../source.js";
import { linesOf } from "../../lex/lines.js";
import { shownAs, type Snippet } from "../snippet.js";
import { languageOfFile } from "../../languages/index.js";
import type { Tools } from "../segment-tools.js";

/** Matches a line before the diff of a file: the first line of a mailed patch, or the file name in a Subversion diff. */
const ANNOUNCEMENT = /^(?:From [0-9a-f]{40} |Index: )/;

/**
 * Reads a diff: added and unchanged lines are code in the language of the file, removed lines are only shown. The diff of a merge
 * has one column of marks for each parent.
 */
export function readDiff(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  let builder = new SourceBuilder(source);
  let tag: string | null = null;
  let columns = 1;
  const flush = (): void => {
    // without a tag, the text might be read as a diff again
    if (builder.size > 0) tools.readDocument({ ...snippet, source: builder.build(), tag });
    builder = new SourceBuilder(source);
  };
  for (const line of linesOf(source.text)) {
    const content = source.text.slice(line.start, Math.min(line.end, line.start + 500));
    const file = /^(?:\+\+\+|--- (?=\S+(?:\t|$)|a\/)|diff --(?:git \S+|cc|combined))\s*(\S+)/.exec(
      content,
    );
    if (file !== null) {
      flush();
      tag = file[1] === "/dev/null" ? tag : (languageOfFile(file[1] ?? "")?.name ?? null);
    } else if (content.startsWith("@@")) {
      flush();
      columns = Math.max(1, (/^@+/.exec(content)?.[0].length ?? 0) - 1);
    } else if (!ANNOUNCEMENT.test(content)) {
      const marks = /^[-+ ]*/.exec(content.slice(0, columns))?.[0] ?? "";
      if (!marks.includes("-")) builder.copy(line.start + marks.length, line.next);
      else {
        const shown = shownAs(
          "removed",
          "is a removed line of a diff",
          source,
          line.start,
          line.end,
        );
        tools.addShown(snippet, source.slice(line.start + marks.length, line.end), shown);
      }
    }
  }
  flush();
}
