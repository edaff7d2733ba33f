import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { readRules } from "./attributes.js";
import { typedInto } from "./interactive.js";

const MAGIC_CELL = /^\s*%%(?:bash|sh|script\s+(?:ba|z)?sh|!)\b[^\n]*\n/;
const SESSION = /^[^\S\n]*(?:>>> |In \[\d*\]: )/m;
const PROMPT = /^(?:>>>|\.\.\.|In \[\d*\]:|\s*\.\.\.:)(?: |$)/;

/** Python, with a notebook's shell cells, and interactive sessions; a notebook's shell lines are Python's to tell from its strings. */
export function readPython(tools: Tools, snippet: Snippet): void {
  const { out } = tools;
  const { source } = snippet;
  const cell = MAGIC_CELL.exec(source.text);
  if (cell !== null) return out.add(snippet, "shell", source.slice(cell[0].length, source.text.length));
  const program = SESSION.test(source.text) ? typedInto(tools, snippet, PROMPT) : source;
  if (/\b(?:genrule|run_shell)\(/.test(source.text)) readRules(tools, snippet);
  out.add(snippet, "python", program);
}
