import type { Agent } from "./agents.js";

/** What an agent is about to do. */
export type Action =
  | { readonly kind: "command"; readonly text: string; readonly language: "bash" | "powershell" }
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  /** Nothing that would be judged. */
  | { readonly kind: "other" }
  /** An event that cannot be read, with what is wrong about it. */
  | { readonly kind: "unreadable"; readonly message: string };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an agent's event. Fields that are missing or unknown do not matter: only what is no JSON object, and a command that is
 * no text, cannot be read.
 */
export function readEvent(text: string, agent: Agent): Action {
  const event = parsed(text.replace(/^\uFEFF/, ""));
  if (!isObject(event))
    return { kind: "unreadable", message: "the event is not an object of JSON" };
  const tool = textOf(event, "tool_name", "toolName", "tool");
  const language = tool === null ? "bash" : agent.shells[tool.toLowerCase()];
  const given = event["tool_input"] ?? event["toolArgs"] ?? event["tool_args"] ?? event["args"];
  const input = typeof given === "string" ? parsed(given) : (given ?? event);
  if (!isObject(input))
    return language === undefined || given === null
      ? { kind: "other" }
      : { kind: "unreadable", message: "what the tool is given is not an object of JSON" };
  return language === undefined ? fileOf(input) : commandOf(input, language);
}

function commandOf(input: Fields, language: "bash" | "powershell"): Action {
  const command = input["command"] ?? input["cmd"];
  if (command === undefined || command === null) return { kind: "other" };
  if (typeof command === "string") return { kind: "command", text: command, language };
  if (Array.isArray(command) && command.every((word) => typeof word === "string"))
    return { kind: "command", text: command.map(quoted).join(" "), language };
  return { kind: "unreadable", message: "the command is not a text" };
}

/** What a tool that writes a file would write, or put in its place. */
function fileOf(input: Fields): Action {
  const path = textOf(input, "file_path", "filePath", "path", "absolute_path");
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isObject) : [];
  const texts = [input, ...edits]
    .map((each) =>
      textOf(each, "content", "contents", "file_text", "new_string", "newString", "new_str"),
    )
    .filter((each) => each !== null);
  return path === null || texts.length === 0
    ? { kind: "other" }
    : { kind: "file", path, text: texts.join("\n\n") };
}

/** The first of these fields that is a text. */
function textOf(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) if (typeof fields[name] === "string") return fields[name];
  return null;
}

/** A word as a shell reads it. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
