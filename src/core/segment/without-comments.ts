import { marksOfTag } from "../languages/index.js";
import { separateComments } from "../lex/comments.js";
import type { Source } from "../source.js";
import { shownAs, type Snippet } from "./snippet.js";
import type { Tools } from "./segment-tools.js";

/** Returns the code of a snippet in the language of a tag without comments; the comments are added as shown regions. */
export function withoutComments(tools: Tools, snippet: Snippet, tag: string): Source {
  const { code, comments } = separateComments(snippet.source, marksOfTag(tag));
  for (const comment of comments) {
    const marks = /^(?:@?REM|[^\w\s]*)\s*/i.exec(comment.text)?.[0].length ?? 0;
    tools.addShown(snippet, comment.slice(marks), shownAs("comment", "is in a comment", comment));
  }
  return code;
}
