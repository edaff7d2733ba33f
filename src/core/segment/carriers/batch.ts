import { SourceBuilder, type Source } from "../../source.js";
import { separateComments } from "../comments.js";
import { linesOf } from "../lines.js";
import { promptLength } from "../prompts.js";
import { shownAs, type Snippet } from "../snippet.js";
import { BATCH_COMMENTS } from "../tags.js";
import type { Tools } from "../tools.js";

/** What may stand in front of the command of a line, which begins without blanks. */
const HEAD = new RegExp(
  "^(?:" +
    [
      "@",
      "\\(",
      "\\)?\\s{0,40}else(?=[\\s(])",
      "call\\s",
      'start\\s+(?:"[^"]*"\\s+)?(?:/\\w+\\s+)*',
      'if\\s+(?:/i\\s+)?(?:not\\s+)?(?:(?:exist|defined|errorlevel)\\s+(?:"[^"]*"|[^\\s"]+)|(?:"[^"]*"|[^\\s="]+)\\s*==\\s*(?:"[^"]*"|[^\\s"]+))(?=[\\s(])',
      "for\\s+(?:/\\w+\\s+)?%%?\\w\\s+in\\s+\\([^()]*\\)\\s+do\\s",
    ].join("|") +
    ")\\s*",
  "i",
);
/** So many of them. */
const MOST_HEADS = 8;

const COMMAND = /^cmd(?:\.exe)?\s+(?:\/[a-bd-jl-z]\s+)*\/[ck]\s+/i;
const POWERSHELL = /^(?:powershell|pwsh)(?:\.exe)?\s+(?:-\w+\s+){0,8}?(?:-ExecutionPolicy\s+\w+\s+)?(?:-\w+\s+){0,8}?-c(?:ommand)?\s+"(.*)"\s*$/i;

/** Batch files: each command line by itself. */
export function readBatch(tools: Tools, snippet: Snippet): void {
  const { code, comments } = separateComments(snippet.source, BATCH_COMMENTS);
  for (const comment of comments) {
    const marks = /^(?:@?REM|::)?\s*/i.exec(comment.text)?.[0].length ?? 0;
    tools.out.addShown(snippet, comment.slice(marks, comment.text.length), shownAs("comment", "stands in a comment", comment, 0, comment.text.length));
  }
  const joined = withoutCarets(code);
  for (const line of linesOf(joined.text)) {
    const content = joined.text.slice(line.start, line.end);
    if (tools.out.mentions(content)) readCommand(tools, snippet, joined.slice(line.start + promptLength(content), line.end));
  }
}

function readCommand(tools: Tools, snippet: Snippet, line: Source): void {
  let command = line.slice(/^\s*/.exec(line.text)?.[0].length ?? 0, line.text.length);
  for (let heads = 0; heads < MOST_HEADS; heads++) {
    const head = HEAD.exec(command.text)?.[0].length ?? 0;
    if (head === 0) break;
    command = command.slice(head, command.text.length);
  }
  command = withoutCmd(command);
  const script = POWERSHELL.exec(command.text)?.[1];
  if (script === undefined) tools.out.add(snippet, "shell", command);
  else {
    const start = command.text.lastIndexOf(script);
    tools.readCode(tools, { ...snippet, source: command.slice(start, start + script.length), tag: "powershell" });
  }
}

/** `cmd /c "…"`: the first and the last quotation mark go, whatever stands between. */
function withoutCmd(command: Source): Source {
  const head = COMMAND.exec(command.text)?.[0].length ?? 0;
  if (head === 0) return command;
  const quoted = /^"(.*)"\s*$/.exec(command.text.slice(head))?.[1];
  return quoted === undefined ? command.slice(head, command.text.length) : command.slice(head + 1, head + 1 + quoted.length);
}

/** A caret at a line's end continues it; before another sign it stands for that sign. */
function withoutCarets(source: Source): Source {
  if (!source.text.includes("^")) return source;
  const builder = new SourceBuilder(source);
  let from = 0;
  for (const found of source.text.matchAll(/\^(?:\r?\n|([^\w\s]))/g)) {
    const end = found.index + found[0].length;
    builder.copy(from, found.index).put(found[1] ?? " ", found.index, end);
    from = end;
  }
  return builder.copy(from, source.text.length).build();
}
