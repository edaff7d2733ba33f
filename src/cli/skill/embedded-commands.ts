import type { Node } from "jsonc-parser";
import type { Span } from "../../core/index.js";
import { parseBoundedJsonc, property } from "./bounded-jsonc.js";

/** A command that an agent's client runs, in a file that is not a script. */
export interface EmbeddedCommand {
  /** The command in the syntax of a shell. */
  readonly command: string;
  /** The span of the command in the file, in UTF-16 code units. */
  readonly span: Span;
}

/** Maximum number of commands that are read in a file. */
const MAX_COMMANDS = 1000;

/** Returns the commands of servers and hooks in JSON whose words are listed: `command` with `args`, or an array as `command`. */
export function listedCommands(text: string): EmbeddedCommand[] {
  const found: EmbeddedCommand[] = [];
  const pending: Node[] = [];
  const root = parseBoundedJsonc(text);
  if (root !== null) pending.push(root);
  for (
    let node = pending.pop();
    node !== undefined && found.length < MAX_COMMANDS;
    node = pending.pop()
  ) {
    const command = property(node, "command");
    const args = property(node, "args");
    const words = [...wordsOf(command), ...wordsOf(args)];
    // one string without arguments is a program's name or a command line, which is analyzed with the text of the file
    if (command !== undefined && words.length > 1) {
      const last = args ?? command;
      const start = Math.min(command.offset, last.offset);
      const end = Math.max(command.offset + command.length, last.offset + last.length);
      found.push({ command: shellCommand(command, words), span: [start, end] });
    }
    pending.push(...(node.children ?? []));
  }
  return found.sort((a, b) => a.span[0] - b.span[0]);
}

function wordsOf(node: Node | undefined): string[] {
  if (node?.type === "string") return [String(node.value)];
  if (node?.type !== "array") return [];
  return (node.children ?? []).flatMap(({ type, value }) =>
    type === "string" ? [String(value)] : [],
  );
}

/** Returns the words as a shell command; a string as `command` is not quoted, because some clients split it at spaces. */
function shellCommand(command: Node, [first = "", ...others]: readonly string[]): string {
  const program = command.type === "string" ? first : quoted(first);
  return [program, ...others.map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns the shell commands in a prompt file (TOML) that the client runs before sending the prompt: `!{…}`. */
export function promptCommands(text: string): EmbeddedCommand[] {
  const found: EmbeddedCommand[] = [];
  for (
    let at = text.indexOf("!{");
    at >= 0 && found.length < MAX_COMMANDS;
    at = text.indexOf("!{", at)
  ) {
    const end = closing(text, at + 2);
    found.push({ command: text.slice(at + 2, end), span: [at + 2, end] });
    at = end;
  }
  return found;
}

/** Returns the offset of the brace that closes the one before `from`; the end of the text if it is not closed. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return text.length;
}
