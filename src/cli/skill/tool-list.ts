import type { Node } from "jsonc-parser";
import { parseBoundedJsonc, property } from "./bounded-jsonc.js";

/** The keys of a tool's input schema in the protocols that have tools. */
const SCHEMAS = ["inputSchema", "input_schema", "parameters"] as const;

/**
 * Whether a text is JSON with a list of tools: an array with at least one object that has a name and an input schema, at the top level,
 * below `tools` or below `result.tools`.
 */
export function isToolList(text: string): boolean {
  if (!/"(?:inputSchema|input_schema|parameters)"/.test(text)) return false;
  const root = parseBoundedJsonc(text);
  if (root === null) return false;
  const list = [root, property(root, "tools"), property(property(root, "result"), "tools")].find(
    (node) => node?.type === "array",
  );
  return list?.children?.some(isTool) ?? false;
}

/** Whether an object describes a tool, directly or below the key `function`. */
function isTool(node: Node): boolean {
  const tool = property(node, "name") === undefined ? property(node, "function") : node;
  return (
    property(tool, "name")?.type === "string" &&
    SCHEMAS.some((name) => property(tool, name) !== undefined)
  );
}
