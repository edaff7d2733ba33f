import type { QueryFile } from "../assets.js";
import type { Profile } from "../model.js";

/** The files a profile loads: `extended` adds to `contract`. */
export function queriesOf(files: readonly QueryFile[], profile: Profile): readonly QueryFile[] {
  return profile === "extended" ? files : files.filter((file) => file.extended !== true && (file.added === true || !file.path.startsWith("extended/")));
}

/** The text whose digest names a set of query files: by path, each with its length, so that no two sets share it. */
export function canonicalQueries(files: readonly QueryFile[]): string {
  return [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => `${file.path}\n${file.text.length}\n${file.text}\n`)
    .join("");
}
