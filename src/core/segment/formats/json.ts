import { firstInk } from "../lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { parseFlow } from "./flow.js";
import { readNotebookValue } from "./notebook.js";
import { ValueReader } from "./values.js";

/** JSON, with comments and trailing commas: the values that are commands. A notebook is one whatever it is called. */
export function readJson(tools: Tools, snippet: Snippet): void {
  const { text } = snippet.source;
  const reader = new ValueReader(tools, snippet, "json");
  let at = firstInk(text.replace(/\s/g, " "), { start: 0, end: text.length });
  if (!/[[{]/.test(text[at] ?? "")) return readFragment(reader, text);
  while (at < text.length) {
    const root = parseFlow(text, at, "json");
    if (!readNotebookValue(tools, snippet, root)) reader.tree(root, null);
    at = Math.max(root.end, at + 1);
    while (at < text.length && !/[[{]/.test(text[at] ?? "")) at++;
  }
}

/** The inside of an object, as snippets show it: `"scripts": { … }`. */
function readFragment(reader: ValueReader, text: string): void {
  let at = 0;
  for (const found of text.matchAll(/"((?:[^"\\\n]|\\.){0,200})"\s*:\s*/g)) {
    if (found.index < at) continue;
    const node = parseFlow(text, found.index + found[0].length, "json");
    reader.tree(node, found[1] ?? null);
    at = node.end;
  }
}
