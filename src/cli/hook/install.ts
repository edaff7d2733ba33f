import { existsSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, readFile, rm } from "node:fs/promises";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parse } from "jsonc-parser";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { isBelow } from "../is-below.js";
import { print } from "../output.js";
import { replaceFile } from "../replace-file.js";
import { showText } from "../report/terminal-text.js";
import { agents, type AgentName, type Decision } from "./agents.js";
import { difference } from "./line-difference.js";
import { withEntry, withoutEntry } from "./edit-settings.js";
import { commandsOf } from "./handler-commands.js";
import { agentSettings, type AgentSettings } from "./agent-settings.js";
import type { MakeOptions } from "./make-options.js";
import { strictCommand } from "./strict-command.js";

export interface InstallOptions {
  readonly project?: boolean;
  readonly yes?: boolean;
  readonly decision?: Decision;
  readonly files?: boolean;
  readonly command?: string;
  readonly strict?: boolean;
  /** The version of this program, which is compared with the version that the installed hook runs. */
  readonly version?: string;
}

/**
 * Adds the hook to an agent's settings, or removes it, after the user has seen and confirmed the change. An added hook is then checked.
 * @param into true to add the hook, false to remove it
 * @returns the exit status: 0 without a problem, 1 if the added hook has one, 2 if the user did not confirm
 */
export async function install(
  context: Context,
  name: AgentName,
  options: InstallOptions,
  into: boolean,
): Promise<number> {
  const settings = agentSettings[name];
  const path =
    options.project === true ? resolve(context.cwd, settings.project) : settings.user(context);
  if (path === null)
    throw new Failure(
      `the documentation of ${agents[name].title} describes only hooks of a repository: use --project in its folder`,
    );
  const shown = shownFrom(context, path);
  const before = existsSync(path) ? await readFile(path, "utf8") : "";
  const after = into
    ? installed(name, before, shown, options, context)
    : removed(name, before, shown);
  if (after === before) {
    await print(
      context,
      into ? `${shown} already has the hook\n` : `${shown} has no curlew hook\n`,
    );
    return 0;
  }
  await print(
    context,
    `${after === "" ? `${shown} will be removed` : before === "" ? `${shown} will be created` : `${shown} will be changed`}:\n\n${showLines(difference(before, after))}\n`,
  );
  if (options.yes !== true && !(await agreed(context))) {
    context.stderr.write("curlew: nothing was changed; use --yes to make the change\n");
    return 2;
  }
  await write(path, after, shown);
  if (settings.beside !== undefined) await writeBeside(path, settings.beside, after !== "");
  if (after !== "" && settings.entry.kind === "file" && settings.entry.isExecutable === true)
    await chmod(path, 0o755);
  await print(
    context,
    `${[into ? "Installed." : "Removed.", ...(into ? notes(name, options, context) : [])].join(" ")}\n`,
  );
  if (into) {
    const { doctor } = await import("./doctor.js");
    const found = await doctor(context, {
      format: "text",
      only: name,
      version: options.version ?? "",
    });
    if (found !== 0) {
      context.stderr.write(
        `curlew: the hook is installed, but has the problems above; solve them, then check it with \`curlew hook doctor ${name}\`\n`,
      );
      return 1;
    }
  }
  return 0;
}

function installed(
  name: AgentName,
  before: string,
  shown: string,
  options: InstallOptions,
  context: Context,
): string {
  const { entry, onFailure } = agentSettings[name];
  if (options.strict === true && process.platform === "win32")
    throw new Failure(
      "--strict needs a POSIX shell, which agents do not use on Windows; install without it",
    );
  const make: MakeOptions = { files: options.files === true, strict: options.strict === true };
  const line = [
    options.command ??
      (options.project === true ? projectCommand(context.cwd) : userCommand(context)),
    "hook",
    name,
    ...(options.decision === undefined ? [] : ["--decision", options.decision]),
    ...(options.files === true ? ["--files"] : []),
  ].join(" ");
  const command = make.strict && onFailure === "strict command" ? strictCommand(line) : line;
  if (entry.kind === "list")
    return withEntry(before, shown, entry, entry.make(command, make), isOurs(name));
  if (before !== "" && !before.includes(entry.mark))
    throw new Failure(`${shown}: was not written by curlew; nothing was changed`);
  return entry.make(command, make);
}

