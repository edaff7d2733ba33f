import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { typedInto } from "./interactive.js";

/** No program begins so. */
const SESSION = /^\s*>(?: |$)/;
const PROMPT = /^[ \t]*(?:>|\.\.\.)(?: |$)/;

/** JavaScript, and interactive sessions. */
export function readJavaScript(tools: Tools, snippet: Snippet): void {
  const source = SESSION.test(snippet.source.text) ? typedInto(tools, snippet, PROMPT) : snippet.source;
  tools.out.add(snippet, "javascript", source);
}
