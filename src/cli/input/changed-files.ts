import { lstat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { parseDiff } from "./diff.js";
import { dependenciesAbove, isTracked } from "./dependency-folders.js";
import {
  documentOf,
  excluded,
  fromFile,
  skippedDependencies,
  type Input,
  type InputOptions,
} from "./documents.js";
import { looksBinary } from "./decode.js";
import { git, names } from "./git.js";
import { kindOf } from "./file-type.js";

/** A selection of changes. */
export interface Changes {
  /** Whether staged content is read instead of the working tree. */
  readonly staged: boolean;
  /** The revision with which the files are compared; null for the last commit. */
  readonly base: string | null;
  /** Files and folders to which the changes are limited; all if empty. */
  readonly paths: readonly string[];
}

/** Maximum number of files in one Git command. */
const MAX_GROUP_SIZE = 200;

/**
 * Yields the changed files with the numbers of their changed lines. Each file is read completely, because its format may depend
 * on unchanged lines.
 */
export async function* changedFiles(
  context: Context,
  changes: Changes,
  options: InputOptions,
): AsyncGenerator<Input> {
  const root = (await git(context.cwd, ["rev-parse", "--show-toplevel"]))
    .toString("utf8")
    .replace(/\n$/, "");
  const requested = await rangeOf(context.cwd, changes);
  const paths = await Promise.all(
    changes.paths.map(async (path) => pathFrom(root, context.cwd, path)),
  );
  const changed = names(
    await git(root, [
      "diff",
      "--name-only",
      "-z",
      "--no-relative",
      "--no-ext-diff",
      "--diff-filter=d",
      "--ignore-submodules",
      ...requested,
      "--",
      ...paths,
    ]),
  );
  const untracked = changes.staged
    ? []
    : names(await git(root, ["ls-files", "--others", "--exclude-standard", "-z", "--", ...paths]));
  for (let at = 0; at < changed.length; at += MAX_GROUP_SIZE)
    yield* modifiedFiles(
      context,
      root,
      changed.slice(at, at + MAX_GROUP_SIZE),
      { requested, staged: changes.staged },
      options,
    );
  yield* untrackedFiles(context, root, untracked, options);
}

/**
 * Yields untracked files that are not ignored. For a dependency folder without tracked files, yields one entry that reports it as
 * skipped.
 */
async function* untrackedFiles(
  context: Context,
  root: string,
  files: readonly string[],
  options: InputOptions,
): AsyncGenerator<Input> {
  const folders = new Map<string, boolean>();
  for (const name of files) {
    const folder = options.dependencies === true ? null : dependenciesAbove(root, name);
    if (folder !== null) {
      const isKnown = folders.has(folder);
      const isRead = folders.get(folder) ?? (await isTracked(folder));
      folders.set(folder, isRead);
      if (!isRead && !isKnown) yield skippedDependencies(relative(context.cwd, folder));
      if (!isRead) continue;
    }
    yield* fileOf(context, root, name, () => true, false, options);
  }
}

/** Yields files that Git tracks, with the lines that differ in the requested range. */
async function* modifiedFiles(
  context: Context,
  root: string,
  files: readonly string[],
  { requested, staged }: { requested: readonly string[]; staged: boolean },
  options: InputOptions,
): AsyncGenerator<Input> {
  const known = files.filter((name) => kindOf(name).known || !/\.\w+$/.test(name));
  const diff =
    known.length === 0
      ? null
      : parseDiff((await git(root, [...DIFF, ...requested, "--", ...known])).toString("utf8"));
  const lines = new Map(
    (diff?.files ?? []).map(({ path, lines }) => [
      path,
      new Set(lines.filter(({ added }) => added).map(({ number }) => number)),
    ]),
  );
  for (const name of files)
    yield* fileOf(
      context,
      root,
      name,
      (line) => lines.get(name)?.has(line) === true,
      staged,
      options,
    );
}

/** `git diff` with options that override user settings and file attributes that change the format of the output. */
const DIFF = [
  "diff",
  "--text",
  "--unified=0",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--no-relative",
  "--ignore-submodules",
  "--src-prefix=a/",
  "--dst-prefix=b/",
] as const;

async function* fileOf(
  context: Context,
  root: string,
  name: string,
  changed: (line: number) => boolean,
  staged: boolean,
  options: InputOptions,
): AsyncGenerator<Input> {
  const absolute = join(root, name);
  const shown = relative(context.cwd, absolute);
  if (options.excludes(absolute, false)) yield excluded(shown);
  else if (staged) yield* fromIndex(root, name, shown, changed, options);
  else if ((await lstat(absolute).catch(() => null))?.isFile() === true) {
    const input = await fromFile(shown, absolute, options, false);
    yield "document" in input ? { document: { ...input.document, changed } } : input;
  }
}

/** Yields the staged content of a file. */
async function* fromIndex(
  root: string,
  name: string,
  shown: string,
  changed: (line: number) => boolean,
  { maxSize }: InputOptions,
): AsyncGenerator<Input> {
  const entry = (await git(root, ["ls-files", "--stage", "-z", "--", name])).toString("utf8");
  if (!entry.startsWith("100")) return; // a link or a submodule
  const bytes = await git(root, ["cat-file", "blob", `:0:${name}`]);
  if (bytes.length > maxSize)
    yield {
      unread: { path: shown, reason: "unreadable", message: "too long (--max-size), not scanned" },
    };
  else if (looksBinary(bytes))
    yield { unread: { path: shown, reason: "binary", message: "binary" } };
  else {
    const document = documentOf(shown, bytes);
    const known = kindOf(name).known || document.tag !== null;
    yield known
      ? { document: { ...document, changed } }
      : { unread: { path: shown, reason: "unknown", message: "unknown file type" } };
  }
}

/**
 * Returns the arguments of `git diff` that select the comparison. Old side: the merge base of `base` and HEAD (`base` itself if there
 * is none); without `base` it is HEAD, or the empty tree in a repository without commits. New side: the index or the working tree.
 */
async function rangeOf(cwd: string, { staged, base }: Changes): Promise<string[]> {
  const index = staged ? ["--cached"] : [];
  if (base === null) {
    const head = await git(cwd, ["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => null);
    return [
      ...index,
      head === null
        ? (await git(cwd, ["hash-object", "-t", "tree", "/dev/null"])).toString("utf8").trim()
        : "HEAD",
    ];
  }
  const commit = await git(cwd, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${base}^{commit}`,
  ]).catch(() => {
    throw new Failure(
      `there is no revision "${base}"; if it is a path, write -- before it: curlew scan --changed -- ${base}`,
    );
  });
  const id = commit.toString("utf8").trim();
  const common = await git(cwd, ["merge-base", id, "HEAD"]).catch(() => commit);
  return [...index, common.toString("utf8").trim()];
}

/** Converts a path relative to the current folder into one relative to the root of the repository. */
function pathFrom(root: string, cwd: string, path: string): string {
  return relative(root, join(cwd, path)) || ".";
}
