import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { hasArchiveName, isWrittenAsAddress } from "../fetched/source-address.js";
import { inputs, type Input, type InputOptions } from "../input/documents.js";

/** Whether an argument looks like a URL or has the name of an archive. */
export function mayBeFetched(argument: string): boolean {
  return hasArchiveName(argument) || isWrittenAsAddress(argument);
}

/**
 * Yields the inputs. Files of archives and URLs are read from a temporary folder. They do not belong to the user, so comments in them, a
 * baseline and `.gitignore` have no effect on their findings.
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
        yield shownBySource(path, source.folder, input);
    } finally {
      await source.close();
    }
  }
}

/**
 * Returns an input whose path begins with its source instead of the temporary folder.
 * @param argument the URL or the path of the archive
 */
function shownBySource(argument: string, folder: string, input: Input): Input {
  const shown = (path: string): string =>
    path.startsWith(folder)
      ? `${argument.replace(/\/+$/, "")}${path.slice(folder.length).replaceAll("\\", "/")}`
      : path;
  return "unread" in input
    ? { unread: { ...input.unread, path: shown(input.unread.path) } }
    : { document: { ...input.document, path: shown(input.document.path), isFile: false } };
}
