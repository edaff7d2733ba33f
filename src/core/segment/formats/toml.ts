import { linesOf } from "../../lex/lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { parseFlow, type FlowNode } from "./flow-collections.js";
import { ValueReader } from "./value-reader.js";

const ENTRY =
  /^[ \t]*((?:"[^"\n]*"|'[^'\n]*'|[\w-]+)(?:[ \t]*\.[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[\w-]+))*)[ \t]*=[ \t]*/;

/** Reads TOML: every value may be a command, except under descriptive keys. */
export function readToml(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  const reader = new ValueReader(tools, snippet, "toml");
  let members: FlowNode[] = [];
  // The members of a table are read together: `command = "sh"` belongs to its `args = […]`.
  const finish = (): void => {
    if (members.length > 0)
      reader.tree(
        { kind: "object", items: members, key: null, style: "plain", start: 0, end: 0 },
        null,
      );
    members = [];
  };
  let done = 0;
  for (const line of linesOf(source.text)) {
    if (line.start < done) continue;
    const text = source.text.slice(line.start, line.end);
    if (text.trimStart().startsWith("#")) tools.addComment(snippet, line);
    const entry = ENTRY.exec(text);
    if (text.trimStart().startsWith("[")) finish();
    if (entry === null) continue;
    const node = parseFlow(source.text, line.start + entry[0].length, "toml");
    members.push({ ...node, key: (entry[1] ?? "").replace(/["']/g, "") });
    done = node.end;
  }
  finish();
}
