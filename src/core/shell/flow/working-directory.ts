/** The working directory after `cd`, and the paths of files relative to it. */

import type { Argument } from "./argument.js";
import { pathOf } from "./variable-paths.js";
import { unknownValue, valueOf, type Value } from "./values.js";

/** The functions of an environment that read and set variables. */
export interface Variables {
  get(name: string): Value | null;
  set(name: string, value: Value): void;
}

/** The name under which the working directory is stored; no variable has it. Child processes inherit the value. */
const FOLDER = "&folder";

/** Matches a path that does not depend on the working directory: it begins with a root, a home directory, a drive or a variable. */
const ABSOLUTE = /^(?:[\\/~\uFFFC]|[A-Za-z]:)/;

/** Maximum length of a path that is followed, in UTF-16 code units. */
const MAX_PATH_LENGTH = 1 << 12;

/** Changes the working directory for `cd FOLDER` or `pushd FOLDER`; after `cd -` and `popd` it is unknown. */
export function changeFolder(args: readonly Argument[], env: Variables): void {
  const operand = args.slice(1).find(({ text }) => text === "-" || text?.startsWith("-") !== true);
  const isHome = operand === undefined && args[0]?.text !== "popd";
  const path = isHome
    ? "~"
    : operand === undefined || operand.text === "-"
      ? null
      : pathOf(operand);
  const from = env.get(FOLDER);
  const before = from === null ? "" : from.text;
  const folder =
    path === null || path === "" || (before === null && !ABSOLUTE.test(path))
      ? null
      : within(before ?? "", path);
  const value = folder === null ? unknownValue : valueOf({ remote: null, text: folder });
  env.set(FOLDER, { ...value, exported: true });
}

/** Returns the paths of a file: relative to the initial working directory, if that path is known, and as written. */
export function pathsOf(path: string, env: Pick<Variables, "get">): readonly string[] {
  const folder = env.get(FOLDER)?.text ?? "";
  if (folder === "" || ABSOLUTE.test(path)) return [path];
  const whole = within(folder, path);
  return whole === null || whole === path ? [path] : [whole, path];
}

/** Joins a folder and a path, resolving `.` and `..`; null if the result is too long. */
function within(folder: string, path: string): string | null {
  if (folder.length + path.length > MAX_PATH_LENGTH) return null;
  if (ABSOLUTE.test(path)) return path;
  const names: string[] = [];
  for (const name of `${folder}/${path}`.split(/[\\/]/)) {
    const last = names.at(-1);
    if (name === ".." && last !== undefined && last !== ".." && last !== "" && last !== "~")
      names.pop();
    else if (name !== "." && (name !== "" || names.length === 0)) names.push(name);
  }
  const joined = names.join("/");
  return folder === "" ? joined.replace(/^\//, "") : joined;
}
