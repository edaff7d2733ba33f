import { SourceBuilder, type Source } from "../../source.js";
import { decodeEntities } from "../entities.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

/** `<exec executable="sh">…</exec>` of Ant. Group 1: the program. Group 2: the content of the element. */
const ANT =
  /<exec\s[^<>]{0,400}?executable\s*=\s*["']([^"'<>]{1,200})["'][^<>]{0,400}>([\s\S]{0,4000}?)<\/exec>/gi;
/** `<executable>sh</executable><arguments>…</arguments>` of Maven. */
const MAVEN =
  /<executable>\s*([^\s<>]{1,200})\s*<\/executable>[\s\S]{0,400}?<arguments>([\s\S]{0,4000}?)<\/arguments>/gi;
/** `<Command>powershell</Command><Arguments>-c x</Arguments>` of a scheduled task: the arguments are one command line. */
const TASK = /<command>\s*([^<>]{1,200}?)\s*<\/command>\s*<arguments>([^<]{1,8000})<\/arguments>/gi;
/** `<arg value="-c"/>`, `<arg line="-c 'x'"/>`, `<argument>-c</argument>`. Group 1: the attribute, if any; group 2, 3 or 4: the value. */
const WORD =
  /<arg\s[^<>"']{0,100}(value|line)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')|<argument>([^<]*)<\/argument>/gi;

/** Adds a region for each command line that a build file of Ant or Maven or a scheduled task of Windows runs. */
export function readBuildCommands(tools: Tools, html: Snippet): void {
  const { source } = html;
  if (!/<(?:exec(?:utable>|\s)|arguments>)/i.test(source.text)) return;
  for (const pattern of [ANT, MAVEN, TASK])
    for (const found of source.text.matchAll(pattern)) {
      const [whole, program = "", content = ""] = found;
      if (!tools.mentions(whole)) continue;
      const start = found.index + whole.indexOf(program);
      const from = found.index + whole.lastIndexOf(content);
      const path = source.slice(start, start + program.length).rewritten(/\\/g, () => "/");
      const line = new SourceBuilder(source).append(path);
      const words =
        pattern === TASK
          ? [decodeEntities(source.slice(from, from + content.length))]
          : wordsOf(source, from, content);
      for (const word of words) line.replace(" ", from, from).append(word);
      tools.add({ ...html, kind: "html" }, "shell", line.build());
    }
}

/** Yields each argument in quotes, and the value of a `line` attribute without quotes, since it contains several words. */
function* wordsOf(source: Source, from: number, content: string): Generator<Source> {
  for (const { index, 0: whole, 1: kind, 2: double, 3: single, 4: element } of content.matchAll(
    WORD,
  )) {
    const value = double ?? single ?? element ?? "";
    const start = from + index + whole.lastIndexOf(value);
    const text = decodeEntities(source.slice(start, start + value.length));
    if (kind?.toLowerCase() === "line") yield text;
    else {
      const quoted = text.rewritten(/'/g, () => "'\\''");
      yield new SourceBuilder(source)
        .replace("'", start, start)
        .append(quoted)
        .replace("'", start + value.length, start + value.length)
        .build();
    }
  }
}
