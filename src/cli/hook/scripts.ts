import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { simpleCommands } from "./simple-commands.js";

/** A script that a command runs, with its content at this moment. */
export interface RunScript {
  /** As the command names it. */
  readonly path: string;
  readonly text: string;
}

const MOST_BYTES = 256 * 1024;
const MOST_SCRIPTS = 8;

const INTERPRETER =
  /^(?:ba|da|z|k|a)?sh$|^source$|^\.$|^(?:python|pypy)[\d.]*$|^node(?:js)?$|^(?:ruby|perl|php|pwsh|powershell)$/;
/** Options of interpreters after which no script file follows. */
const CODE_OPTION = /^(?:-\w*[ceEprm]|--eval|--print|--command|-Command|-EncodedCommand)$/i;

/**
 * Returns the scripts of the working directory that a command runs: by an interpreter, by their path, by `npm run` and by `make`. Files
 * outside the folder, above 256 KiB, or that cannot be read are left out.
 */
export function scriptsOf(command: string, folder: string): RunScript[] {
  const found = new Map<string, RunScript>();
  for (const { words } of simpleCommands(command))
    for (const script of namedBy(words, folder)) found.set(script.path, script);
  return [...found.values()].slice(0, MOST_SCRIPTS);
}

function namedBy([first = "", ...args]: readonly string[], folder: string): RunScript[] {
  const program = first.replace(/^.*\//, "");
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return packageScript(args, folder);
  if (program === "make") return [...read("Makefile", folder), ...read("makefile", folder)];
  if (INTERPRETER.test(program)) {
    if (args.some((arg) => CODE_OPTION.test(arg))) return [];
    const operand = args.find((arg) => !arg.startsWith("-"));
    return operand === undefined ? [] : read(operand, folder);
  }
  return first.includes("/") ? read(first, folder) : [];
}

/** The command of a script of package.json with its `pre` and `post` scripts, as shell. */
function packageScript(args: readonly string[], folder: string): RunScript[] {
  const [verb, operand] = args.filter((arg) => !arg.startsWith("-"));
  const name = verb === "run" || verb === "run-script" ? operand : verb;
  const [manifest] = read("package.json", folder);
  if (name === undefined || manifest === undefined) return [];
  const scripts = scriptsIn(manifest.text);
  const text = [`pre${name}`, name, `post${name}`]
    .map((each) => scripts[each])
    .filter((each) => typeof each === "string")
    .join("\n");
  return text === "" ? [] : [{ path: `package.json (${name}).sh`, text }];
}

function scriptsIn(manifest: string): Readonly<Record<string, unknown>> {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: Record<string, unknown> };
    return scripts ?? {};
  } catch {
    return {};
  }
}

function read(path: string, folder: string): RunScript[] {
  try {
    const place = realpathSync(resolve(folder, path));
    const below = relative(realpathSync(folder), place);
    const stats = statSync(place);
    const isOutside = below.startsWith("..") || isAbsolute(below);
    if (isOutside || !stats.isFile() || stats.size > MOST_BYTES) return [];
    return [{ path, text: readFileSync(place, "utf8") }];
  } catch {
    return [];
  }
}
