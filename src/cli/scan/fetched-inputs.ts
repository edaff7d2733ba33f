import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { hasArchiveName, isWrittenAsAddress } from "../fetched/source-address.js";
import { inputs, type Input, type InputOptions } from "../input/documents.js";

/** Whether an argument may be an address or an archive by its name. */
export function mayBeFetched(argument: string): boolean {
  return hasArchiveName(argument) || isWrittenAsAddress(argument);
}

/**
 * Reads the inputs, including archives and addresses, whose files are in a temporary folder meanwhile. They are not files of the
 * user's: comments, baseline and `.gitignore` in them have no effect.
 */
export async function* inputsWithFetched(
  context: Context,
  paths: readonly string[],
  options: InputOptions,
  { version, quiet }: { readonly version: string; readonly quiet: boolean },
): AsyncGenerator<Input> {
  if (options.diff === true || !paths.some(mayBeFetched)) {
    yield* inputs(context, paths, options);
    return;
  }
  const { fetchSource } = await import("../fetched/fetch-source.js");
  for (const path of new Set(paths)) {
    let source: Awaited<ReturnType<typeof fetchSource>> = null;
    try {
      source = mayBeFetched(path) ? await fetchSource(context, path, version) : null;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      yield { unread: { path, reason: "unreadable", message: error.message } };
      continue;
    }
    if (source === null) {
      yield* inputs(context, [path], options);
      continue;
    }
    try {
      if (!quiet)
        for (const remark of [
          ...source.remarks,
          "comments in it that ignore findings have no effect",
        ])
          context.stderr.write(`curlew: ${path}: ${remark}\n`);
      const inFolder = { ...options, ignoreFiles: false, excludes: () => false };
      for await (const input of inputs(context, [source.folder], inFolder))
        yield shownBy(path, source.folder, input);
    } finally {
      await source.close();
    }
  }
}

/** Returns an input from a temporary folder by the address that it came from. */
function shownBy(address: string, folder: string, input: Input): Input {
  const place = (path: string): string =>
    path.startsWith(folder)
      ? `${address.replace(/\/+$/, "")}${path.slice(folder.length).replaceAll("\\", "/")}`
      : path;
  return "unread" in input
    ? { unread: { ...input.unread, path: place(input.unread.path) } }
    : { document: { ...input.document, path: place(input.document.path), isFile: false } };
}
