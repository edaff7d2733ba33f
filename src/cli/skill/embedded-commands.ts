import type { Node } from "jsonc-parser";
import type { Span } from "../../core/index.js";
import { parseBounded, property } from "./bounded-json.js";

/** A command that a client runs and that is not one text in its file. */
export interface EmbeddedCommand {
  /** As a shell would read it. */
  readonly command: string;
  /** Its offset in the file, in UTF-16 code units. */
  readonly span: Span;
}

/** The most commands of a file that are read. */
const MOST = 1000;

/** Returns the commands of servers and hooks in JSON whose words are listed: `command` with `args`, or `command` as an array. */
export function listedCommands(text: string): EmbeddedCommand[] {
  const found: EmbeddedCommand[] = [];
  const pending: Node[] = [];
  const root = parseBounded(text);
  if (root !== null) pending.push(root);
  for (let node = pending.pop(); node !== undefined && found.length < MOST; node = pending.pop()) {
    const command = property(node, "command");
    const args = property(node, "args");
    const words = [...wordsOf(command), ...wordsOf(args)];
    // a command of one word without arguments is a name, and one with blanks is read as a text
    if (command !== undefined && words.length > 1) {
      const last = args ?? command;
      const start = Math.min(command.offset, last.offset);
      const end = Math.max(command.offset + command.length, last.offset + last.length);
      found.push({ command: joined(command, words), span: [start, end] });
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

/** A command that is written with blanks is several words for the clients that split it. */
function joined(command: Node, [first = "", ...others]: readonly string[]): string {
  const program = command.type === "string" ? first : quoted(first);
  return [program, ...others.map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns the shell commands of a prompt in TOML that the client runs before it sends it: `!{…}`. */
export function promptCommands(text: string): EmbeddedCommand[] {
  const found: EmbeddedCommand[] = [];
  for (let at = text.indexOf("!{"); at >= 0 && found.length < MOST; at = text.indexOf("!{", at)) {
    const end = closing(text, at + 2);
    found.push({ command: text.slice(at + 2, end), span: [at + 2, end] });
    at = end;
  }
  return found;
}

/** Returns where the brace closes that was opened before an offset, or the text ends. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return text.length;
}
