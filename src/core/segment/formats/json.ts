import type { Span } from "../../model.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { parseFlow } from "./flow-collections.js";
import { readNotebook } from "./ipynb.js";
import { ValueReader } from "./value-reader.js";

/** Reads JSON, with comments and trailing commas: the values that are commands. A notebook is recognized by its content. */
export function readJson(tools: Tools, snippet: Snippet): void {
  const { text } = snippet.source;
  const reader = new ValueReader(tools, snippet, "json");
  if (!["[", "{"].includes(text.trimStart().charAt(0))) return readFragment(reader, text);
  let done = 0;
  for (let at = opening(text, 0); at < text.length; ) {
    readTextAround(tools, snippet, [done, at]);
    const root = parseFlow(text, at, "json");
    if (!readNotebook(tools, snippet, root)) reader.tree(root, null);
    done = Math.max(root.end, at + 1);
    at = opening(text, done);
  }
  readTextAround(tools, snippet, [done, text.length]);
}

/** Reads the text before, after and between values. */
function readTextAround(tools: Tools, { source, ...snippet }: Snippet, span: Span): void {
  if (tools.mentions(source.text.slice(...span)))
    tools.readCode({ ...snippet, source: source.slice(...span), tag: "text" });
}

/** Returns the offset of the next object or array; the length of the text if there is none. */
function opening(text: string, at: number): number {
  return at + text.slice(at).search(/[[{]|$/);
}

/** Reads the inside of an object, as snippets show it: `"scripts": { … }`. */
function readFragment(reader: ValueReader, text: string): void {
  let at = 0;
  for (const found of text.matchAll(/"((?:[^"\\\n]|\\.){0,200})"\s*:\s*/g)) {
    if (found.index < at) continue;
    const node = parseFlow(text, found.index + found[0].length, "json");
    reader.tree(node, found[1] ?? null);
    at = node.end;
  }
}
