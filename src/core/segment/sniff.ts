import type { Language } from "../model.js";

const PYTHON =
  /^(?:\s*(?:import [\w.]+(?:\s*,\s*[\w.]+)*(?: as \w+)?\s*(?:;.*|#.*)?|from [\w.]+ import .+|(?:async )?def \w+\(.*|class \w+.*:|@\w[\w.]*(?:\(.*\))?|(?:with|for|while|if|try|elif|except)\b.*:|print\(.*\)|\w+ = (?:base64|subprocess|os|bytes|open|input|requests)\b.*))\s*$/m;
const JAVASCRIPT =
  /^(?:\s*(?:(?:const|let|var) [\w${}[\], :]+\s*=.*|(?:async )?function\*? ?\w*\(.*|import .+ from ["'].*|export (?:default|const|function|async|class)\b.*|module\.exports\b.*|require\(["'].*|console\.\w+\(.*|["']use strict["'];?|\w+\.(?:then|forEach|map)\(.*))$/m;
/** A statement that is one call: `os.system("…")`, `exec(…)`, `(0, eval)(…)`. */
const CALL = /^(?:await\s+|return\s+|\w+\s*=\s*)?(?:[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*|\(\s*0\s*,\s*\w+\s*\)|require\([^)]*\)\.\w+)\s*(?:\?\.)?\(/;

/** The language of a whole text without a tag, where its lines leave no doubt; null otherwise. */
export function sniffProgram(text: string): "python" | "javascript" | null {
  const head = text.slice(0, 20_000);
  const shebang = /^#!.*\b(python|node|deno|bun)/.exec(head);
  if (shebang !== null) return shebang[1] === "python" ? "python" : "javascript";
  if (JAVASCRIPT.test(head)) return "javascript";
  return PYTHON.test(head) ? "python" : null;
}

/** How a one-line text is read that begins with a call rather than with a command; null for a command. */
export function callLanguage(text: string): Language | null {
  const program = sniffProgram(text);
  if (program !== null) return program;
  if (/^(?:exec|print)\s+[\w.]+\(/.test(text)) return "python";
  return CALL.test(text) && !/^\w+\(\)\s*\{/.test(text) ? "unknown" : null;
}
