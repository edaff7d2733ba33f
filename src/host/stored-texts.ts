import { readFileSync, statSync, writeFileSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isPackageFile } from "./asset-files.js";
import { checksumOf, readBytes, type PackageFile } from "./package-files.js";

/** Returns the folder of the running script, where a build stores the texts; a checkout has no stored texts. */
export function folderOfScript(): string {
  return dirname(fileURLToPath(import.meta.url));
}

/** The files from which texts were created. */
export interface Origin {
  /** The folder of the package. */
  readonly root: string;
  /** Relative paths of files, and of folders whose content is included, with `/` as the separator. */
  readonly paths: readonly string[];
  /** A checksum of the content of these files. */
  readonly checksum: number;
}

/** The first line of a stored file: the checksum of its origin, and the size of each source file, or -1 for a folder. */
interface Head {
  readonly checksum: number;
  readonly sizes: Readonly<Record<string, number>>;
}

/** Writes named JSON texts that were created from the package's files. */
export function storeTexts(
  path: string,
  { root, paths, checksum }: Origin,
  texts: ReadonlyMap<string, string>,
): void {
  const sizes = Object.fromEntries(paths.map((each) => [each, sizeOf(statSync(join(root, each)))]));
  let end = 0;
  const ascii = [...texts].map(([name, text]) => [name, toAscii(text)] as const);
  const ranges = ascii.map(([name, text]): [string, ByteRange] => {
    const start = end;
    end += text.length;
    return [name, [start, end]];
  });
  const head: Head = { checksum, sizes };
  const lines = [head, Object.fromEntries(ranges)].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(path, [...lines, ...ascii.map(([, text]) => text)].join(""));
}

/** Returns JSON in ASCII, which V8 reads in half the time. */
function toAscii(json: string): string {
  return json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The start and end of a text as byte offsets from the end of the second line. */
type ByteRange = readonly [start: number, end: number];

/** The texts that were stored. */
export interface StoredTexts {
  /** Returns a text by its name. */
  readonly text: (name: string) => string;
  /** The paths of the package's query and prose files below `queries/`, in order. */
  readonly queries: readonly string[];
}

/**
 * Returns the stored texts; null if there are none, or their source files have changed.
 * @param checksum returns the checksum of the source files; called only if the size or time of a file has changed
 */
export function readStoredTexts(
  path: string,
  root: string,
  checksum: () => number,
): StoredTexts | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return null;
  }
  const first = bytes.indexOf(LINE_END);
  const head = JSON.parse(bytes.toString("utf8", 0, first)) as Head;
  if (!areUntouched(root, head, path) && head.checksum !== checksum()) return null;
  const second = bytes.indexOf(LINE_END, first + 1);
  const ranges = JSON.parse(bytes.toString("utf8", first + 1, second)) as Record<string, ByteRange>;
  return {
    text: (name) => {
      const [start, end] = ranges[name] ?? [0, 0];
      return bytes.toString("latin1", second + 1 + start, second + 1 + end);
    },
    get queries() {
      return Object.keys(head.sizes)
        .filter((each) => each.startsWith(QUERIES) && head.sizes[each] !== FOLDER)
        .map((each) => each.slice(QUERIES.length))
        .filter(isPackageFile);
    },
  };
}

const QUERIES = "queries/";

const LINE_END = 10;

/** Milliseconds within which an installer writes all files of a package. */
const INSTALLATION_MS = 60_000;

/** Whether files have the recorded sizes, and none was changed after the installation of the stored texts. */
function areUntouched(root: string, { sizes }: Head, path: string): boolean {
  const latest = statSync(path).mtimeMs + INSTALLATION_MS;
  return Object.entries(sizes).every(([each, size]) => {
    const stats = statSync(`${root}/${each}`, { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs <= latest && sizeOf(stats) === size;
  });
}

/** The size that is recorded for a folder. */
const FOLDER = -1;

function sizeOf(stats: Stats): number {
  return stats.isDirectory() ? FOLDER : stats.size;
}

/** Returns the paths of query files and their folders, the registry and the manifest, for {@link Origin}. */
export function pathsOfQueries(files: readonly PackageFile[]): string[] {
  const folders = files.flatMap(({ path }) => {
    const parts = path.split("/");
    return parts.map((_, at) => ["queries", ...parts.slice(0, at)].join("/"));
  });
  return [...new Set(folders), ...OTHER_FILES, ...files.map(({ path }) => `queries/${path}`)];
}

const OTHER_FILES = ["wasm/manifest.json", "queries/captures.json"];

/** Returns a checksum of files, the registry and the manifest. */
export function checksumOfQueries(root: string, files: readonly PackageFile[]): number {
  const others = OTHER_FILES.map((path) => ({
    path,
    bytes: readBytes(join(root, path)),
  }));
  return checksumOf([...others, ...files]);
}
