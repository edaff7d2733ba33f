import { existsSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, readFile, rm } from "node:fs/promises";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parse } from "jsonc-parser";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { print } from "../output.js";
import { replaceFile } from "../replace-file.js";
import { showText } from "../report/width.js";
import { agents, type AgentName, type Decision } from "./agents.js";
import { difference } from "./difference.js";
import { withEntry, withoutEntry } from "./edit.js";
import { commandsOf } from "./handlers.js";
import { places, type Place } from "./places.js";
import type { MakeOptions } from "./make-options.js";
import { strictCommand } from "./strict.js";

export interface InstallOptions {
  readonly project?: boolean;
  readonly yes?: boolean;
  readonly decision?: Decision;
  readonly files?: boolean;
  readonly command?: string;
  readonly strict?: boolean;
  /** The version of this curlew, with which the installed one is compared. */
  readonly version?: string;
}

/** Adds the hook to an agent's settings, or removes it, after showing the change to the user. */
export async function install(
  context: Context,
  name: AgentName,
  options: InstallOptions,
  into: boolean,
): Promise<number> {
  const place = places[name];
  const path = options.project === true ? resolve(context.cwd, place.project) : place.user(context);
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
  if (place.beside !== undefined) await writeBeside(path, place.beside, after !== "");
  if (after !== "" && place.entry.kind === "file" && place.entry.isExecutable === true)
    await chmod(path, 0o755);
  await print(
    context,
    `${[into ? "Installed." : "Removed.", ...(into ? notes(name, options, context) : [])].join(" ")}\n`,
  );
  if (into) {
    const { doctor } = await import("./doctor.js");
    await doctor(context, { format: "text", only: name, version: options.version ?? "" });
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
  const { entry, onFailure } = places[name];
  if (options.strict === true && process.platform === "win32")
    throw new Failure(
      "--strict needs a POSIX shell, which agents do not use on Windows; install without it",
    );
  const make: MakeOptions = { files: options.files === true, strict: options.strict === true };
  const line = [
    options.command ??
      (options.project === true ? sharedCommand(context.cwd) : ownCommand(context)),
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

/** Further steps, here or for others who work on the project. */
function notes(
  name: AgentName,
  { project, command, strict }: InstallOptions,
  context: Context,
): string[] {
  const { note, onFailure } = places[name];
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
  const { entry } = places[name];
  if (entry.kind === "file") return before.includes(entry.mark) ? "" : before;
  if (before === "") return before;
  const after = withoutEntry(before, shown, entry.keys, isOurs(name));
  // a file that contained only the hook
  const isRest =
    after !== before && Object.keys(parse(after) as object).every((key) => key === "version");
  return isRest ? "" : after;
}

/** Whether a handler runs curlew for this agent. */
function isOurs(name: AgentName): (handler: unknown) => boolean {
  const line = new RegExp(`(?:curlew|cli\\.c?js|main\\.ts)["']? hook ${name}(?: |$)`);
  return (handler) =>
    typeof handler === "object" &&
    handler !== null &&
    commandsOf(handler).some((command) => line.test(command));
}

/**
 * Returns how everyone with a checkout of the project calls curlew, because its settings are committed: the version that the project
 * depends on, which npm finds without installing anything, else by its name. Never a path on this machine.
 */
function sharedCommand(folder: string): string {
  return dependsOnCurlew(folder) ? "npx --no-install curlew" : "curlew";
}

function dependsOnCurlew(folder: string): boolean {
  const path = join(folder, "package.json");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const manifest = (parse(text) ?? {}) as Readonly<Record<string, object | undefined>>;
  return ["dependencies", "devDependencies"].some((key) => "curlew" in Object(manifest[key] ?? {}));
}

/** Returns how this command is called again: by its name if that is installed, else by its files. */
function ownCommand({ env }: Context): string {
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

/** Asks for confirmation on a terminal; elsewhere returns false. */
async function agreed({ stdin, stderr }: Context): Promise<boolean> {
  if (stdin.isTTY !== true) return false;
  const terminal = createInterface({ input: stdin, output: stderr });
  const answer = await terminal.question("Make this change? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Writes the file atomically: partly written settings would stop the agent. */
async function write(path: string, text: string, shown: string): Promise<void> {
  try {
    if (text === "") return await rm(path);
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, text);
  } catch (error) {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  }
}

/** Writes the file that the agent needs next to the settings if it is missing, or removes it with them. */
async function writeBeside(
  path: string,
  { file, text }: NonNullable<Place["beside"]>,
  isNeeded: boolean,
): Promise<void> {
  const place = join(dirname(path), file);
  if (isNeeded && !existsSync(place)) await replaceFile(place, text);
  if (!isNeeded && existsSync(place) && (await readFile(place, "utf8")) === text) await rm(place);
}

function shownFrom({ cwd, env }: Context, path: string): string {
  const below = relative(cwd, path);
  const home = env["HOME"];
  if (!below.startsWith("..")) return below;
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function showLines(text: string): string {
  return text
    .split("\n")
    .map((line) => showText(line).text)
    .join("\n");
}
