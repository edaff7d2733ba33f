import { linesOf } from "../lines.js";
import { shownAs, type Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";

/** What opens a section, alone or with a name or options: its lines run when the package is built or installed, or say what it is. */
const SECTION = /^%(?:(prep|build|install|check|clean|pre|post|preun|postun|pretrans|posttrans|trigger\w*|conf)|description|changelog|files|package)(?=[ \t]*(?:\S+[ \t]*)?$|[ \t]+-)/;
const FIELD = /^(?:Name|Version|Summary|Release|License):[ \t]/m;

/** Whether a text is the spec of a package: its fields, and sections below them. */
export function isSpec(text: string): boolean {
  return text.includes("\n%") && FIELD.test(text) && text.split("\n").some((line) => SECTION.test(line));
}

/** Specs of RPM packages: the sections that run are scripts, all else describes. Excerpts may begin in the midst of a script. */
export function readSpec(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  let start = 0;
  let runs = !FIELD.test(source.text);
  const flush = (end: number): void => {
    const part = source.slice(start, end);
    if (!tools.out.mentions(part.text)) return;
    if (runs) tools.readCode(tools, { ...snippet, source: part, tag: "sh" });
    else tools.out.addShown(snippet, part, shownAs("description", "describes a package", source, start, end));
  };
  for (const line of linesOf(source.text)) {
    const section = SECTION.exec(source.text.slice(line.start, Math.min(line.end, line.start + 80)));
    if (section === null) continue;
    flush(line.start);
    start = line.next;
    runs = section[1] !== undefined;
  }
  flush(source.text.length);
}
