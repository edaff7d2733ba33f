import { languageOf, type Agent } from "./agents.js";

/** The action that an agent is about to take. */
export type Action =
  | {
      readonly kind: "command";
      readonly text: string;
      readonly language: "bash" | "powershell";
      /** The working directory that the event names. */
      readonly folder?: string;
    }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly text: string;
      /** The text that an edit replaces; null if the complete file is written. */
      readonly replaced: string | null;
    }
  /** A script that a command runs; `language` is a tag, or null if only the name of the file indicates the language. */
  | {
      readonly kind: "script";
      readonly path: string;
      readonly text: string;
      readonly language: string | null;
    }
  /** An action that is not checked. */
  | { readonly kind: "other" }
  /** An event that cannot be read, with the reason. */
  | { readonly kind: "unreadable"; readonly message: string };

type Fields = Readonly<Record<string, unknown>>;

/** The fields in which agents pass the input of a tool. */
const INPUTS = ["tool_input", "tool_info", "toolArgs", "tool_args", "args", "input", "parameters"];

/**
 * Reads an agent's event. Missing and unknown fields are ignored. The action is `unreadable` if the event or the input of a tool that runs
 * commands is not a JSON object, or if a command is neither a string nor a list of strings.
 */
export function readEvent(text: string, agent: Agent): Action {
  const event = parsed(text.replace(/^\uFEFF/, ""));
  if (!isObject(event)) return { kind: "unreadable", message: "the event is not a JSON object" };
  // Cline nests the call of the tool
  const call = isObject(event["tool_call"]) ? event["tool_call"] : event;
  const tool = textOf(call, "tool_name", "toolName", "tool", "name", "agent_action_name");
  const language = tool === null ? "bash" : languageOf(agent, tool);
  const given = INPUTS.map((name) => call[name]).find((each) => each !== undefined);
  const input = typeof given === "string" ? parsed(given) : (given ?? event);
  if (!isObject(input))
    return language === undefined || given === null
      ? { kind: "other" }
      : { kind: "unreadable", message: "the input of the tool is not a JSON object" };
  if (language === undefined) return fileOf(input);
  const action = commandOf(input, language);
  const folder = textOf(event, "cwd", "working_dir") ?? textOf(input, "cwd", "workdir");
  return action.kind === "command" && folder !== null ? { ...action, folder } : action;
}

function commandOf(input: Fields, language: "bash" | "powershell"): Action {
  const command = input["command"] ?? input["cmd"] ?? input["command_line"] ?? input["script"];
  if (command === undefined || command === null) return listOf(input, language);
  if (typeof command === "string") return { kind: "command", text: command, language };
  if (Array.isArray(command) && command.every((word) => typeof word === "string"))
    return { kind: "command", text: command.map(quoted).join(" "), language };
  return { kind: "unreadable", message: "the command is not a string" };
}

/** Returns the commands of a tool that accepts a list of commands and runs them in order, as one text. */
function listOf(input: Fields, language: "bash" | "powershell"): Action {
  const { commands } = input;
  if (commands === undefined || commands === null) return { kind: "other" };
  const actions = (Array.isArray(commands) ? (commands as unknown[]) : [commands]).map((command) =>
    commandOf({ command }, language),
  );
  const texts = actions.map((each) => (each.kind === "command" ? each.text : null));
  return texts.some((each) => each === null)
    ? { kind: "unreadable", message: "the commands are not a list of strings" }
    : { kind: "command", text: texts.join("\n"), language };
}

/** Returns the text that a tool is about to write to a file or to insert in it. */
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
    : { kind: "file", path, text: texts.join("\n\n"), replaced: replacedIn([input, ...edits]) };
}

function replacedIn(edits: readonly Fields[]): string | null {
  const texts = edits
    .map((each) => textOf(each, "old_string", "oldString", "old_str"))
    .filter((each) => each !== null);
  return texts.length === 0 ? null : texts.join("\n\n");
}

/** Returns the first of these fields that is a string; null if none is. */
function textOf(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) if (typeof fields[name] === "string") return fields[name];
  return null;
}

/** Returns a word quoted for a shell if necessary. */
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
