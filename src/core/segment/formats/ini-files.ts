import { firstNonBlank, isContinued, linesOf, type Line } from "../../lex/lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { decodeEscapes } from "./decode-strings.js";
import { isDescriptive, isForbidding, shownByKey } from "./key-meanings.js";

const ALIAS = /^"!((?:[^"\\]|\\[^])*)"[ \t]*$/;
const ENTRY = /^[ \t]*([\w.@\\-]+)[ \t]*=[ \t]*/;

/**
 * Reads service units, desktop entries and other INI files, in which every value may be a command. If nothing follows the equals
 * sign, each indented line below is a value. Lines of another form, as in tmux.conf and apt.conf, are read by `readLines`.
 */
export function readIniFile(
  tools: Tools,
  snippet: Snippet,
  readLines: (tools: Tools, snippet: Snippet) => void,
): void {
  const { source } = snippet;
  const lines = [...linesOf(source.text)];
  /** What an indented line is: a value of the key above, or the rest of its text; null if there is no key above. */
  let below: "values" | "text" | null = null;
  let other: number | null = null;
  const endOther = (end: number): void => {
    if (other !== null)
      readLines(tools, { ...snippet, tag: null, source: source.slice(other, end) });
    other = null;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    const textStart = firstNonBlank(source.text, line);
    if ("#;".includes(source.text[textStart] ?? "?")) {
      endOther(line.start);
      tools.addComment(snippet, line);
      continue;
    }
    let last = line;
    while (at + 1 < lines.length && isContinued(source.text.slice(last.start, last.end)))
      last = lines[++at] ?? last;
    const content = source.text.slice(line.start, line.end);
    const entry = ENTRY.exec(content);
    const key = entry?.[1] ?? "";
    if (textStart === line.start) {
      const isList = entry?.[0] === content && !isDescriptive(key) && !isForbidding(key);
      below = entry === null ? null : isList ? "values" : "text";
    } else if (below === "values") {
      tools.add(snippet, "shell", source.slice(textStart, last.end));
      continue;
    }
    if (entry === null && below === null) other ??= line.start;
    if (entry === null) continue;
    endOther(line.start);
    readEntry(tools, snippet, entry, line, last.end);
  }
  endOther(source.text.length);
}

function readEntry(
  tools: Tools,
  snippet: Snippet,
  entry: RegExpExecArray,
  line: Line,
  end: number,
): void {
  const { source } = snippet;
  if (!tools.mentions(source.text.slice(line.start, end))) return;
  const key = entry[1] ?? "";
  let start = line.start + entry[0].length;
  const shown = shownByKey(key, source, line.start, end);
  if (shown !== undefined) return tools.addShown(snippet, source.slice(start, end), shown);
  // `up = "!CODE"`: an alias of git that is shell, which the quotes contain as a whole
  const alias = ALIAS.exec(source.text.slice(start, end))?.[1];
  if (alias !== undefined)
    return tools.add(snippet, "shell", decodeEscapes(source, start + 2, start + 2 + alias.length));
  // prefixes that determine how systemd runs the program
  if (key.startsWith("Exec")) while ("@:+!|-".includes(source.text[start] ?? "?")) start++;
  tools.add(snippet, "shell", source.slice(start, end));
}
