/** Files that commands write with known text: running them runs that text. */

import type { Span } from "../../model.js";
import { fileName } from "../../scan.js";
import { both, withStep, type CodeText, type Stream } from "./stream.js";
import { pathsOf } from "./folder.js";
import type { Runner, Scope } from "./runner.js";

/** Records the output of a redirect, or of a command such as `tee`, to a file. */
export function writeFile(
  path: string,
  { remote, text }: Stream,
  appends: boolean,
  runner: Runner,
  scope: Scope,
): void {
  if (remote !== null) {
    scope.env.write(path, remote);
    runner.files.writeFifo(path, remote);
  }
  if (runner.profile !== "extended") return;
  const isKept = remote === null && text !== null && (appends || runner.mentions(text.source.text));
  const known = isKept ? text : null;
  const [from = path, ...others] = pathsOf(path, scope.env);
  const isWritten = runner.files.write(from, known, appends);
  for (const other of others)
    if (known === null) runner.files.write(other, null, appends);
    else runner.files.copy(from, other);
  if (!isWritten && known !== null) {
    const { source } = known;
    const message = "the files that the document writes are longer than the limit";
    runner.limit("size", message, source.origin(0, source.text.length));
  }
}

/** Returns the texts that were written to a file in the same document; empty for any other. */
export function writtenTexts(path: string, { files }: Runner, { env }: Scope): readonly CodeText[] {
  const found = pathsOf(path, env).find((each) => files.textsOf(each).length > 0);
  return found === undefined ? [] : files.textsOf(found);
}

/** Returns the text of a file as code, if it was written in the same document; null for any other. */
function textOf(path: string, runner: Runner, scope: Scope): CodeText | null {
  const [first, ...more] = writtenTexts(path, runner, scope);
  if (first === undefined) return null;
  return more
    .map((text): Stream => ({ remote: null, text }))
    .reduce(both, { remote: null, text: first }).text;
}

/** Evaluates a file that was written in the same document; returns null for any other. @param at the command that runs it */
export function runWritten(
  path: string | null,
  at: Span,
  runner: Runner,
  scope: Scope,
  run: (code: CodeText) => Stream,
): Stream | null {
  const code = path === null || runner.profile !== "extended" ? null : textOf(path, runner, scope);
  if (path === null || code === null) return null;
  if (!runner.files.mayRun(path)) {
    runner.limit("contexts", "a file is run too often to evaluate each run", at);
    return null;
  }
  const step = {
    step: "carry",
    span: at,
    message: `the file ${fileName(path)} contains it`,
  } as const;
  return runner.files.whileRunning(path, () => runner.runAt(at, () => run(withStep(code, step))));
}
