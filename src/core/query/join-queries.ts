import type { OwnQueries, QueryFile } from "../assets.js";
import { queryErrorAt } from "./query-error.js";
import type { Profile } from "../model.js";

/** Returns the files that a profile loads: `extended` loads all files, `contract` those that are not in `extended/`. */
export function queriesOf(files: readonly QueryFile[], profile: Profile): readonly QueryFile[] {
  return profile === "extended"
    ? files
    : files.filter(
        (file) =>
          file.extended !== true && (file.added === true || !file.path.startsWith("extended/")),
      );
}

/** The package's query files with a user's files added, or replaced by them. */
export interface JoinedQueries {
  readonly queries: readonly QueryFile[];
  readonly own: OwnQueries;
}

/**
 * Adds a user's query files to the package's. A file with the path of one of the package's (`contract/bash/fetchers.scm`) replaces
 * that file if `replace` is true; otherwise both are loaded.
 */
export function joinQueries(
  ofPackage: readonly QueryFile[],
  own: readonly OwnFile[],
  replace: boolean,
): JoinedQueries {
  const paths = new Set(own.map(({ path }) => path));
  const same = ofPackage.map(({ path }) => path).filter((path) => paths.has(path));
  const [first] = own;
  if (replace && same.length === 0 && first !== undefined) {
    throw queryErrorAt(
      { path: placed(first).path, text: "" },
      0,
      "query-path",
      "no custom file has the path of a built-in one, so none is replaced",
      "use the path of a built-in file, such as contract/bash/fetchers.scm, or do not replace files",
    );
  }
  const kept = replace ? ofPackage.filter(({ path }) => !paths.has(path)) : ofPackage;
  const queries = [...kept, ...own.map(placed)];
  const known = new Set<string>();
  for (const file of queries) {
    if (known.has(file.path))
      throw queryErrorAt(
        file,
        0,
        "query-path",
        "two query files have this path",
        "rename one of them, or let it replace the built-in one",
      );
    known.add(file.path);
  }
  const unused = queries.filter(({ extended }) => extended === true).map(({ path }) => path);
  return {
    queries,
    own: {
      replaced: replace ? same : [],
      joined: replace ? [] : same,
      unread: [],
      unused,
      overruled: [],
    },
  };
}

/** A user's query file. */
export interface OwnFile extends Pick<QueryFile, "path" | "text"> {
  /** The folder that its path is relative to, for messages; none by default. */
  readonly folder?: string;
}

function placed({ path, text, folder }: OwnFile): QueryFile {
  return {
    path: folder === undefined ? path : `${folder}/${path}`,
    text,
    added: true,
    ...(path.startsWith("extended/") ? { extended: true } : {}),
  };
}

/**
 * Returns the text whose digest identifies a set of rules: query files by path, each with its length, so that no two sets have
 * the same text, and the disabled rules.
 */
export function canonicalQueries(
  files: readonly QueryFile[],
  off: ReadonlySet<string> = new Set(),
): string {
  const ofFiles = [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => `${file.path}\n${file.text.length}\n${file.text}\n`);
  return [...ofFiles, ...[...off].sort().map((id) => `-${id}\n`)].join("");
}
