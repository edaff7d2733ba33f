import { firstNonBlank, isContinued, linesOf, type Line } from "../../lex/lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { isDescriptive, isForbidding, shownByKey } from "./key-meanings.js";

const ENTRY = /^[ \t]*([\w.@\\-]+)[ \t]*=[ \t]*/;

/**
 * Reads service units, desktop entries and other INI files, in which every value may be a command. If nothing follows the equals
 * sign, each indented line below is a value.
 */
export function readIniFile(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  const lines = [...linesOf(source.text)];
  let listed = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    if ("#;".includes(source.text[firstNonBlank(source.text, line)] ?? "?")) {
      tools.addComment(snippet, line);
      continue;
    }
    let last = line;
    while (at + 1 < lines.length && isContinued(source.text.slice(last.start, last.end)))
      last = lines[++at] ?? last;
    const content = source.text.slice(line.start, line.end);
    if (firstNonBlank(source.text, line) === line.start) {
      const [whole, key = ""] = ENTRY.exec(content) ?? [];
      listed = whole === content && !isDescriptive(key) && !isForbidding(key);
    } else if (listed) {
      tools.add(snippet, "shell", source.slice(firstNonBlank(source.text, line), last.end));
      continue;
    }
    readEntry(tools, snippet, line, last.end);
  }
}

function readEntry(tools: Tools, snippet: Snippet, line: Line, end: number): void {
  const { source } = snippet;
  const entry = ENTRY.exec(source.text.slice(line.start, line.end));
  if (entry === null || !tools.mentions(source.text.slice(line.start, end))) return;
  const key = entry[1] ?? "";
  let start = line.start + entry[0].length;
  const shown = shownByKey(key, source, line.start, end);
  if (shown !== undefined) return tools.addShown(snippet, source.slice(start, end), shown);
  // prefixes that determine how systemd runs the program
  if (key.startsWith("Exec")) while ("@:+!|-".includes(source.text[start] ?? "?")) start++;
  tools.add(snippet, "shell", source.slice(start, end));
}
