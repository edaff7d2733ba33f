import type { Context } from "../context.js";
import { loadPart } from "../optional-packages.js";
import { EditorAnalyst, type AnalystOptions } from "./analyst.js";
import type { LspPackage } from "./port.js";

/**
 * In UTF-16 code units. Longer texts are analyzed in a child process, so that the server responds meanwhile and the editor can
 * cancel.
 */
const MOST_HERE = 64 * 1024;

/**
 * Serves the Language Server Protocol on standard input and output; the process ends on the editor's request, or when the
 * editor disconnects.
 */
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
    analyst: new EditorAnalyst(context, { ...options, mostHere: MOST_HERE }),
    stdin: context.stdin,
    stdout: context.stdout,
  });
  return new Promise(() => undefined);
}
