import { Source } from "../../source.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { scalarSource, type FlowNode } from "./flow-collections.js";

/**
 * Reads a parsed value as a notebook, or as cells of one: code as Python, text as Markdown, and outputs as regions that are only
 * shown. Returns false for any other value, which is not read.
 */
export function readNotebook(tools: Tools, snippet: Snippet, root: FlowNode): boolean {
  const named = member(root, "cells")?.items;
  const cells = named ?? (root.kind === "array" ? root.items : [root]);
  if (
    !cells.some((cell) => member(cell, named === undefined ? "cell_type" : "source") !== undefined)
  )
    return false;
  if (tools.isWithin(snippet))
    for (const cell of cells) readCell(tools, { ...snippet, depth: snippet.depth + 1 }, cell);
  return true;
}

function readCell(tools: Tools, snippet: Snippet, cell: FlowNode): void {
  const source = strings(snippet, member(cell, "source"));
  const type = member(cell, "cell_type");
  const kind = type === undefined ? "code" : scalarSource(snippet.source, type, "json").text;
  const tag = kind === "code" ? "python" : kind === "markdown" ? "markdown" : "text";
  if (source !== null) tools.readCode({ ...snippet, source, tag });
  const outputs = member(cell, "outputs");
  if (outputs !== undefined)
    tools.addShownRange(snippet, outputs, "output", "is the output of a notebook cell");
}

/** Returns the text of a string, or of a list of strings that are its lines; null if there is none. */
function strings(snippet: Snippet, node: FlowNode | undefined): Snippet["source"] | null {
  if (node === undefined) return null;
  const parts = node.kind === "array" ? node.items : [node];
  return parts.length === 0
    ? null
    : Source.joined(
        parts.map((part) => scalarSource(snippet.source, part, "json")),
        "",
      );
}

function member(node: FlowNode, key: string): FlowNode | undefined {
  return node.items.find((item) => item.key === key);
}
