import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Context } from "../context.js";

/** Returns the folder of the decision log, its key and the exceptions: `$XDG_STATE_HOME/curlew`, else `~/.local/state/curlew`. */
export function stateFolder({ env }: Pick<Context, "env">): string {
  const { HOME, USERPROFILE, XDG_STATE_HOME } = env;
  const base =
    XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME)
      ? XDG_STATE_HOME
      : join(HOME ?? USERPROFILE ?? homedir(), ".local", "state");
  return join(base, "curlew");
}
