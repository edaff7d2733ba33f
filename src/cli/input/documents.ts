import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { Context } from "../context.js";
import { fileErrorMessage } from "../failure.js";
import { decode, looksBinary } from "./decode.js";
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
}

/** Something that was to be scanned and was not. */
export interface Unread {
  readonly path: string;
  /** `binary` and `unknown` files are passed over in folders; the others are failures. */
  readonly reason: "binary" | "unknown" | "unreadable" | "empty-folder";
  readonly message: string;
}

export type Input = { readonly document: Document } | { readonly unread: Unread };

export interface InputOptions {
  readonly maxSize: number;
  readonly ignoreFiles: boolean;
}

export const STDIN = "<stdin>";

/** Reads what the user named, in that order, one text at a time. A file that is named is read whatever its kind. */
export async function* inputs(context: Context, paths: readonly string[], options: InputOptions): AsyncGenerator<Input> {
  for (const path of paths) {
    if (path === "-") yield await fromStdin(context, options);
    else yield* fromPath(context, path, options);
  }
}

async function fromStdin({ stdin, stderr }: Context, { maxSize }: InputOptions): Promise<Input> {
  if (stdin.isTTY === true) stderr.write("curlew: reading standard input; end it with Ctrl-D\n");
  try {
    const { text, remarks } = decode(await readAll(stdin, maxSize));
    return { document: { path: STDIN, text, tag: null, remarks } };
  } catch (error) {
    return unread(STDIN, "unreadable", fileErrorMessage(error));
  }
}

async function* fromPath(context: Context, path: string, options: InputOptions): AsyncGenerator<Input> {
  const absolute = resolve(context.cwd, path);
  try {
    const isFolder = (await stat(absolute)).isDirectory();
    if (isFolder) yield* fromFolder(context, path, absolute, options);
    else yield await fromFile(path, absolute, options, true);
  } catch (error) {
    yield unread(path, "unreadable", fileErrorMessage(error));
  }
}

async function* fromFolder(context: Context, shown: string, absolute: string, options: InputOptions): AsyncGenerator<Input> {
  const unreadable: Input[] = [];
  const onUnreadable = (path: string, message: string) => unreadable.push(unread(path, "unreadable", message));
  let readable = 0;
  for await (const path of walk(shown, absolute, { ignoreFiles: options.ignoreFiles, onUnreadable })) {
    yield* unreadable.splice(0);
    const input = await fromFile(path, resolve(context.cwd, path), options, false);
    if ("document" in input) readable++;
    yield input;
  }
  yield* unreadable;
  if (readable === 0) yield unread(shown, "empty-folder", "holds no file that can be scanned");
}

/** @param named whether the user named this very file */
async function fromFile(path: string, absolute: string, { maxSize }: InputOptions, named: boolean): Promise<Input> {
  try {
    const kind = kindOf(path);
    if (!named && !kind.known && !(await isScript(path, absolute))) return unread(path, "unknown", "no known kind of text");
    const bytes = await readFileUpTo(absolute, maxSize);
    if (!named && looksBinary(bytes)) return unread(path, "binary", "binary");
    const { text, remarks } = decode(bytes);
    return { document: { path, text, tag: kind.known ? kind.tag : shebangTag(text), remarks } };
  } catch (error) {
    return unread(path, "unreadable", fileErrorMessage(error));
  }
}

/** A file without an extension whose first line names an interpreter. */
async function isScript(path: string, absolute: string): Promise<boolean> {
  return extname(path) === "" && shebangTag(decode(await readStart(absolute, 256)).text) !== null;
}

function unread(path: string, reason: Unread["reason"], message: string): Input {
  return { unread: { path, reason, message } };
}
