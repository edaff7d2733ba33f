import type { MakeOptions } from "./make-options.js";
import { NOT_RUN } from "./strict-command.js";

/** The second line of the script, by which `hook uninstall` recognizes it. */
export const CLINE_MARK =
  "# Written by curlew hook install cline; curlew hook uninstall cline removes it.";

/** Returns the script that Cline executes before each call of a tool. */
export function clineHook(command: string, { strict }: MakeOptions): string {
  const otherwise = JSON.stringify({ cancel: true, errorMessage: NOT_RUN });
  const line = strict ? `${command} || echo '${otherwise}'` : `exec ${command}`;
  return `#!/bin/sh\n${CLINE_MARK}\n${line}\n`;
}
