/** Records what commands write to files, and evaluates a file with known text when a command runs it. */

import type { Span } from "../../model.js";
import { fileName } from "../../scan.js";
import { both, withStep, type CodeText, type Stream } from "./stream.js";
import { pathsOf } from "./working-directory.js";
import type { Runner, Scope } from "./runner.js";

/** Records that a redirect, or a command such as `tee`, writes a stream to a file. */
export function recordWrite(
  path: string,
  { remote, text }: Stream,
  appends: boolean,
  runner: Runner,
  scope: Scope,
): void {
  if (remote !== null) {
    scope.env.recordDownload(path, remote);
    runner.files.writeFifo(path, remote);
  }
  if (runner.profile !== "extended") return;
  const isKept = remote === null && text !== null && (appends || runner.mentions(text.source.text));
  const known = isKept ? text : null;
  const [from = path, ...others] = pathsOf(path, scope.env);
  const isRecorded = runner.files.write(from, known, appends);
  for (const other of others)
    if (known === null) runner.files.write(other, null, appends);
    else runner.files.copy(from, other);
  if (!isRecorded && known !== null) {
    const { source } = known;
    const message = "the files that the document writes are longer than the limit";
    runner.limit("size", message, source.origin(0, source.text.length));
  }
}

/** Returns the texts that commands of the document wrote to a file, in order; empty for any other file. */
export function writtenTexts(path: string, { files }: Runner, { env }: Scope): readonly CodeText[] {
  const found = pathsOf(path, env).find((each) => files.textsOf(each).length > 0);
  return found === undefined ? [] : files.textsOf(found);
}

/** Returns the text that commands of the document wrote to a file, as code; null for any other file. */
function textOf(path: string, runner: Runner, scope: Scope): CodeText | null {
  const [first, ...more] = writtenTexts(path, runner, scope);
  if (first === undefined) return null;
  return more
    .map((text): Stream => ({ remote: null, text }))
    .reduce(both, { remote: null, text: first }).text;
}

/** Returns what the files at some paths, one of which is run, print; null if nothing is known about any of them. */
export function ofEach(
  paths: readonly string[],
  run: (path: string) => Stream | null,
): Stream | null {
  const streams = paths.flatMap((path) => run(path) ?? []);
  return streams.length === 0 ? null : streams.reduce(both);
}

/**
 * Evaluates a file that commands of the document wrote, and returns what it prints; null for any other file, and if the file is
 * already running or was run too often.
 * @param at the span of the command that runs the file
 */
export function runWritten(
  path: string,
  at: Span,
  runner: Runner,
  scope: Scope,
  run: (code: CodeText) => Stream,
): Stream | null {
  const code = runner.profile === "extended" ? textOf(path, runner, scope) : null;
  if (code === null) return null;
  if (!runner.files.mayRun(path)) {
    runner.limit("contexts", "a file is run too often to evaluate each run", at);
    return null;
  }
  const step = {
    step: "carry",
    span: at,
    message: `the file ${fileName(path)} contains the code`,
  } as const;
  return runner.files.whileRunning(path, () => runner.runAt(at, () => run(withStep(code, step))));
}
