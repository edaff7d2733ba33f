import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { existsSync } from "node:fs";
import type { Ignore } from "ignore";

/** The rules of the `.gitignore` files of a folder and of the folders above it. */
export interface IgnoreRules {
  ignores(path: string, isFolder: boolean): boolean;
  /** Returns the rules for a subfolder, including those of the `.gitignore` in it. */
  enter(folder: string): Promise<IgnoreRules>;
}

interface Level {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Rules of several files. Those of later levels take precedence; the package `ignore` evaluates each level like Git. */
class Levels implements IgnoreRules {
  constructor(private readonly levels: readonly Level[]) {}

  ignores(path: string, isFolder: boolean): boolean {
    let ignored = false;
    for (const { folder, rules } of this.levels) {
      const name = relative(folder, path).split(sep).join("/");
      if (name === "" || name === ".." || name.startsWith("../")) continue;
      const result = rules.test(isFolder ? `${name}/` : name);
      if (result.ignored) ignored = true;
      else if (result.unignored) ignored = false;
    }
    return ignored;
  }

  async enter(folder: string): Promise<IgnoreRules> {
    const text = await readFile(join(folder, ".gitignore"), "utf8").catch(() => null);
    return this.with(folder, text);
  }

  /** Returns these rules together with those in a text, which take precedence; only these rules if the text is null. */
  async with(folder: string, text: string | null): Promise<Levels> {
    if (text === null) return this;
    const { default: ignore } = await import("ignore"); // loaded on demand, because most scans read no such file
    return new Levels([...this.levels, { folder, rules: ignore().add(text) }]);
  }
}

export const noRules: IgnoreRules = { ignores: () => false, enter: async () => noRules };

/**
 * Returns the rules for a folder that the user named: those of the `.gitignore` in it and those of the repository that contains it. The
 * latter do not apply if they ignore the folder itself, because a named folder is always scanned.
 */
export async function rulesFor(folder: string): Promise<IgnoreRules> {
  const parents = parentsInRepository(folder);
  const root = parents[0] ?? folder;
  let above: IgnoreRules = await new Levels([]).with(root, await excludeFile(root));
  for (const parent of parents) above = await above.enter(parent);
  return (excludes(above, folder) ? new Levels([]) : above).enter(folder);
}

/** Returns the content of `.git/info/exclude`, which for a linked worktree is in the main repository; null if it cannot be read. */
async function excludeFile(root: string): Promise<string | null> {
  const git = join(root, ".git");
  const read = (path: string): Promise<string | null> => readFile(path, "utf8").catch(() => null);
  const link = /^gitdir:[ \t]*(.+?)\s*$/m.exec((await read(git)) ?? "")?.[1];
  const folder = link === undefined ? git : resolve(root, link);
  const common = (await read(join(folder, "commondir")))?.trim();
  return read(join(common === undefined ? folder : resolve(folder, common), "info", "exclude"));
}

/** Returns the folders from the root of the repository to the parent of a folder; empty for the root itself and outside a repository. */
function parentsInRepository(folder: string): string[] {
  const parents: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder) parents.unshift(at);
    if (existsSync(join(at, ".git"))) return parents;
    if (dirname(at) === at) return [];
  }
}

function excludes(rules: IgnoreRules, folder: string): boolean {
  for (let at = folder; dirname(at) !== at; at = dirname(at))
    if (rules.ignores(at, true)) return true;
  return false;
}
