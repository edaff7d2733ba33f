import { isAbsolute, join } from "node:path";
import type { Context } from "../context.js";
import { Failure } from "../failure.js";

/**
 * Returns the folder of the decision log, its key and the exceptions: `$XDG_STATE_HOME/curlew` or, if that is not an absolute path,
 * `~/.local/state/curlew`; null if the environment does not name the home folder either.
 */
export function stateFolder({ env }: Pick<Context, "env">): string | null {
  const { HOME, USERPROFILE, XDG_STATE_HOME } = env;
  const base =
    XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME)
      ? XDG_STATE_HOME
      : join(HOME ?? USERPROFILE ?? "", ".local", "state");
  return isAbsolute(base) ? join(base, "curlew") : null;
}

/**
 * Returns the folder that {@link stateFolder} returns.
 * @throws Failure if there is none
 */
export function requiredStateFolder(context: Pick<Context, "env">): string {
  const folder = stateFolder(context);
  if (folder === null)
    throw new Failure("there is no home folder for the log: set HOME or XDG_STATE_HOME");
  return folder;
}
