import type { Node } from "jsonc-parser";
import { parseBounded, property } from "./bounded-json.js";

/** The names of a tool's parameters in the protocols that have tools. */
const SCHEMAS = ["inputSchema", "input_schema", "parameters"] as const;

/**
 * Whether a text is a list of tools as JSON: an array, or one below `tools` or `result.tools`, of objects with a name and the
 * schema of an input.
 */
export function isToolList(text: string): boolean {
  if (!/"(?:inputSchema|input_schema|parameters)"/.test(text)) return false;
  const root = parseBounded(text);
  if (root === null) return false;
  const list = [root, property(root, "tools"), property(property(root, "result"), "tools")].find(
    (node) => node?.type === "array",
  );
  return list?.children?.some(isTool) ?? false;
}

/** A tool, or the `function` of one as some clients write it. */
function isTool(node: Node): boolean {
  const tool = property(node, "name") === undefined ? property(node, "function") : node;
  return (
    property(tool, "name")?.type === "string" &&
    SCHEMAS.some((name) => property(tool, name) !== undefined)
  );
}
