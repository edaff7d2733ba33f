import type { Source } from "../../source.js";
import { joinParts } from "../join.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { shellText } from "./make.js";
import { decodeEscapes } from "./strings.js";

/** The attributes whose value the build tool gives to a shell. */
const COMMAND = /(?<![\w.])(?:cmd|cmd_bash|command)[ \t]*=[ \t]*\(?(?=\s*["'])/g;
const STRING = /[\s+(]*(?:("""|''')((?:[^\\]|\\[\s\S])*?)\1|(["'])((?:(?!\3)[^\\\n]|\\[\s\S])*)\3)/y;

/** The commands of rules, in Python text. */
export function readRules(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  for (const found of source.text.matchAll(COMMAND)) {
    const parts = strings(source, found.index + found[0].length);
    if (parts.length === 0) continue;
    const command = joinParts(parts);
    // Only a rule's `cmd` is expanded by the build tool; `command` goes to the shell as it stands.
    tools.out.add(snippet, "shell", found[0].startsWith("cmd") ? shellText(command, 0, command.text.length) : command);
  }
}

/** The string literals that stand one behind the other, or added up, from `at` on. */
function strings(source: Source, at: number): Source[] {
  const parts: Source[] = [];
  STRING.lastIndex = at;
  for (let found = STRING.exec(source.text); found !== null; found = STRING.exec(source.text)) {
    const [, long, longText, , text] = found;
    const end = STRING.lastIndex - (long === undefined ? 1 : 3);
    parts.push(decodeEscapes(source, end - (longText ?? text ?? "").length, end));
  }
  return parts;
}
