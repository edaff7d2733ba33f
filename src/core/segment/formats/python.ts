import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { readRules } from "./attributes.js";
import { typedInto } from "./interactive.js";

const SESSION = /^[^\S\n]*(?:>>> |In \[\d*\]: )/m;
const PROMPT = /^(?:>>>|\.\.\.|In \[\d*\]:|\s*\.\.\.:)(?: |$)/;

/** Python, and interactive sessions; a notebook's shell lines and cells are Python's to tell from its strings. */
export function readPython(tools: Tools, snippet: Snippet): void {
  const { out } = tools;
  const { source } = snippet;
  const program = SESSION.test(source.text) ? typedInto(tools, snippet, PROMPT) : source;
  if (/\b(?:genrule|run_shell)\(/.test(source.text)) readRules(tools, snippet);
  out.add(snippet, "python", program);
}
