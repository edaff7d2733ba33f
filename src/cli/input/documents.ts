import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import type { Context } from "../context.js";
import { fileErrorMessage } from "../failure.js";
import { decode, looksBinary } from "./decode.js";
import { beginsAsDiff, parseDiff, type Diff, type DiffLine } from "./diff.js";
import { kindOf, shebangTag } from "./file-type.js";
import { readAll, readFileUpTo, readStart } from "./read-limited.js";
import { walk } from "./walk.js";

/** A text to scan. */
export interface Document {
  /** The path as the user would write it; `<stdin>` for standard input. */
  readonly path: string;
  readonly text: string;
  /** The language of a source file as the tag of a fence; null for prose. */
  readonly tag: string | null;
  /** Warnings about the decoding of the text. */
  readonly remarks: readonly string[];
  /** Whether the text is a file of the user. Only in such a file can comments and the configuration of the project ignore findings. */
  readonly isFile: boolean;
  /** The line number in the file of each line of the text; present only if the text is the part of a file that a diff shows. */
  readonly numbers?: readonly number[];
  /** Returns whether findings on a line of the file are reported. If absent, findings on all lines are reported. */
  readonly changed?: (line: number) => boolean;
}

/** An input that was not scanned. */
export interface Unread {
  readonly path: string;
  /**
   * Reasons that are not errors: `binary` (a binary file), `unknown` (a file of unknown type), `dependencies` (a dependency folder), and
   * `excluded` (by the configuration). Errors: `unreadable`, `empty-folder` (it contains no file that can be scanned), and `failed` (the
   * analysis failed).
   */
  readonly reason:
    | "binary"
    | "unknown"
    | "excluded"
    | "dependencies"
    | "unreadable"
    | "empty-folder"
    | "failed";
  readonly message: string;
}

export type Input = { readonly document: Document } | { readonly unread: Unread };

export interface InputOptions {
  /** Maximum size of an input, in bytes. */
  readonly maxSize: number;
  /** Whether `.gitignore` files are respected. */
  readonly ignoreFiles: boolean;
  /** Whether dependency folders that Git does not track are read; false if absent. */
  readonly dependencies?: boolean | undefined;
  /** Whether the configuration excludes a path. */
  readonly excludes: (absolute: string, isFolder: boolean) => boolean;
  /** The name of the file whose content is passed on standard input. */
  readonly stdinName?: string | undefined;
  /** Whether all inputs are diffs. If absent, standard input is read as a diff if it looks like one. */
  readonly diff?: boolean;
}

export const STDIN = "<stdin>";

/**
 * Yields the inputs in the order of the command line, one text at a time. A named file is read regardless of its type. A file that occurs
 * twice is yielded once.
 */
export async function* inputs(
  context: Context,
  paths: readonly string[],
  options: InputOptions,
): AsyncGenerator<Input> {
  const yielded = new Set<string>();
  for await (const input of all(context, paths, options)) {
    // a diff may contain several parts of the same file
    const isUnique = "unread" in input || input.document.isFile;
    const key =
      "unread" in input
        ? `${resolve(context.cwd, input.unread.path)}\0${input.unread.reason}`
        : resolve(context.cwd, input.document.path);
    if (isUnique && yielded.has(key)) continue;
    yielded.add(key);
    yield input;
  }
}

async function* all(
  context: Context,
  paths: readonly string[],
  options: InputOptions,
): AsyncGenerator<Input> {
  for (const path of paths.filter((each, i) => each !== "-" || paths.indexOf(each) === i)) {
    if (path === "-") yield* fromStdin(context, options);
    else if (options.diff === true) yield* fromDiffFile(context, path, options);
    else yield* fromPath(context, path, options);
  }
}

async function* fromStdin(
  { stdin, stderr, cwd, stdinIsNull }: Context,
  { maxSize, stdinName, excludes, diff }: InputOptions,
): AsyncGenerator<Input> {
  // reported as an error, because "no findings" would mean that a text was scanned
  if (stdinIsNull === true) {
    yield unread(STDIN, "unreadable", "is closed or /dev/null; nothing was read");
    return;
  }
  if (stdin.isTTY === true) stderr.write("curlew: reading standard input; end it with Ctrl-D\n");
  try {
    const bytes = await readAll(stdin, maxSize);
    if (stdinName !== undefined)
      yield excludes(resolve(cwd, stdinName), false)
        ? excluded(stdinName)
        : { document: documentOf(stdinName, bytes) };
    else yield* fromTextOrDiff(STDIN, bytes, diff);
  } catch (error) {
    yield unread(STDIN, "unreadable", fileErrorMessage(error));
  }
}

async function* fromDiffFile(
  { cwd }: Context,
  path: string,
  { maxSize }: InputOptions,
): AsyncGenerator<Input> {
  try {
    yield* fromTextOrDiff(path, await readFileUpTo(resolve(cwd, path), maxSize), true);
  } catch (error) {
    yield unread(path, "unreadable", fileErrorMessage(error));
  }
}

/**
 * Yields a text that is not a file of the user or, if it is a diff, the parts of files that it shows.
 * @param diff whether the text is a diff; if undefined, the text is a diff if it begins like one
 */
