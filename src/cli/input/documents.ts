import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import type { Context } from "../context.js";
import { fileErrorMessage } from "../failure.js";
import { decode, looksBinary } from "./decode.js";
import { beginsAsDiff, parseDiff, type Diff, type DiffLine } from "./diff.js";
import { kindOf, shebangTag } from "./kinds.js";
import { readAll, readFileUpTo, readStart } from "./read.js";
import { walk } from "./walk.js";

/** One text to scan. */
export interface Document {
  /** The path as the user would write it; `<stdin>` for standard input. */
  readonly path: string;
  readonly text: string;
  /** The language of a source file, as the tag of a fence; null for prose. */
  readonly tag: string | null;
  readonly remarks: readonly string[];
  /** Whether it is a file of the user's: only there, its comments and the configuration of its project may ignore findings. */
  readonly isFile: boolean;
  /** Where the text is the part of a file that a diff shows: the number in the file of each of its lines. */
  readonly numbers?: readonly number[];
  /** The lines of the file for which findings are reported; all if absent. */
  readonly changed?: (line: number) => boolean;
}

/** Something that was to be scanned and was not. */
export interface Unread {
  readonly path: string;
  /**
   * `binary` and `unknown` files and folders of `dependencies` are skipped in folders, `excluded` ones
   * everywhere; the others are failures, `failed` one of the analysis.
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
  readonly maxSize: number;
  readonly ignoreFiles: boolean;
  /** Whether folders of dependencies are read that Git does not track; false if it is absent. */
  readonly dependencies?: boolean | undefined;
  /** Whether the configuration excludes a path. */
  readonly excludes: (absolute: string, isFolder: boolean) => boolean;
  /** The file whose content standard input is, if any. */
  readonly stdinName?: string | undefined;
  /** Whether the named inputs are diffs; standard input may be one without this option. */
  readonly diff?: boolean;
}

export const STDIN = "<stdin>";

/**
 * Reads the inputs in the order of the command line, one text at a time. A named file is read whatever its type; one that is
 * named twice is read once.
 */
export async function* inputs(
  context: Context,
  paths: readonly string[],
  options: InputOptions,
): AsyncGenerator<Input> {
  const seen = new Set<string>();
  for await (const input of all(context, paths, options)) {
    // a diff may show a file several times
    const isOnce = "unread" in input || input.document.isFile;
    const key =
      "unread" in input
        ? `${resolve(context.cwd, input.unread.path)}\0${input.unread.reason}`
        : resolve(context.cwd, input.document.path);
    if (isOnce && seen.has(key)) continue;
    seen.add(key);
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
  // "no findings" would say that a text was read
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
    else yield* fromElsewhere(STDIN, bytes, diff);
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
    yield* fromElsewhere(path, await readFileUpTo(resolve(cwd, path), maxSize), true);
  } catch (error) {
    yield unread(path, "unreadable", fileErrorMessage(error));
  }
}

/** Yields a text that is not a file of the user's: the text itself, or the files that it shows if it is a diff. */
function* fromElsewhere(path: string, bytes: Uint8Array, diff?: boolean): Generator<Input> {
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

/** Each file of a diff with its own name and lines, and the text between them. */
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
  let seen = 0;
  for await (const { path, kind } of walk(shown, absolute, { ...options, onUnreadable })) {
    yield* unreadable.splice(0);
    const place = resolve(context.cwd, path);
    const input =
      kind === "dependencies"
        ? passedOverDependencies(path)
        : kind === "excluded" || options.excludes(place, false)
          ? excluded(path)
          : await fromFile(path, place, options, false);
    if ("document" in input || ["excluded", "dependencies"].includes(input.unread.reason)) seen++;
    yield input;
  }
  yield* unreadable;
  if (seen === 0) yield unread(shown, "empty-folder", "contains no file that can be scanned");
}

/** @param named whether the user named this very file */
export async function fromFile(
  path: string,
  absolute: string,
  { maxSize }: InputOptions,
  named: boolean,
): Promise<Input> {
  try {
    const kind = kindOf(path);
    if (!named && !kind.known && !(await hasText(path, absolute)))
      return unread(path, "unknown", "unknown file type");
    const bytes = await readFileUpTo(absolute, maxSize);
    if (!named && looksBinary(bytes)) return unread(path, "binary", "binary");
    return { document: documentOf(path, bytes) };
  } catch (error) {
    return unread(path, "unreadable", fileErrorMessage(error));
  }
}

/** Returns the document in a user's file. */
export function documentOf(path: string, bytes: Uint8Array): Document {
  const { text, remarks } = decode(bytes);
  const kind = kindOf(path);
  return { path, text, tag: kind.known ? kind.tag : shebangTag(text), remarks, isFile: true };
}

export function excluded(path: string): { unread: Unread } {
  return unread(path, "excluded", "excluded by the configuration");
}

export function passedOverDependencies(path: string): { unread: Unread } {
  return unread(path, "dependencies", "a dependency folder that Git does not track");
}

/** Bytes of a file without an extension that are read to detect whether it is text. */
const LOOK = 1024;

/** Whether a file without an extension is a script or a text; a hidden one, which usually contains settings, only if it is a script. */
async function hasText(path: string, absolute: string): Promise<boolean> {
  if (extname(path) !== "") return false;
  const start = await readStart(absolute, LOOK);
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
