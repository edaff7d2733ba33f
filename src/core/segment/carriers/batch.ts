import { SourceBuilder, type Source } from "../../source.js";
import { separateComments } from "../comments.js";
import { promptLength } from "../prompts.js";
import { linesOf } from "../lines.js";
import { shownAs, type Snippet } from "../snippet.js";
import { BATCH_COMMENTS, POWERSHELL_COMMENTS } from "../tags.js";
import type { Tools } from "../tools.js";

/** Batch files: each command line by itself. */
export function readBatch(tools: Tools, snippet: Snippet): void {
  readLines(tools, snippet, BATCH_COMMENTS, "^");
}

/** PowerShell: each command line by itself. */
export function readPowershell(tools: Tools, snippet: Snippet): void {
  readLines(tools, snippet, POWERSHELL_COMMENTS, "`");
}

function readLines(tools: Tools, snippet: Snippet, style: typeof BATCH_COMMENTS, escape: string): void {
  const { code, comments } = separateComments(snippet.source, style);
  for (const comment of comments) {
    tools.out.addShown(snippet, comment.slice(/^(?:@?REM|::|[#<])*\s*/i.exec(comment.text)?.[0].length ?? 0, comment.text.length), shownAs("comment", "stands in a comment", comment, 0, comment.text.length));
  }
  const joined = withoutEscapes(code, escape);
  for (const line of linesOf(joined.text)) {
    const content = joined.text.slice(line.start, line.end);
    if (!tools.out.mentions(content)) continue;
    const prefix = promptLength(content) || (/^\s*@?/.exec(content)?.[0].length ?? 0);
    tools.out.add(snippet, "shell", joined.slice(line.start + prefix, line.end));
  }
}

/** The escape character at a line's end continues it; before another character it stands for that character. */
function withoutEscapes(source: Source, escape: string): Source {
  if (!source.text.includes(escape)) return source;
  const builder = new SourceBuilder(source);
  let from = 0;
  for (const found of source.text.matchAll(escape === "^" ? /\^(?:\r?\n|([^\w\s]))/g : /`(?:\r?\n|(.))/g)) {
    const end = found.index + found[0].length;
    builder.copy(from, found.index).put(found[1] === undefined ? " " : escape === "`" ? `\\${found[1]}` : found[1], found.index, end);
    from = end;
  }
  return builder.copy(from, source.text.length).build();
}