function* fromTextOrDiff(path: string, bytes: Uint8Array, diff?: boolean): Generator<Input> {
  const { text, remarks } = decode(bytes);
  const parts =
    diff === true || (diff === undefined && beginsAsDiff(text)) ? parseDiff(text) : null;
  if (parts !== null) {
    yield* documentsOf(path, parts, remarks);
  } else if (diff === true && text.trim() !== "") {
    yield unread(path, "unreadable", "is not a diff: no line begins like @@ -1 +1 @@");
  } else {
    yield { document: { path, text, tag: null, remarks, isFile: false } };
  }
}

/** Yields the text between the files of a diff, such as a commit message, and the shown part of each file. */
function* documentsOf(
  path: string,
  { files, rest }: Diff,
  remarks: readonly string[],
): Generator<Input> {
  if (rest.some(({ text }) => text.trim() !== ""))
    yield { document: partOf(path, rest, null, remarks) };
  for (const { path: name, lines } of files) {
    if (lines.some(({ added }) => added))
      yield { document: partOf(name, lines, kindOf(name).tag, []) };
  }
}

function partOf(
  path: string,
  lines: readonly DiffLine[],
  tag: string | null,
  remarks: readonly string[],
): Document {
  const added = new Set(lines.filter((line) => line.added).map(({ number }) => number));
  const text = lines.map((line) => line.text).join("\n");
  return {
    path,
    text,
    tag: tag ?? shebangTag(text),
    remarks,
    isFile: false,
    numbers: lines.map(({ number }) => number),
    changed: (line) => added.has(line),
  };
}

async function* fromPath(
  context: Context,
  path: string,
  options: InputOptions,
): AsyncGenerator<Input> {
  const absolute = resolve(context.cwd, path);
  try {
    const isFolder = statSync(absolute).isDirectory();
    if (options.excludes(absolute, isFolder)) yield excluded(path);
    else if (isFolder) yield* fromFolder(context, path, absolute, options);
    else yield await fromFile(path, absolute, options, true);
  } catch (error) {
    yield unread(path, "unreadable", fileErrorMessage(error));
  }
}

async function* fromFolder(
  context: Context,
  shown: string,
  absolute: string,
  options: InputOptions,
): AsyncGenerator<Input> {
  const unreadable: Input[] = [];
  const onUnreadable = (path: string, message: string) =>
    unreadable.push(unread(path, "unreadable", message));
  let isEmpty = true;
  for await (const { path, kind } of walk(shown, absolute, { ...options, onUnreadable })) {
    yield* unreadable.splice(0);
    const absolutePath = resolve(context.cwd, path);
    const input =
      kind === "dependencies"
        ? skippedDependencies(path)
        : kind === "excluded" || options.excludes(absolutePath, false)
          ? excluded(path)
          : await fromFile(path, absolutePath, options, false);
    if ("document" in input || ["excluded", "dependencies"].includes(input.unread.reason))
      isEmpty = false;
    yield input;
  }
  yield* unreadable;
  if (isEmpty) yield unread(shown, "empty-folder", "contains no file that can be scanned");
}

/**
 * Reads a file.
 * @param path the path as the user would write it
 * @param named whether the user named the file itself; otherwise it is skipped if it is binary or of an unknown type
 */
export async function fromFile(
  path: string,
  absolute: string,
  { maxSize }: InputOptions,
  named: boolean,
): Promise<Input> {
  try {
    const kind = kindOf(path);
    if (!named && !kind.known && !(await isScannable(path, absolute)))
      return unread(path, "unknown", "unknown file type");
    const bytes = await readFileUpTo(absolute, maxSize);
    if (!named && looksBinary(bytes)) return unread(path, "binary", "binary");
    return { document: documentOf(path, bytes) };
  } catch (error) {
    return unread(path, "unreadable", fileErrorMessage(error));
  }
}

/** Decodes the content of a file of the user. */
export function documentOf(path: string, bytes: Uint8Array): Document {
  const { text, remarks } = decode(bytes);
  const kind = kindOf(path);
  return { path, text, tag: kind.known ? kind.tag : shebangTag(text), remarks, isFile: true };
}

export function excluded(path: string): { unread: Unread } {
  return unread(path, "excluded", "excluded by the configuration");
}

export function skippedDependencies(path: string): { unread: Unread } {
  return unread(path, "dependencies", "a dependency folder that Git does not track");
}

/** Number of bytes that are read to decide whether a file of an unknown type is scanned. */
const SNIFFED_BYTES = 1024;

/**
 * Whether a file of an unknown type in a folder is scanned: it has no extension, and is neither empty nor binary. A hidden file, which
 * usually contains settings, must begin like a script.
 */
async function isScannable(path: string, absolute: string): Promise<boolean> {
  if (extname(path) !== "") return false;
  const start = await readStart(absolute, SNIFFED_BYTES);
  return isHidden(path)
    ? shebangTag(decode(start).text) !== null
    : start.length > 0 && !looksBinary(start);
}

function isHidden(path: string): boolean {
  return basename(path).startsWith(".");
}

function unread(path: string, reason: Unread["reason"], message: string): { unread: Unread } {
  return { unread: { path, reason, message } };
}
