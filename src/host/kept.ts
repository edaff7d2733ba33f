import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checksumOf, readBytes, type PackageFile } from "./package-files.js";

/** The folder of the script that runs: a build keeps there what it knows; source has nothing there. */
export function folderOfScript(): string {
  return dirname(fileURLToPath(import.meta.url));
}

/** Writes down a text that was made of the package's files. */
export function keep(path: string, checksum: number, text: string): void {
  writeFileSync(path, `${checksum}\n${text}`);
}

/** The text that was written down; null where none was, or where the files it was made of are others by now. */
export function kept(path: string, checksum: number): string | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  const end = text.indexOf("\n");
  return Number(text.slice(0, end)) === checksum ? text.slice(end + 1) : null;
}

/** Writes down texts that were made of the package's files, each with its name. */
export function keepParts(
  path: string,
  checksum: number,
  parts: ReadonlyMap<string, string>,
): void {
  let end = 0;
  const places = [...parts].map(([name, text]): [string, Place] => {
    const start = end;
    end += Buffer.byteLength(text);
    return [name, [start, end]];
  });
  keep(
    path,
    checksum,
    `${JSON.stringify(Object.fromEntries(places))}\n${[...parts.values()].join("")}`,
  );
}

/** Where a text is, in bytes behind the lines before all. */
type Place = readonly [start: number, end: number];

/** Returns what reads a text by its name; null where none was written down, or where the files are others by now. */
export function keptParts(path: string, checksum: number): ((name: string) => string) | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return null;
  }
  const first = bytes.indexOf(LINE_END);
  if (Number(bytes.toString("latin1", 0, first)) !== checksum) return null;
  const second = bytes.indexOf(LINE_END, first + 1);
  const places = JSON.parse(bytes.toString("utf8", first + 1, second)) as Record<string, Place>;
  return (name) => {
    const [start, end] = places[name] ?? [0, 0];
    return bytes.toString("utf8", second + 1 + start, second + 1 + end);
  };
}

const LINE_END = 10;

/** A number that tells these files of queries, with the registry and the manifest beside them, from others. */
export function checksumOfQueries(root: string, files: readonly PackageFile[]): number {
  const others = ["wasm/manifest.json", "queries/captures.json"].map((path) => ({
    path,
    bytes: readBytes(join(root, path)),
  }));
  return checksumOf([...others, ...files]);
}
