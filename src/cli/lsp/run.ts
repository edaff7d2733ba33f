import type { Context } from "../context.js";
import { loadPart } from "../optional-packages.js";
import { EditorAnalyst, type AnalystOptions } from "./editor-analyst.js";
import type { LspPackage } from "./lsp-package.js";

/**
 * Maximum length of a text that is analyzed in this process, in UTF-16 code units. Longer ones are analyzed in a child process, so that
 * the server can respond meanwhile and the editor can cancel.
 */
const MAX_LOCAL_LENGTH = 64 * 1024;

/** Serves the Language Server Protocol on standard input and output until the editor ends the session or disconnects. */
export async function lsp(
  context: Context,
  options: AnalystOptions,
  version: string,
): Promise<never> {
  const { serveLsp } = await loadPart<LspPackage>("curlew-lsp");
  if (context.stdin.isTTY === true)
    context.stderr.write(
      "curlew: waiting for an editor on standard input; configure your editor to start `curlew lsp`\n",
    );
  serveLsp({
    version,
    analyst: new EditorAnalyst(context, { ...options, maxLocalLength: MAX_LOCAL_LENGTH }),
    stdin: context.stdin,
    stdout: context.stdout,
  });
  return new Promise(() => undefined);
}
