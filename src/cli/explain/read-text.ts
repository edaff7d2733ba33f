import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { inputs } from "../input/documents.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";

/**
 * Returns the text of one file, or of standard input for `-`, with the tag of its language; the tag is null for prose.
 * @throws Failure if it cannot be read
 */
export async function readText(
  context: Context,
  path: string,
): Promise<{ readonly text: string; readonly tag: string | null }> {
  for await (const input of inputs(context, [path], {
    maxSize: DEFAULT_MAX_SIZE,
    ignoreFiles: false,
    excludes: () => false,
  })) {
    if ("unread" in input) throw new Failure(`${input.unread.path}: ${input.unread.message}`);
    return input.document;
  }
  throw new Failure(`${path}: contains no text`);
}
