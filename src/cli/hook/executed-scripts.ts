import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { tagOfFirstLine } from "../../core/index.js";
import { isBelow } from "../is-below.js";
import { executedCommands } from "./executed-commands.js";
import { partForGoals } from "./makefile.js";
import { packageScript } from "./package-script.js";
import type { CommandScope } from "./simple-commands.js";

/** A script that a command runs, with its current content. */
export interface RunScript {
  /** The path as the command names it, the path of the makefile, or `package.json` with the names of the scripts. */
  readonly path: string;
  readonly text: string;
  /** The tag of the script's language; null if only the name of the file indicates it. */
  readonly language: string | null;
}

/** Maximum size of a script, in bytes. */
const MAX_BYTES = 256 * 1024;
const MAX_SCRIPTS = 16;
/** Maximum depth to which scripts that are run by scripts are followed. */
const MAX_DEPTH = 4;

/**
 * Returns the scripts in the working directory that a command runs: with an interpreter, by their path, with `npm run` or with `make`, and
 * the scripts that these run. Files that are outside the folder, larger than 256 KiB or unreadable are omitted.
 */
export function scriptsOf(command: string, folder: string): RunScript[] {
  const found = new Map<string, RunScript>();
  collect(command, new Folder(folder, folder), found, 0);
  return [...found.values()];
}

function collect(
  command: string,
  start: Folder,
  found: Map<string, RunScript>,
  depth: number,
): void {
  const folders = new Map<CommandScope, Folder>();
  const folderOf = (scope: CommandScope): Folder =>
    folders.get(scope) ?? (scope.parent === null ? start : folderOf(scope.parent));
  for (const { command: simple, program } of executedCommands(command)) {
    const folder = folderOf(simple.scope);
    const scripts: FoundScript[] =
      program.kind === "file"
        ? folder.read(program.path, program.language)
        : program.kind === "words"
          ? scriptsRunBy(program.words, folder)
          : [];
    const [name, target] = program.kind === "words" ? program.words : [];
    if ((name === "cd" || name === "pushd") && target !== undefined)
      folders.set(simple.scope, folder.below(target));
    for (const { folder: inside = ".", ...script } of scripts) {
      const key = `${script.path}\0${script.text}`;
      if (found.has(key) || found.size >= MAX_SCRIPTS) continue;
      found.set(key, script);
      const code = depth < MAX_DEPTH ? shellIn(script) : null;
      if (code !== null) collect(code, folder.below(inside), found, depth + 1);
    }
  }
}

/** Returns the shell code in a shell script or in the recipes of a makefile; null for a script in another language. */
function shellIn({ text, language }: RunScript): string | null {
  if (language !== "makefile") return language === "bash" ? text : null;
  return (text.match(/^\t.*/gm) ?? []).map((line) => line.replace(/^\t[@+-]*/, "")).join("\n");
}

/** A script, and the folder in which it runs, relative to the current folder; `folder` is absent if that is the current folder. */
type FoundScript = RunScript & { readonly folder?: string };

/** Returns the scripts that a command without an interpreter runs: with a package manager, with `make`, or by their path. */
function scriptsRunBy([first = "", ...args]: readonly string[], folder: Folder): FoundScript[] {
  const program = first.replace(/^.*\//, "");
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    const script = packageScript(program, args, (path) => folder.text(path));
    return script === null ? [] : [{ ...script, language: "bash" }];
  }
  if (/^g?make$/.test(program)) return makefileOf(args, folder);
  return first.includes("/") ? folder.read(first, null) : [];
}

/** Options of make whose value is the next word. */
const MAKE_VALUES = /^(?:-[CfIloW]|--(?:file|makefile|directory|include-dir|old-file|what-if))$/;

/** Returns the part of a makefile that `make` runs for its goals. */
function makefileOf(args: readonly string[], folder: Folder): FoundScript[] {
  let inside = ".";
  let names = ["GNUmakefile", "makefile", "Makefile"];
  const goals: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    const [option = "", value = ""] = MAKE_VALUES.test(arg)
      ? [arg, args[++at]]
      : (/^(-[Cf]|--\w+)=?(.*)$/.exec(arg)?.slice(1) ?? []);
    if (/^(?:-C|--directory)$/.test(option)) inside = join(inside, value);
    else if (/^(?:-f|--file|--makefile)$/.test(option)) names = [value];
    else if (option === "" && !/^-|=|^\d+$/.test(arg)) goals.push(arg);
  }
  for (const name of names) {
    const path = join(inside, name);
    const text = folder.text(path);
    if (text !== null)
      return [{ path, text: partForGoals(text, goals), language: "makefile", folder: inside }];
  }
  return [];
}

/** A folder in which commands run. Only files in the working directory `root` are read. */
class Folder {
  constructor(
    private readonly path: string,
    private readonly root: string,
  ) {}

  below(path: string): Folder {
    return new Folder(resolve(this.path, path), this.root);
  }

  read(path: string, language: string | null): RunScript[] {
    const text = this.text(path);
    return text === null || text.includes("\0")
      ? []
      : [{ path, text, language: language ?? tagOfFirstLine(text) }];
  }

  /** Returns the content of a file; null if it is outside the working directory, is too large or cannot be read. */
  text(path: string): string | null {
    try {
      const target = realpathSync(resolve(this.path, path));
      if (!isBelow(target, realpathSync(this.root))) return null;
      const stats = statSync(target);
      if (!stats.isFile() || stats.size > MAX_BYTES) return null;
      return readFileSync(target, "utf8");
    } catch {
      return null;
    }
  }
}
