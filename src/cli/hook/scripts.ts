import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { tagOfFirstLine } from "../../core/index.js";
import { executedCommands } from "./executed-commands.js";
import { partForGoals } from "./makefile.js";
import { packageScript } from "./package-script.js";
import type { CommandScope } from "./simple-commands.js";

/** A script that a command runs, with its content at this moment. */
export interface RunScript {
  /** As the command names it. */
  readonly path: string;
  readonly text: string;
  /** The tag of its language; null if only its name determines it. */
  readonly language: string | null;
}

const MOST_BYTES = 256 * 1024;
const MOST_SCRIPTS = 16;
/** Scripts that scripts run are followed so far. */
const MOST_DEPTH = 4;

/**
 * Returns the scripts of the working directory that a command runs: by an interpreter, by their path, by `npm run` and by
 * `make`, and those that such scripts run. Files outside the folder, above 256 KiB, or that cannot be read are left out.
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
    const scripts: Found[] =
      program.kind === "file"
        ? folder.read(program.path, program.language)
        : program.kind === "words"
          ? ranBy(program.words, folder)
          : [];
    const [name, target] = program.kind === "words" ? program.words : [];
    if ((name === "cd" || name === "pushd") && target !== undefined)
      folders.set(simple.scope, folder.below(target));
    for (const { folder: inside = ".", ...script } of scripts) {
      const key = `${script.path}\0${script.text}`;
      if (found.has(key) || found.size >= MOST_SCRIPTS) continue;
      found.set(key, script);
      const code = depth < MOST_DEPTH ? shellIn(script) : null;
      if (code !== null) collect(code, folder.below(inside), found, depth + 1);
    }
  }
}

/** Returns the commands of a script of a shell or of a Makefile; null for one of another language. */
function shellIn({ text, language }: RunScript): string | null {
  if (language !== "makefile") return language === "bash" ? text : null;
  return (text.match(/^\t.*/gm) ?? []).map((line) => line.replace(/^\t[@+-]*/, "")).join("\n");
}

/** A script, and the folder, relative to the current one, in which it runs, if that is another one. */
type Found = RunScript & { readonly folder?: string };

function ranBy([first = "", ...args]: readonly string[], folder: Folder): Found[] {
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

/** Returns the code that `make` runs: the rules of its goals in the file that it reads. */
function makefileOf(args: readonly string[], folder: Folder): Found[] {
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

/** A folder in which commands run, and the working directory, outside which nothing is read. */
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

  /** Returns the content of a file of the working directory; null for one that is outside, too large or cannot be read. */
  text(path: string): string | null {
    try {
      const place = realpathSync(resolve(this.path, path));
      const below = relative(realpathSync(this.root), place);
      const stats = statSync(place);
      const isOutside = below.startsWith("..") || isAbsolute(below);
      if (isOutside || !stats.isFile() || stats.size > MOST_BYTES) return null;
      return readFileSync(place, "utf8");
    } catch {
      return null;
    }
  }
}
