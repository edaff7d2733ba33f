import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { grammarNames, type OwnFile } from "../core/index.js";
import { AssetError } from "./asset-error.js";
import { isQueryFile } from "./asset-files.js";

/** The content of folders with custom query files. */
export interface QueryFolder {
  readonly files: readonly OwnFile[];
  /** Other files next to the query files. */
  readonly unread: readonly string[];
}

/**
 * Reads the query files in folders, at any depth: `.scm` files in folders that are named after a grammar, and `LANGUAGE.json` for the
 * names of any other language. Files below `extended/` are for the extended profile. Links are followed. Names that begin with a
 * dot, `node_modules`, example files (`no-pipe.test.sh`) and files such as README and package.json at the top of a folder are
 * skipped. A folder that is given twice is read once.
 * @throws AssetError if a folder cannot be read, has no query file, contains a captures.json, or has another file in a folder that is
 * named after a grammar
 */
export async function readQueryFolders(folders: readonly string[]): Promise<QueryFolder> {
  const known = new Set<string>();
  const read: QueryFolder[] = [];
  for (const folder of folders) {
    const resolved = await realpath(folder).catch((cause: unknown) => {
      throw unreadable(folder, cause);
    });
    if (!known.has(resolved)) read.push(await readFolder(folder.replace(/(?<=.)[\\/]+$/, "")));
    known.add(resolved);
  }
  return {
    files: read.flatMap(({ files }) => files),
    unread: read.flatMap(({ unread }) => unread),
  };
}

async function readFolder(folder: string): Promise<QueryFolder> {
  const paths = await filesBelow(folder, "", new Set());
  const registry = paths.find((path) => path.split("/").at(-1) === "captures.json");
  if (registry !== undefined) {
    throw new AssetError(
      "asset-invalid",
      `${folder}/${registry}`,
      'a custom folder cannot have its own captures.json; remove it, and name your rules with (#set! rule "acme/no-pipe")',
    );
  }
  const relevant = paths.filter((path) => !isExampleFile(path) && !isPackageMetadata(path));
  const queries = relevant.filter(isQueryFile);
  const unexpected = relevant.find(
    (path) => !isQueryFile(path) && grammarNames.some((name) => path.split("/").at(-2) === name),
  );
  if (unexpected !== undefined)
    throw new AssetError(
      "asset-invalid",
      `${folder}/${unexpected}`,
      "this is not a query file; rename it to end in .scm, or move it out of this folder",
    );
  if (queries.length === 0)
    throw new AssetError(
      "asset-missing",
      folder,
      `the folder contains no query files; add .scm files in folders named ${grammarNames.join(", ")}, and names of another language beside them (ruby.json)`,
    );
  const files = await Promise.all(
    queries.map(async (path) => ({ path, folder, text: await textOf(`${folder}/${path}`) })),
  );
  return {
    files,
    unread: relevant.filter((path) => !isQueryFile(path)).map((path) => `${folder}/${path}`),
  };
}

/** Whether a file contains examples for the rules next to it: `no-pipe.test.sh`. */
export function isExampleFile(path: string): boolean {
  return /(?:^|[\\/])[^\\/]+\.test\.[^.\\/]+$/.test(path);
}

/** Whether a file at the top of a folder describes the folder as a package. */
function isPackageMetadata(path: string): boolean {
  return /^(?:README|LICENSE|LICENCE|NOTICE|CHANGELOG)(?:\.\w+)?$|^package(?:-lock)?\.json$/i.test(
    path,
  );
}

/**
 * Returns the paths of the example files of a folder, relative to it and in order.
 * @throws AssetError if the folder cannot be read
 */
export async function exampleFiles(folder: string): Promise<readonly string[]> {
  return (await filesBelow(folder, "", new Set())).filter(isExampleFile);
}

/**
 * Returns the paths of all files below a folder, sorted by name in each folder.
 * @param above the real paths of the folders that contain this one, to detect cycles of links
 */
async function filesBelow(
  folder: string,
  path: string,
  above: ReadonlySet<string>,
): Promise<string[]> {
  const here = join(folder, path);
  const names = await readdir(here).catch((cause: unknown) => {
    throw unreadable(here, cause);
  });
  const resolved = await realpath(here);
  if (above.has(resolved))
    throw new AssetError(
      "asset-invalid",
      here,
      "this link leads to a folder that contains it; remove it",
    );
  const found: string[] = [];
  for (const name of names.filter((name) => !isSkipped(name)).sort()) {
    const inner = path === "" ? name : `${path}/${name}`;
    const entry = await stat(join(folder, inner)).catch((cause: unknown) => {
      throw unreadable(`${folder}/${inner}`, cause);
    });
    if (entry.isDirectory())
      found.push(...(await filesBelow(folder, inner, new Set([...above, resolved]))));
    else found.push(inner);
  }
  return found;
}

/** Whether a file or folder is skipped because of its name, like files of package managers and editors. */
function isSkipped(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new AssetError("asset-missing", path, "the file cannot be read", cause);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AssetError("asset-invalid", path, "it is not valid UTF-8; save it as UTF-8", cause);
  }
}

function unreadable(path: string, cause: unknown): AssetError {
  const reason =
    cause instanceof Error && "code" in cause && cause.code === "ENOTDIR"
      ? "this is not a folder; name the folder that contains it"
      : "the folder cannot be read";
  return new AssetError("asset-missing", path, reason, cause);
}
