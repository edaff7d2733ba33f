import { Source } from "../../source.js";
import { withoutComments } from "../without-comments.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { shellText } from "./make.js";
import { decodeEscapes } from "./decode-strings.js";

/** Match the attributes of Bazel's rules and of Puppet's resources whose values are passed to a shell. */
const BAZEL = /(?<![\w.])(?:cmd|cmd_bash|command)[ \t]*=[ \t]*\(?(?=\s*["'])/g;
const PUPPET = /(?<![\w.])(?:command|unless|onlyif|refresh)[ \t]*=>[ \t]*(?=["'])/g;
/** Matches the beginning of a Puppet `exec` resource, whose command is its title unless it has the attribute `command`. */
const EXEC = /(?<![\w.:])\w{0,20}exec[ \t]*\{\s*(?=["'])/g;
const COMMAND = /(?<![\w.])command[ \t]*=>/;
/** Matches the end of a resource: a closing brace at the end of a line, which is not inside a string. */
const RESOURCE_END = /\}[ \t]*(?:[~-]>[ \t]*)?$/m;
const STRING =
  /[\s+(]*(?:("""|''')((?:[^\\]|\\[\s\S])*?)\1|(["'])((?:(?!\3)[^\\\n]|\\[\s\S])*)\3)/y;

/** Adds the commands of Bazel's rules in a snippet of Python as regions. */
export function readRules(tools: Tools, snippet: Snippet): void {
  for (const [mark, command] of attributes(snippet.source, BAZEL)) {
    // Only a rule's `cmd` is expanded by the build tool; `command` is passed to the shell unchanged.
    tools.add(snippet, "shell", mark.startsWith("cmd") ? shellText(command) : command);
  }
}

/** Reads Puppet manifests: the commands of resources. */
export function readPuppet(tools: Tools, snippet: Snippet): void {
  const code = withoutComments(tools, snippet, "puppet");
  for (const [, command] of attributes(code, PUPPET)) tools.add(snippet, "shell", command);
  for (const title of commandTitles(code)) tools.add(snippet, "shell", title);
}

function commandTitles(code: Source): Source[] {
  const heads = [...code.text.matchAll(EXEC)];
  return heads.flatMap((head, at) => {
    const body = code.text.slice(head.index, heads[at + 1]?.index);
    const resource = body.slice(0, RESOURCE_END.exec(body)?.index);
    return COMMAND.test(resource) ? [] : strings(code, head.index + head[0].length).slice(0, 1);
  });
}

/** Returns the attributes that match a pattern, with the string literals after each, adjacent or joined by `+`. */
function attributes(source: Source, pattern: RegExp): [mark: string, value: Source][] {
  return Array.from(source.text.matchAll(pattern)).flatMap((found): [string, Source][] => {
    const parts = strings(source, found.index + found[0].length);
    return parts.length === 0 ? [] : [[found[0], Source.joined(parts, "")]];
  });
}

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