/** Returns advice on the next steps, for the user or for others who work on the project. */
function notes(
  name: AgentName,
  { project, command, strict }: InstallOptions,
  context: Context,
): string[] {
  const { note, onFailure } = agentSettings[name];
  const isByName = project === true && command === undefined && !dependsOnCurlew(context.cwd);
  return [
    ...(note === undefined ? [] : [note]),
    ...(strict === true || onFailure === "blocks"
      ? []
      : ["If curlew does not run, the agent still runs the command; --strict blocks it."]),
    ...(isByName
      ? [
          "The hook runs `curlew`, so everybody who works on this project needs it: npm install --global curlew, or make it a dependency of the project and install the hook again.",
        ]
      : []),
  ];
}

function removed(name: AgentName, before: string, shown: string): string {
  const { entry } = agentSettings[name];
  if (entry.kind === "file") return before.includes(entry.mark) ? "" : before;
  if (before === "") return before;
  const after = withoutEntry(before, shown, entry.keys, isOurs(name));
  // nothing but a version remains of a file that contained only the hook
  const isEmpty =
    after !== before && Object.keys(parse(after) as object).every((key) => key === "version");
  return isEmpty ? "" : after;
}

/** Returns a function that tells whether a handler runs curlew for an agent. */
function isOurs(name: AgentName): (handler: unknown) => boolean {
  const line = new RegExp(`(?:curlew|cli\\.c?js|main\\.ts)["']? hook ${name}(?: |$)`);
  return (handler) =>
    typeof handler === "object" &&
    handler !== null &&
    commandsOf(handler).some((command) => line.test(command));
}

/**
 * Returns the command that calls curlew in the settings of a project, which are committed and therefore contain no path on this machine:
 * through npm if the project depends on curlew, else by name.
 */
function projectCommand(folder: string): string {
  return dependsOnCurlew(folder) ? "npx --no-install curlew" : "curlew";
}

function dependsOnCurlew(folder: string): boolean {
  const path = join(folder, "package.json");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const manifest = (parse(text) ?? {}) as Readonly<Record<string, object | undefined>>;
  return ["dependencies", "devDependencies"].some((key) => "curlew" in Object(manifest[key] ?? {}));
}

/** Returns the command that calls this program: its name if a folder of PATH contains it, else the paths of Node.js and the script. */
function userCommand({ env }: Context): string {
  const folders = (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "" && !folder.includes("node_modules"));
  if (
    folders.some(
      (folder) => statSync(join(folder, "curlew"), { throwIfNoEntry: false })?.isFile() === true,
    )
  )
    return "curlew";
  return [process.execPath, ...process.execArgv, process.argv[1] ?? "curlew"]
    .map((word) => (/^[\w./:=@+-]+$/.test(word) ? word : `"${word}"`))
    .join(" ");
}

/** Asks the user for confirmation and returns whether it was given; false if standard input is not a terminal. */
async function agreed({ stdin, stderr }: Context): Promise<boolean> {
  if (stdin.isTTY !== true) return false;
  const terminal = createInterface({ input: stdin, output: stderr });
  const answer = await terminal.question("Make this change? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Replaces the file atomically, because partly written settings would stop the agent; removes it if the text is empty. */
async function write(path: string, text: string, shown: string): Promise<void> {
  try {
    if (text === "") return await rm(path);
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, text);
  } catch (error) {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  }
}

/**
 * Creates the file that the agent requires next to the settings if it does not exist. If it is no longer needed, removes it unless it was
 * changed.
 */
async function writeBeside(
  path: string,
  { file, text }: NonNullable<AgentSettings["beside"]>,
  isNeeded: boolean,
): Promise<void> {
  const target = join(dirname(path), file);
  if (isNeeded && !existsSync(target)) await replaceFile(target, text);
  if (!isNeeded && existsSync(target) && (await readFile(target, "utf8")) === text)
    await rm(target);
}

/** Returns a path for messages: relative to the current folder or the home folder (`~`) if it is in one of these, else absolute. */
function shownFrom({ cwd, env }: Context, path: string): string {
  const home = env["HOME"];
  if (isBelow(path, cwd)) return relative(cwd, path);
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function showLines(text: string): string {
  return text
    .split("\n")
    .map((line) => showText(line).text)
    .join("\n");
}
